// The module that checks, where nothing may be fetched: inside, and looked at when somebody checks.

import type { fresh as make } from "inside:check-glue";
import type { Checks } from "../check/package.ts";
import { compiled } from "./inflated.ts";

interface Inside { fresh: typeof make; module: WebAssembly.Module }

let asked: Promise<Inside> | undefined;

export function checksInside(): Promise<Inside> {
  asked ??= take();
  // What did not come may come yet.
  asked.catch(() => { asked = undefined; });
  return asked;
}

async function take(): Promise<Inside> {
  const [{ fresh }, { wasm }] = await Promise.all([import("inside:check-glue"), import("inside:check-wasm")]);
  return { fresh, module: await compiled(wasm) };
}

export async function loadChecks(): Promise<Checks> {
  const { fresh, module } = await checksInside();
  const glue = fresh();
  await glue.default({ module_or_path: module });
  return glue;
}
