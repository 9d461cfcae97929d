// HTML as text, for pages that are written when the site is built.

import { marked } from "../derive/marks.ts";

export function escape(text: string | number): string {
  return String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A sentence, its marks as elements. */
export function prose(text: string): string {
  return marked(text).map((part) => (part.as === null ? escape(part.text) : `<${part.as}>${escape(part.text)}</${part.as}>`)).join("");
}

export const paragraphs = (texts: readonly string[]): string => texts.map((one) => `<p>${prose(one)}</p>\n`).join("");

export const list = (texts: readonly string[]): string => `<ul>\n${texts.map((one) => `<li>${prose(one)}</li>\n`).join("")}</ul>\n`;

/** What stays in English on every page. */
export const english = (text: string): string => `<span lang="en">${escape(text)}</span>`;

export const code = (text: string): string => `<code translate="no">${escape(text)}</code>`;

/** Caption and cells are HTML; the first cell of a row names it. */
export function table(id: string, caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((one) => `<th scope="col">${escape(one)}</th>`).join("");
  const body = rows.map(([first, ...rest]) => `<tr><th scope="row">${first}</th>${rest.map((one) => `<td>${one}</td>`).join("")}</tr>\n`).join("");
  return `<div class="table-scroll" role="region" tabindex="0" aria-labelledby="${id}">\n<table>\n<caption id="${id}">${caption}</caption>\n`
    + `<thead><tr>${head}</tr></thead>\n<tbody>\n${body}</tbody>\n</table>\n</div>\n`;
}

export function details(summary: string, inside: string): string {
  return `<details>\n<summary>${escape(summary)}</summary>\n${inside}</details>\n`;
}
