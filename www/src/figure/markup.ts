// A template as text, where there is no document: what the page's templates are made of, and no more. An event has no
// place in a text, and goes.

import { nothing, type TemplateResult } from "lit-html";

export function markup(value: unknown): string {
  if (value === nothing || value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(markup).join("");
  return isTemplate(value) ? filled(value) : escaped(typeof value === "number" ? short(String(value)) : String(value));
}

function isTemplate(value: unknown): value is TemplateResult {
  return typeof value === "object" && value !== null && "strings" in value && "values" in value;
}

function filled({ strings, values }: TemplateResult): string {
  let text = "";
  /** Of an attribute in quotes, which may have several values in it. */
  let quoted = false;
  strings.forEach((part, at) => {
    const [closing, rest] = quoted ? split(part) : ["", part];
    text += short(closing) + tidy(rest);
    quoted = quoted && rest === "" ? true : /="[^"]*$/.test(rest);
    if (at === values.length) return;
    const value = values[at];
    const [whole, kind = "", name = ""] = /\s([.?@]?)([\w-]+)=$/.exec(text) ?? [];
    if (quoted) text += escaped(short(String(value)));
    else if (whole === undefined) text += markup(value);
    else {
      text = text.slice(0, -whole.length);
      if (kind === "?" ? value : kind === "" && value !== nothing && value !== null && value !== undefined) text += ` ${name}="${kind === "?" ? "" : escaped(short(String(value)))}"`;
    }
  });
  return text;
}

/** What still belongs to the attribute, and what follows it. */
function split(part: string): [string, string] {
  const end = part.indexOf('"');
  return end < 0 ? [part, ""] : [part.slice(0, end), part.slice(end)];
}

/** Without the space that only the source needs. */
function tidy(part: string): string {
  if (part.trim() === "") return "";
  return short(part).replace(/\s+/g, " ").replace(/> (?=<|$)/g, ">").replace(/^ (?=<)/, "").replace(/><\/(path|rect|circle)>/g, "/>");
}

/** Two decimals are enough for what is drawn, and the same everywhere. */
function short(text: string): string {
  return text.replace(/-?\d*\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100 || 0));
}

/** What XML has no place for, and halves of characters, are told as such. */
const NO_TEXT = /[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]|\p{Cs}/gu;

export function escaped(text: string): string {
  return text.replace(NO_TEXT, "\uFFFD").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
