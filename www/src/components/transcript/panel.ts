// The run as an ordered list, oldest first: as sentences, as `kubectl get -w` prints it, as the controller's log.

import { html, type TemplateResult } from "lit-html";
import { entries } from "../../state/run.ts";
import { transcriptWords } from "../../words/transcript/index.ts";
import type { TranscriptWords } from "../../words/transcript/en.ts";
import type { Language } from "../../words/index.ts";
import { copyButton, download } from "../hand-over.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";
import { kubectl, kubectlText } from "./as-kubectl.ts";
import { controllerLog, controllerLogText } from "./as-log.ts";
import { sentences, sentencesText } from "./as-sentences.ts";
import { follow, toHere } from "./follow.ts";
import { form, FORMS, type Form } from "./state.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const w = await transcriptWords(language);
  return () => panel(w);
}

interface Shape {
  shown: (w: TranscriptWords) => TemplateResult | string;
  text: (w: TranscriptWords) => string;
  file: string;
}

const SHAPES: Record<Form, Shape> = {
  sentences: { shown: sentences, text: sentencesText, file: "transcript.txt" },
  kubectl: { shown: kubectl, text: kubectlText, file: "kubectl.txt" },
  log: { shown: controllerLog, text: controllerLogText, file: "controller.log" },
};

function panel(w: TranscriptWords): TemplateResult {
  const shape = SHAPES[form.value];
  follow();
  return html`
    <section class="card transcript" aria-labelledby="transcript-title">
      <header class="card-head">
        <h2 id="transcript-title" tabindex="-1">${w.title}</h2><span class="muted">${w.hint}</span>
      </header>
      <div class="transcript-tools">
        <div class="switch" role="group" aria-label=${w.form}>
          ${FORMS.map((name) => html`<button type="button" aria-pressed=${form.value === name ? "true" : "false"} @click=${() => { form.value = name; }}>${prose(w.forms[name])}</button>`)}
        </div>
        <span class="spring"></span>
        <button type="button" class="small" @click=${toHere}>${w.here}</button>
        ${copyButton("transcript", () => shape.text(w), w)}
        <button type="button" class="small" @click=${() => download(shape.file, "text/plain;charset=utf-8", shape.text(w))}>${icon("file")}${w.download}</button>
      </div>
      ${entries.value.length === 0 && form.value === "sentences" ? html`<p class="empty">${w.none}</p>` : ""}
      ${shape.shown(w)}
    </section>`;
}
