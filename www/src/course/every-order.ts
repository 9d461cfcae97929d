// What runs at the end of a chapter once it was asked for: each way of writing with its own check.

import { effect, signal } from "@preact/signals-core";
import { html, render, type TemplateResult } from "lit-html";
import { catalog, spoken } from "catalog:check";
import { checkBox } from "../check/box.ts";
import { Checking } from "../check/checking.ts";
import { storyOf } from "../check/told.ts";
import { icon, type IconName } from "../components/icons.ts";
import { prose } from "../components/prose.ts";
import type { CheckFails, Verdict } from "../contract.ts";
import { pack } from "../derive/link.ts";
import { COURSE } from "../words/course/index.ts";
import type { EndingData } from "./page-data.ts";

const w = COURSE[spoken].check;
const words = { ...catalog, waiting: w.waiting, seeHint: w.seeHint };

const ICONS: Record<Verdict["verdict"], IconName> = { holds: "check", fails: "warning", notFinished: "hourglass" };
const TONES: Record<Verdict["verdict"], string> = { holds: "ok", fails: "bad", notFinished: "warn" };

export function open(place: HTMLElement, { ways }: EndingData): void {
  const checks = ways.map(() => new Checking());
  const at = signal(0);
  const outcome = (number: number): Verdict["verdict"] | null => {
    const now = checks[number]!.state.value;
    return now.code === "verdict" ? now.verdict.verdict : null;
  };
  const mark = (number: number): TemplateResult => {
    const now = outcome(number);
    return now === null
      ? html`<span class="check-mark muted">${w.untried}</span>`
      : html`<span class="check-mark tone-${TONES[now]}">${icon(ICONS[now])}<span>${catalog.table.verdicts[now]}</span></span>`;
  };
  effect(() => {
    const number = at.value;
    const way = ways[number]!;
    render(html`
      <fieldset class="ending-ways"><legend>${w.way}</legend>${ways.map(({ id, name }, one) => html`
        <label><input type="radio" name="ending" value=${id} .checked=${one === number} @change=${() => { at.value = one; }}><span>${prose(name)}</span>${mark(one)}</label>`)}
      </fieldset>
      <section class="check-side" aria-label=${w.result}>
        ${checkBox({ checking: checks[number]!, w: words, subject: () => way.subject, see: (verdict) => void see(verdict) })}
        ${outcome(number) === null ? "" : html`<p class="ending-why">${prose(way.why)}</p>`}
      </section>`, place);
  });
  checks[0]!.begin(ways[0]!.subject);
}

/** In the playground, at its decisive move. */
async function see(verdict: CheckFails): Promise<void> {
  location.href = new URL(`../../index.html${await pack({ ...verdict.session, view: { lang: spoken, at: verdict.decisive, story: storyOf(verdict) } })}`, location.href).href;
}
