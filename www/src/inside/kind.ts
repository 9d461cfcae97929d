import type { Kind } from "../kind.ts";

export type { Kind };
export const kind = "file" as Kind;
