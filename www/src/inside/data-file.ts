// The same data, inside.

const FILES: Record<string, () => Promise<unknown>> = {
  "scenarios.json": async () => (await import("inside:scenarios")).default,
  "tasks.json": async () => (await import("inside:tasks")).default,
};

export function dataFile<T>(name: string): () => Promise<T> {
  return () => FILES[name]!() as Promise<T>;
}
