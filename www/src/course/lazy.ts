// In a chapter nothing is loaded later: once it is there it makes no further request. So of what the playground loads when it
// is asked for, a chapter has the drawers of the stations from the start, and nothing else.

import { signal } from "@preact/signals-core";
import type { TemplateResult } from "lit-html";
import { open } from "../components/path/drawers/index.ts";
import type { Part } from "../components/lazy.ts";

export const dialogs = false as boolean;

const drawers = open();

export const awaited = signal<ReadonlySet<Part>>(new Set());

export function lazy(part: Part): TemplateResult | string {
  return part === "drawers" ? drawers() : "";
}
