// What is put into somebody else's page to show a run: an address, and the snippets around it.

import type { Language } from "../words/index.ts";

/** What is shown: a situation or a task from its beginning, or a run, packed. */
export type Subject = { scenario: string } | { task: string } | { session: string };

export interface Wish {
  subject: Subject;
  /** What it is called there. */
  title: string;
  /** The folder of the site, ending in `/`. */
  base: string;
  /** Null: that of who reads it. */
  lang: Language | null;
}

/** The part of an address behind the page's name. */
function rest({ subject, lang }: Wish): string {
  const query = new URLSearchParams("session" in subject ? {} : { ...subject });
  if (lang !== null) query.set("lang", lang);
  return `${query.size > 0 ? `?${query}` : ""}${"session" in subject ? `#${subject.session}` : ""}`;
}

export function linkFor(wish: Wish): string {
  return `${wish.base}index.html${rest(wish)}`;
}

/** High enough that nothing below it moves once it is there; its own messages say how high it is. */
const HEIGHT = 900;

export function iframeFor(wish: Wish): string {
  return `<iframe title="${escaped(wish.title)}" loading="lazy" sandbox="allow-scripts" allow="clipboard-write" referrerpolicy="no-referrer"
  style="width:100%;height:${HEIGHT}px;border:0;color-scheme:light dark"
  src="${escaped(`${wish.base}embed.html${rest(wish)}`)}"></iframe>`;
}

/** `inside`: what is shown until it runs, as HTML. */
export function elementFor(wish: Wish, inside = escaped(wish.title)): string {
  const [[name, value]] = Object.entries(wish.subject) as [[string, string]];
  const lang = wish.lang === null ? "" : ` lang="${wish.lang}"`;
  return `<script src="${escaped(wish.base)}reconcile-playground.js" defer></script>
<reconcile-playground ${name}="${escaped(value)}" title="${escaped(wish.title)}"${lang}>
  <a href="${escaped(linkFor(wish))}">${inside}</a>
</reconcile-playground>`;
}

/** Where scripts are stripped. `picture`: its address, or the name of a file beside the text. */
export function markdownFor(wish: Wish, picture: string): string {
  return `[![${wish.title.replace(/[[\]\\]/g, "\\$&")}](${picture})](${linkFor(wish)})`;
}

/** Of a beginning the site has pictures. */
export function pictureFor({ subject, base, lang }: Wish, language: Language): string | null {
  if ("session" in subject) return null;
  return `${base}pictures/${"task" in subject ? `task.${subject.task}` : subject.scenario}.${lang ?? language}.light.svg`;
}

/** A picture, as what stands inside the element until it runs. */
export function imageOf(wish: Wish, address: string): string {
  return `<img src="${escaped(address)}" alt="${escaped(wish.title)}" width="100%">`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
