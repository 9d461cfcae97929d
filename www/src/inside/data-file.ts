// The same data, inside.

const FILES: Record<string, () => Promise<unknown>> = {
  "scenarios.json": async () => (await import("inside:scenarios")).default,
  "tasks.json": async () => (await import("inside:tasks")).default,
  "reports.json": async () => (await import("inside:reports")).default,
  "reports.en.json": async () => (await import("inside:reports.en")).default,
  "reports.ja.json": async () => (await import("inside:reports.ja")).default,
  "reports.ko.json": async () => (await import("inside:reports.ko")).default,
};

export function dataFile<T>(name: string): () => Promise<T> {
  return () => FILES[name]!() as Promise<T>;
}
