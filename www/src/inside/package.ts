// The wasm package where nothing may be fetched: inside, deflated and base64. Each call makes an instance of its own.

import { fresh } from "inside:glue";
import { wasm } from "inside:wasm";
import type { Package } from "../package.ts";

let module: Promise<WebAssembly.Module> | undefined;

export function compiled(): Promise<WebAssembly.Module> {
  return module ??= inflated().then((bytes) => WebAssembly.compile(bytes));
}

export async function load(): Promise<Package> {
  const glue = fresh();
  await glue.default({ module_or_path: await compiled() });
  return glue;
}

function inflated(): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(wasm), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
