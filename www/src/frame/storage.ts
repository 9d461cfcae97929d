// In a frame nothing is kept by the browser: it may not be allowed, and the next embed would find it.

const memory = new Map<string, string>();

export function remembered(key: string): string | null {
  return memory.get(key) ?? null;
}

export function remember(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
}
