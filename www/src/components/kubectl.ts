// What kubectl would print of the object that is open: read-only, to be copied.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { commandOf, printed, VERBS, type Verb } from "../kubectl/print.ts";
import { openRef } from "../state/drafts.ts";
import { serverObject } from "../state/world.ts";
import { editorWords } from "../words/editor/index.ts";
import type { EditorWords } from "../words/editor/en.ts";
import type { Language } from "../words/index.ts";
import { copyText } from "./hand-over.ts";
import { icon } from "./icons.ts";

type Words = EditorWords["kubectl"];

const verb = signal<Verb>("yaml");
const managed = signal(false);
/** The text that was copied, and how that went. */
const copied = signal<{ text: string; done: boolean } | null>(null);

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const { kubectl } = await editorWords(language);
  return () => view(kubectl);
}

function view(w: Words): TemplateResult {
  const ref = openRef.value;
  const command = commandOf(verb.value, ref, managed.value);
  const text = printed(verb.value, ref, serverObject(ref), managed.value);
  const taken = copied.value?.text === text ? copied.value : null;
  return html`
    <div class="kubectl">
      <div class="kubectl-verbs">
        <div class="segments" role="group" aria-label=${w.what}>
          ${(Object.keys(VERBS) as Verb[]).map((one) => html`<button type="button" aria-pressed=${verb.value === one ? "true" : "false"} @click=${() => { verb.value = one; }}>${VERBS[one]}</button>`)}
        </div>
        ${verb.value === "yaml" ? html`<label class="check"><input type="checkbox" .checked=${managed.value} @change=${(event: Event) => { managed.value = (event.target as HTMLInputElement).checked; }}>${w.managed}</label>` : ""}
      </div>
      <div class="kubectl-screen">
        <p class="kubectl-command"><span aria-hidden="true">$ </span>${command}</p>
        <pre tabindex="0" lang="en" aria-label=${w.output(command)}>${text}</pre>
      </div>
      <p class="kubectl-foot"><button type="button" class="small" @click=${() => void copy(text)}>${icon("copies")}${w.copy}</button>
        <span role="status">${taken ? (taken.done ? w.copied : w.notCopied) : ""}</span></p>
    </div>`;
}

async function copy(text: string): Promise<void> {
  copied.value = { text, done: await copyText(text) };
}
