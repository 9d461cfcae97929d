// Texts handed over in a frame, where a sandbox may forbid files: then the text stands in the frame.

import { signal } from "@preact/signals-core";
import { download as asFile } from "../components/hand-over.ts";

export { copyButton, copyText } from "../components/hand-over.ts";

export const handed = signal<{ name: string; text: string } | null>(null);

export function download(name: string, type: string, text: string): void {
  if (window.origin === "null") handed.value = { name, text };
  else asFile(name, type, text);
}
