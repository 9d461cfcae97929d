// How this run gets into somebody else's hands or page: a link, a frame, an element, Markdown with a picture, a file. Nothing
// leaves the machine by itself.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { kind } from "../../kind.ts";
import { elementFor, iframeFor, imageOf, linkFor, markdownFor, pictureFor, type Subject, type Wish } from "../../derive/snippets.ts";
import { siteFolder } from "../../state/address.ts";
import { entries, moment, problem, situation, startPosition, task, version } from "../../state/run.ts";
import { textOf } from "../../state/scenes.ts";
import { labWords } from "../../words/lab/index.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { shareWords } from "../../words/share/index.ts";
import type { ShareWords } from "../../words/share/en.ts";
import { LANGUAGES, NAMES, words, type Language } from "../../words/index.ts";
import { copyButton, download } from "../hand-over.ts";
import { icon } from "../icons.ts";
import { modal } from "../modal.ts";
import { prose } from "../prose.ts";
import { LONG, saveSession } from "../session-menu.ts";

/** What the person chose; null: what fits. */
const from = signal<"beginning" | "here" | null>(null);
const pinned = signal(true);
const spoken = signal<Language | null>(null);
/** The run, packed, of which moment. */
const packed = signal<{ at: unknown; session: string } | null>(null);

const PICTURE = "reconcile-playground.svg";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const [w, lab] = await Promise.all([shareWords(language), labWords(language)]);
  return () => panel(w, lab, language);
}

/** What can be asked for by its name. */
function named(): Subject | null {
  if (task.value) return { task: task.value.id };
  return situation.value ? { scenario: situation.value.id } : null;
}

/** The run as it begins, and nothing played since. */
function untouched(): boolean {
  return moment.value?.view.position === startPosition.value && entries.value.length === startPosition.value;
}

function titleOf(lab: LabWords): string {
  if (task.value) return lab.items[task.value.id]?.title ?? task.value.id;
  return (situation.value && textOf(situation.value)?.title) ?? words().page.name;
}

function panel(w: ShareWords, lab: LabWords, language: Language): TemplateResult | string {
  const now = moment.value;
  if (!now) return "";
  const beginning = named();
  const chosen = beginning === null ? "here" : from.value ?? (untouched() ? "beginning" : "here");
  const session = packed.value?.at === now ? packed.value.session : null;
  if (chosen === "here" && session === null) void pack(now);
  const subject = chosen === "beginning" ? beginning : session === null ? null : { session };
  const body = html`
    <p class="lead">${w.lead(now.view.position)}</p>
    ${kind === "file" ? html`<p>${w.noSite}</p>` : html`
      <div class="share-wishes">
        ${beginning === null ? "" : choice("share-what", w.what, [["beginning", w.from.beginning], ["here", w.from.here]], chosen, (value) => { from.value = value as "beginning" | "here"; })}
        ${choice("share-version", w.version, [["pinned", w.pinned(version.value?.playground ?? "")], ["latest", w.latest]], pinned.value ? "pinned" : "latest", (value) => { pinned.value = value === "pinned"; })}
        <label class="inline">${w.language}
          <select @change=${(event: Event) => { spoken.value = LANGUAGES.find((one) => one === (event.target as HTMLSelectElement).value) ?? null; }}>
            <option value="" ?selected=${spoken.value === null}>${w.readers}</option>
            ${LANGUAGES.map((one) => html`<option value=${one} lang=${one} ?selected=${spoken.value === one}>${NAMES[one]}</option>`)}
          </select></label>
      </div>
      ${subject === null ? html`<p class="muted">${w.packing}</p>` : snippets(w, { subject, title: titleOf(lab), base: siteFolder(pinned.value ? `v${version.value?.playground}` : "latest"), lang: spoken.value }, language)}`}
    ${files(w, language)}`;
  return modal("share", w.title, body);
}

