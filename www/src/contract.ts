// The types that cross the boundary, under one short name. Types only: nothing of this is in the bundle.
export type * from "../../src/contract.d.ts";
