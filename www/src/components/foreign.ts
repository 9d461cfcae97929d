// What is said of a session of another version: how far it came here, and where it opens in its own.

import { html, type TemplateResult } from "lit-html";
import { effect } from "@preact/signals-core";
import { kind } from "../kind.ts";
import { version } from "../state/run.ts";
import { foreign, isSerious, type Foreign } from "../state/versions.ts";
import { words, type Language } from "../words/index.ts";
import { versionWords } from "../words/versions/index.ts";
import type { VersionWords } from "../words/versions/en.ts";
import { icon } from "./icons.ts";
import { prose } from "./prose.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const w = await versionWords(language);
  return () => (foreign.value ? shown(foreign.value, w) : "");
}

/** On a narrow screen the next move is brought into sight, and this out of it: it comes first. */
effect(() => {
  if (isSerious() && kind !== "frame") setTimeout(() => document.querySelector(".problem-place .banner")?.scrollIntoView({ block: "nearest" }), 200);
});

function shown(now: Foreign, w: VersionWords): TemplateResult {
  const { ended } = now;
  const made = w.made(now.from, now.engine, version.value?.playground ?? "");
  switch (ended.code) {
    case "same":
    case "played":
      return html`
        <p class="kept">${icon("info")}<span>${made} ${w[ended.code]} ${there(now, w)}</span>
          <button type="button" class="quiet square" aria-label=${w.hide} @click=${hide}>${icon("close")}</button>
        </p>`;
    case "digest":
      return banner(w.digestTitle, [made, w.digest], "", now, w);
    case "move":
      return banner(w.moveTitle(ended.move, ended.of), [made, w.move(ended.move, deedOf(ended))], ended.message, now, w);
    case "begin":
      return banner(w.beginTitle, [made, w.begin(ended.path)], ended.message, now, w);
  }
}

function banner(title: string, text: readonly string[], detail: string, now: Foreign, w: VersionWords): TemplateResult {
  return html`
    <div class="banner bad">
      ${icon("warning")}
      <div class="banner-text">
        <h2>${title}</h2>
        <p>${prose(text.join(" "))}</p>
        ${detail === "" ? "" : html`<p class="server-words" lang="en">${detail}</p>`}
        <p>${there(now, w)}</p>
      </div>
      <div class="banner-actions">
        <button type="button" class="quiet" @click=${hide}>${words().problem.dismiss}</button>
      </div>
    </div>`;
}

function there({ address, engine }: Foreign, w: VersionWords): TemplateResult | string {
  if (address === undefined) return "";
  return address === null || engine === null ? w.absent(engine) : html`<a href=${address}>${w.open(engine)}</a>`;
}

/** Of a move that may be anything. */
function deedOf({ deed }: { deed: Parameters<ReturnType<typeof words>["deed"]>[0] | null }): string {
  try {
    const said: unknown = deed === null ? "" : words().deed(deed);
    return typeof said === "string" ? said : "";
  } catch {
    return "";
  }
}

function hide(): void {
  foreign.value = null;
  document.querySelector<HTMLElement>(".dock .step")?.focus();
}
