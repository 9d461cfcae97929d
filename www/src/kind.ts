// Where the page runs: on its own site, in a frame of somebody else's page, or as one file from disk.

export type Kind = "site" | "frame" | "file";

/** The builds of the other two put another module in place of this one. */
export const kind = "site" as Kind;
