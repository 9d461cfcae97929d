// The requeue card: returned → rule → Forget or not → queue call → when it runs next; as a sentence and as JSON.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, Decision, Pass, View } from "../contract.ts";
import { opened, toggle } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { backoff } from "./backoff.ts";
import { copyButton } from "./hand-over.ts";
import { icon } from "./icons.ts";
import { shownPass } from "./pass.ts";
import { prose } from "./prose.ts";
import { whose } from "./whose.ts";

export function requeueCard(view: View, controller: ControllerView): TemplateResult {
  const w = words().requeue;
  const pass = shownPass(controller);
  return html`
    <section class="card requeue-card area-pass" aria-labelledby="requeue-title">
      <header class="card-head"><h2 id="requeue-title">${w.title}</h2>${whose()}</header>
      ${pass?.decision
        ? decision(pass, pass.decision, view, controller)
        : pass?.ended === "crashed"
          ? html`<p class="empty">${w.crashed}</p>`
          : html`<p class="empty">${w.none}</p>${pass?.answers.requeue ? html`<p>${prose(w.intends(pass.answers.requeue))}</p>` : ""}`}
    </section>`;
}

function decision(pass: Pass, now: Decision, view: View, controller: ControllerView): TemplateResult {
  const w = words().requeue;
  const json = JSON.stringify(now, null, 2);
  return html`
    <p class="sentence">${prose(w.sentence(now))}</p>
    <dl class="steps">
      <div><dt>${w.steps.returned}</dt><dd class="mono">${w.returned(now)}</dd></div>
      <div><dt>${w.steps.rule}</dt><dd>${prose(w.rule(now.rule))}${now.ignored && now.ignored.length > 0 ? html` <span class="muted">${w.ignored(now.ignored)}</span>` : ""}</dd></div>
      <div><dt>${w.steps.forget}</dt><dd>${now.forgets ? w.forgets : w.keeps(now.failures)}</dd></div>
      <div><dt>${w.steps.call}</dt><dd>${now.call === null ? w.noCall : html`<span class="mono">${w.call(now.call, now.delay)}</span>`} ${now.effect === null ? "" : html`<span class="muted">${w.effects[now.effect] ?? now.effect}</span>`}</dd></div>
      <div><dt>${w.steps.runs}</dt><dd>${now.due === null ? w.never : now.due < view.time ? w.ran(now.due) : w.runs(now.due, view.time)}</dd></div>
    </dl>
    ${backoff(pass, controller)}
    <details class="json" ?open=${opened.value.has("json")} @toggle=${(event: Event) => toggle("json", (event.target as HTMLDetailsElement).open)}>
      <summary>${icon("chevron")}<span>${w.json}</span></summary>
      <pre tabindex="0" aria-label=${w.json}>${json}</pre>
      ${copyButton("requeue", () => json, w)}
    </details>`;
}
