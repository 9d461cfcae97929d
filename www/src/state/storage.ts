// What the browser keeps of small choices, where it may.

/** Storage may be forbidden (a sandboxed frame); the page never needs it. */
export function remembered(key: string): string | null {
  try { return localStorage.getItem(key); } catch { return null; }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch { /* not remembered, then */ }
}
