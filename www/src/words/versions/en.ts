// What is said of versions: of what another one made, and of a newer one.

import type { Foreign } from "../../state/versions.ts";

const madeBy = (engine: string | null): string => (engine === null ? "another version" : `version ${engine}`);

export const en = {
  made: (from: Foreign["from"], engine: string | null, here: string): string => {
    switch (from) {
      case "link": return `This link was made with ${madeBy(engine)} of the playground; this is version ${here}.`;
      case "file": return `This file was made with ${madeBy(engine)} of the playground; this is version ${here}.`;
      case "result": return `This result was made with ${madeBy(engine)} of the playground; this is version ${here}.`;
      case "kept": return `Your last run was made with ${madeBy(engine)} of the playground; this is version ${here}.`;
    }
  },
  same: "Played again here, it leads to the same state.",
  played: "All of its moves could be played here.",
  digestTitle: "In this version it leads to another state",
  digest: "All of its moves could be played, but the digest at their end is not the one that it was saved with.",
  moveTitle: (move: number, of: number) => `Played up to move ${move - 1} of ${of}`,
  move: (move: number, what: string) => `Move ${move}${what === "" ? "" : ` (${what})`} can't be played in this version. The run stands before it.`,
  beginTitle: "It cannot be opened in this version",
  begin: (path: string) => `What it begins with is refused${path === "" ? "" : ` at \`${path}\``}. Nothing has changed.`,
  open: (engine: string) => `Open it in version ${engine}`,
  absent: (engine: string | null) => (engine === null ? "Which version that was is not said." : `Version ${engine} is not on this site.`),
  hide: "Hide this note",
  renewal: "A new version is there.",
  kept: "Your run will be there again.",
  lost: "This run is not kept in your browser: save it as a file first.",
  reload: "Reload",
};

export type VersionWords = typeof en;
