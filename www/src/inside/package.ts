// The wasm package where nothing may be fetched: inside. Each call makes an instance of its own.

import { fresh } from "inside:glue";
import { wasm } from "inside:wasm";
import type { Package } from "../package.ts";
import { compiled } from "./inflated.ts";

let module: Promise<WebAssembly.Module> | undefined;

export async function load(): Promise<Package> {
  module ??= compiled(wasm);
  const glue = fresh();
  await glue.default({ module_or_path: await module });
  return glue;
}
