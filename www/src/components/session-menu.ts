// The session as a whole: as a file, as a link, and a new beginning. What it takes is loaded when it is asked for.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { isLink } from "../state/kept.ts";
import { moment, problem, session } from "../state/run.ts";
import { dialog } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { copyText, download } from "./hand-over.ts";
import { icon } from "./icons.ts";
import { leaving } from "./leaving.ts";
import { closeByEscape, closeWhenLeft } from "./menu.ts";

/** Many places cut links that are longer. */
export const LONG = 2_000;

/** The link that was made last, at which moment, and whether it went to the clipboard. */
const made = signal<{ at: unknown; link: string; copied: boolean } | null>(null);

export function sessionMenu(): TemplateResult {
  const w = words().session;
  const link = made.value?.at === moment.value ? made.value : null;
  return html`
    <details class="menu session-menu" @keydown=${closeByEscape} @focusout=${closeWhenLeft} @toggle=${() => { made.value = null; }}>
      <summary class="button" aria-label=${w.title}>${icon("file")}<span class="wide">${w.title}</span></summary>
      <div class="menu-body">
        <button type="button" class="quiet" @click=${(event: Event) => { saveSession(); close(event); }}>${w.save}</button>
        <label class="button quiet">
          ${w.open}
          <input class="visually-hidden" type="file" accept=".json,application/json" @change=${choose}>
        </label>
        <button type="button" class="quiet" @click=${(event: Event) => { dialog.value = "share"; close(event); }}>${w.share}</button>
        <button type="button" class="quiet" @click=${copyLink}>${w.copy}</button>
        <div class="link-made" role="status">${link ? linkMade(link.link, link.copied) : ""}</div>
        <button type="button" class="quiet" title=${w.fromHereHint} @click=${fromHere}>${w.fromHere}</button>
      </div>
    </details>`;
}

/** How long it is; where it could not be copied, it stands there to be. */
function linkMade(link: string, copied: boolean): TemplateResult {
  const w = words().session;
  return html`
    <p>${copied ? w.copied(link.length) : w.notCopied(link.length)}</p>
    ${link.length > LONG ? html`<p class="mistake">${icon("warning")}<span>${w.long(LONG)}</span></p>` : ""}
    ${copied ? "" : html`<input type="text" readonly aria-label=${w.link} .value=${link} @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}>`}`;
}

/** Hands the session over as a file; nothing leaves the machine. */
export function saveSession(): void {
  download("reconcile-session.json", "application/json", `${JSON.stringify(session(), null, 1)}\n`);
}

type Sessions = typeof import("../state/session.ts");

async function withSessions(act: (sessions: Sessions) => Promise<unknown>): Promise<void> {
  let sessions: Sessions;
  try {
    sessions = await import("../state/session.ts");
  } catch {
    problem.value = { code: "part" };
    return;
  }
  await act(sessions);
}

async function choose(event: Event): Promise<void> {
  const input = event.target as HTMLInputElement;
  const [file] = input.files ?? [];
  if (file && leaving()) await withSessions(({ openFile }) => openFile(file));
  input.value = "";
  close(event);
}

function copyLink(): Promise<void> {
  return withSessions(async ({ linkHere }) => {
    const at = moment.value;
    const link = await linkHere();
    const copied = await copyText(link);
    made.value = { at, link, copied };
  });
}

async function fromHere(event: Event): Promise<void> {
  close(event);
  await withSessions(({ startFromHere }) => startFromHere());
}

/** Another link in the address: what it holds comes in place of this run. */
export function followAddress(): void {
  window.addEventListener("hashchange", () => {
    const { hash } = location;
    if (isLink(hash) && leaving()) void withSessions(({ openLink }) => openLink(hash));
  });
}

function close(event: Event): void {
  (event.target as Element).closest("details")?.removeAttribute("open");
}
