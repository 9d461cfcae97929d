// Figures and transcripts of the moment at which the page stands; loaded when somebody asks for one. The command makes the
// same bytes of the same session.
//
//   const figure = await import("./figure/index.ts");
//   await figure.pictureHere({ language, theme: "dark", width: "narrow" });    // SVG
//   await figure.transcriptHere(language);                                     // text

import type { Language } from "../words/index.ts";
import { shotHere } from "./here.ts";
import { pictureOf, type Look } from "./picture.ts";
import { transcriptOf } from "./transcript.ts";

export type { Look, Width } from "./picture.ts";
export type { Theme } from "./style.ts";
export { pictureOf, transcriptOf };

/** Null: nothing is there yet. */
export async function pictureHere(look: Omit<Look, "controller">): Promise<string | null> {
  const shot = shotHere();
  return shot && pictureOf(shot, { ...look, ...(shot.controller === undefined ? {} : { controller: shot.controller }) });
}

export async function transcriptHere(language: Language): Promise<string | null> {
  const shot = shotHere();
  return shot && transcriptOf(shot, language, shot.controller);
}