function choice(name: string, title: string, options: readonly (readonly [value: string, said: string])[], chosen: string, choose: (value: string) => void): TemplateResult {
  return html`
    <fieldset class="share-choice"><legend>${title}</legend>
      ${options.map(([value, said]) => html`<label><input type="radio" name=${name} value=${value} .checked=${chosen === value} @change=${() => choose(value)}><span>${prose(said)}</span></label>`)}
    </fieldset>`;
}

function snippets(w: ShareWords, wish: Wish, language: Language): TemplateResult {
  const link = linkFor(wish);
  const picture = pictureFor(wish, language);
  return html`
    ${snippet("link", w.link, link, w, html`<p class="muted">${w.linkHint(link.length)}</p>${link.length > LONG ? html`<p class="mistake">${icon("warning")}<span>${w.long(LONG)}</span></p>` : ""}`)}
    ${snippet("element", w.element, elementFor(wish, picture === null ? undefined : imageOf(wish, picture)), w, html`<p class="muted">${w.elementHint}</p>`)}
    ${snippet("iframe", w.iframe, iframeFor(wish), w)}
    ${snippet("markdown", w.markdown, markdownFor(wish, picture ?? PICTURE), w, picture === null ? html`<p class="muted">${prose(w.markdownHint(PICTURE))}</p>` : "")}`;
}

function snippet(id: string, title: string, text: string, w: ShareWords, below: TemplateResult | string = ""): TemplateResult {
  return html`
    <section class="share-snippet" aria-labelledby="share-${id}">
      <div class="share-head"><h3 id="share-${id}">${title}</h3>${copyButton(`share-${id}`, () => text, w)}</div>
      <textarea readonly spellcheck="false" rows=${Math.min(5, text.split("\n").length + (text.length > 90 ? 1 : 0))} aria-labelledby="share-${id}" .value=${text} @focus=${(event: Event) => { (event.target as HTMLTextAreaElement).select(); }}></textarea>
      ${below}
    </section>`;
}

function files(w: ShareWords, language: Language): TemplateResult {
  return html`
    <section class="share-snippet" aria-labelledby="share-files">
      <h3 id="share-files">${w.files}</h3>
      <p class="share-files">
        <button type="button" class="small" @click=${saveSession}>${icon("file")}${w.session}</button>
        <button type="button" class="small" @click=${() => void picture(language, "light")}>${icon("file")}${w.picture}</button>
        <button type="button" class="small" @click=${() => void picture(language, "dark")}>${icon("file")}${w.dark}</button>
        <button type="button" class="small" @click=${() => void transcript(language)}>${icon("file")}${w.transcript}</button>
      </p>
      ${kind === "site" ? html`<p><a href="reconcile-playground.html" download>${w.whole}</a> <span class="muted">${w.wholeHint}</span></p>` : ""}
    </section>`;
}

async function pack(at: unknown): Promise<void> {
  try {
    const { packedHere } = await import("../../state/session.ts");
    const session = await packedHere();
    if (moment.peek() === at) packed.value = { at, session };
  } catch {
    problem.value = { code: "part" };
  }
}

async function picture(language: Language, theme: "light" | "dark"): Promise<void> {
  await withFigure(async ({ pictureHere }) => {
    const text = await pictureHere({ language: spoken.value ?? language, theme, width: "middle" });
    if (text !== null) download(theme === "light" ? PICTURE : PICTURE.replace(".svg", ".dark.svg"), "image/svg+xml", text);
  });
}

async function transcript(language: Language): Promise<void> {
  await withFigure(async ({ transcriptHere }) => {
    const text = await transcriptHere(spoken.value ?? language);
    if (text !== null) download("reconcile-playground.txt", "text/plain", text);
  });
}

async function withFigure(act: (figure: typeof import("../../figure/index.ts")) => Promise<void>): Promise<void> {
  try {
    await act(await import("../../figure/index.ts"));
  } catch {
    problem.value = { code: "part" };
  }
}
