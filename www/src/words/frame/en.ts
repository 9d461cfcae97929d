// What is said in a frame of somebody else's page.

export const en = {
  full: "Full page",
  fullHint: "Opens this run, at this step, in a page of its own",
  address: "This page may open no other one. The address, to be copied:",
  file: (name: string): string => `This page may save no file. The text of \`${name}\`, to be copied:`,
  again: "Press again to do it.",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Not copied: select the text instead",
  close: "Close",
};

export type FrameWords = typeof en;
