// What a task asks, and the learner says.

import { html, type TemplateResult } from "lit-html";
import type { Ask, Verdict } from "../../lab/task.ts";
import type { Value } from "../../lesson/lesson.ts";
import { words } from "../../words/index.ts";
import { isOpened, say, says } from "../../state/lab.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { icon } from "../icons.ts";
import { plain, prose } from "../prose.ts";

export function question(ask: Ask, text: string, now: Verdict, w: LabWords): TemplateResult {
  const right = now.checks.find((one) => one.ask && one.id === ask.id)?.holds === true;
  const said = Object.hasOwn(says.value, ask.id);
  const id = `ask-${ask.id}`;
  return html`
    <li class="task-ask" data-holds=${right}>
      <span class="task-mark">${icon(right ? "check" : said ? "close" : "question")}<span>${right ? w.holds : said ? w.notSo : w.notYet}</span></span>
      <span>${isOpened.value
        ? html`${prose(text)} ${said ? html`${w.theirAnswer} <strong>${theirs(says.value[ask.id]!, w)}</strong>` : w.noAnswer}`
        : html`<label for=${id}>${prose(text)}</label>
      ${ask.typed ? typed(ask, id, text, w) : chosen(ask, id, w)}`}</span>
    </li>`;
}

function typed({ id }: Ask, input: string, text: string, w: LabWords): TemplateResult {
  const now = says.value[id];
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    const said = String(new FormData(event.target as HTMLFormElement).get("said") ?? "").trim();
    if (said !== "") say(id, said);
  };
  return html`<form class="task-answer" @submit=${answer}>
    <input id=${input} name="said" type="text" inputmode="numeric" autocomplete="off" maxlength="40" .value=${now === undefined || now === null ? "" : String(now)}>
    <button type="submit" class="small" aria-label="${w.answer}${words().between.colon}${plain(text)}">${w.answer}</button>
  </form>`;
}

function chosen({ id, options = [true, false] }: Ask, input: string, w: LabWords): TemplateResult {
  const has = Object.hasOwn(says.value, id);
  const choose = (event: Event) => {
    const at = Number((event.target as HTMLSelectElement).value);
    if (options[at] !== undefined) say(id, options[at]);
  };
  return html`<select id=${input} @change=${choose}>
    <option value="-1" disabled ?selected=${!has}>${w.choose}</option>
    ${options.map((one, at) => html`<option value=${at} ?selected=${has && says.value[id] === one}>${nameOf(one, w)}</option>`)}
  </select>`;
}

/** Another's words stand there as they are. */
function theirs(value: Value, w: LabWords): unknown {
  return typeof value === "string" ? value : prose(nameOf(value, w));
}

function nameOf(value: Value, w: LabWords): string {
  return value === null ? w.none : value === true ? w.yes : value === false ? w.no : String(value);
}
