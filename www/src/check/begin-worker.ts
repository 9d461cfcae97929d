// The only file that knows where the worker is: beside the page. In a frame and in the one file it is inside:
// inside/begin-worker.ts.

export function beginWorker(): Promise<Worker> {
  return Promise.resolve(new Worker(new URL("./check-worker.js", import.meta.url), { type: "module" }));
}
