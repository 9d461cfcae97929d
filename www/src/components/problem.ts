// What went wrong, where everybody sees it; a file is always offered when the engine itself failed.

import { html, type TemplateResult } from "lit-html";
import { problem, type Problem } from "../state/run.ts";
import { words } from "../words/index.ts";
import { isSerious } from "../state/versions.ts";
import { lazy } from "./lazy.ts";
import { saveSession } from "./session-menu.ts";
import { icon } from "./icons.ts";
import { plain, prose } from "./prose.ts";

export function problemBanner(): TemplateResult {
  const now = problem.value;
  return html`<div class="problem-place" role="alert">${now ? banner(now) : ""}${isSerious() ? lazy("foreign") : ""}</div>`;
}

function banner(now: Problem): TemplateResult {
  const w = words();
  const [title, text, detail] = content(now);
  const trapped = now.code === "trap";
  return html`
    <div class="banner bad">
      ${icon("warning")}
      <div class="banner-text">
        <h2>${title}</h2>
        <p>${prose(text)}</p>
        ${detail === "" ? "" : html`<p class="server-words" lang="en">${detail}</p>`}
      </div>
      <div class="banner-actions">
        ${trapped ? html`<button type="button" @click=${saveSession}>${icon("file")}${w.problem.save}</button>` : ""}
        <button type="button" class="quiet" @click=${() => { problem.value = null; }}>${w.problem.dismiss}</button>
      </div>
    </div>`;
}

/** The same as one text. */
export function problemText(now: Problem): string {
  const [title, text, detail] = content(now);
  return [`${title}${words().between.colon}${plain(text)}`, detail].filter((part) => part !== "").join(" ");
}

function content(now: Problem): [title: string, text: string, detail: string] {
  const w = words().problem;
  switch (now.code) {
    case "refused":
      return [w.title, w.refused(now.engineCode, now.path), now.message];
    case "trap":
      if (!now.restored) return [w.deadTitle, w.dead, now.message];
      return [w.trapTitle, now.deed ? w.trapMove(words().deed(now.deed), now.position) : w.trapNoMove(now.position), now.message];
    case "load":
      return [w.loadTitle, w.load, now.message];
    case "part":
      return [w.title, w.part, ""];
    case "source":
      return [w.sourceTitle[now.from], `${w.unreadable(now)} ${w.untouched}`, now.message ?? ""];
    case "unexpected":
      return [w.unexpected, now.message, ""];
  }
}
