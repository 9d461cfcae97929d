// What the build puts inside: ../../inside.mjs.

declare module "inside:glue" {
  export function fresh(): import("../package.ts").Package & { default(from: { module_or_path: WebAssembly.Module }): Promise<unknown> };
}
declare module "inside:wasm" {
  export const wasm: string;
}
declare module "inside:check-glue" {
  export function fresh(): import("../check/package.ts").Checks & { default(from: { module_or_path: WebAssembly.Module }): Promise<unknown> };
}
declare module "inside:check-wasm" {
  export const wasm: string;
}
declare module "inside:worker" {
  const worker: string;
  export default worker;
}
declare module "inside:scenarios" {
  const scenarios: unknown;
  export default scenarios;
}
declare module "inside:tasks" {
  const tasks: unknown;
  export default tasks;
}
declare module "inside:reports" {
  const reports: unknown;
  export default reports;
}
declare module "inside:reports.en" {
  const reports: unknown;
  export default reports;
}
declare module "inside:reports.ja" {
  const reports: unknown;
  export default reports;
}
declare module "inside:reports.ko" {
  const reports: unknown;
  export default reports;
}
