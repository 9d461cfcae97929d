// The engine that checks, in Node, which fetches no files: without an argument it is read from beside this one.
import { readFile } from "node:fs/promises";
import init from "./reconcile_playground_check.js";

export * from "./reconcile_playground_check.js";

export default async function (wasm) {
  return init(wasm ?? { module_or_path: await readFile(new URL("./reconcile_playground_check_bg.wasm", import.meta.url)) });
}
