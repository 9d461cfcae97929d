// What the element says around the playground in somebody's page, in English. Its one file holds all languages, so it says
// little.

export const en = {
  run: "Run",
  failed: "It did not start.",
  open: "Open",
};

export type ElementWords = typeof en;
