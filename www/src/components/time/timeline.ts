// The timeline. It is drawn by itself, beside the page: looking at a move draws nothing but this.

import { effect, signal, untracked } from "@preact/signals-core";
import { html, nothing, render, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { Reader } from "../../derive/timeline.ts";
import { branches, entries, moment } from "../../state/run.ts";
import { area, narrow } from "../../state/ui.ts";
import type { Language } from "../../words/index.ts";
import { timelineWords } from "../../words/timeline/index.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { icon } from "../icons.ts";
import { drawn, meanings, versions } from "./key.ts";
import { plot } from "./plot.ts";
import { linesOf } from "./stairs.ts";
import { byTime, follow, frame, looked, size, told, turn, zoom } from "./state.ts";
import { toldBelow } from "./told.ts";
import { ways } from "./ways.ts";

export async function open(language: Language): Promise<() => TemplateResult> {
  const w = await timelineWords(language);
  const mount = place(w);
  return () => html`<section class="card timeline" aria-labelledby="timeline-title" ${ref(mount)}></section>`;
}

const reader = new Reader();
const width = signal(0);

function place(w: TimelineWords): (element: Element | undefined) => void {
  let stop = (): void => {};
  return (element) => {
    stop();
    stop = () => {};
    if (!(element instanceof HTMLElement)) return;
    const drawing = effect(() => {
      // On a phone it may be behind another part.
      if (!narrow.value || area.value === "history") render(timeline(w), element);
    });
    const following = effect(() => {
      const at = moment.value?.view.position ?? 0;
      untracked(() => {
        looked.value = null;
        follow(at);
      });
    });
    const sizes = new ResizeObserver(([entry]) => { width.value = Math.floor(entry!.contentRect.width); });
    sizes.observe(element);
    stop = () => { drawing(); following(); sizes.disconnect(); };
  };
}

function timeline(w: TimelineWords): TemplateResult {
  const view = moment.value!.view;
  const all = entries.value;
  const read = reader.of(all, Object.keys(view.controllers));
  const lines = linesOf(read, view.objects);
  const at = told();
  return html`
    <header class="card-head">
      <h2 id="timeline-title">${w.title}</h2>
      ${all.length === 0 ? nothing : tools(all.length, w)}
    </header>
    ${all.length === 0
      ? html`<p class="empty">${w.empty}</p>`
      : html`
        <p class="muted timeline-hint" id="timeline-hint">${w.hint}</p>
        ${width.value === 0 ? "" : plot(read, drawn(lines), view.position, width.value, w)}
        ${toldBelow(all, at, view.position, read.times[at] ?? 0, w)}
        ${versions(lines, read, at, w)}
        ${meanings(w)}`}
    ${ways(branches.value, all.length, view.position, w)}`;
}

function tools(length: number, w: TimelineWords): TemplateResult {
  const { from, to } = frame();
  const part = size.value !== null && to - from < length;
  const last = Math.min(to, length);
  return html`
    <span class="muted">${w.shown(from, last, length)}</span>
    <span class="spring"></span>
    <div class="timeline-tools">
      ${part ? html`
        <button type="button" class="small" aria-disabled=${from === 0 ? "true" : "false"} @click=${() => turn(-1)}>${w.earlier}</button>
        <button type="button" class="small" aria-disabled=${to >= length ? "true" : "false"} @click=${() => turn(1)}>${w.later}</button>` : ""}
      <button type="button" class="small square" title=${w.zoomOut} aria-label=${w.zoomOut} aria-disabled=${to - from >= length ? "true" : "false"} @click=${() => zoom(false)}>${icon("minus")}</button>
      <button type="button" class="small square" title=${w.zoomIn} aria-label=${w.zoomIn} @click=${() => zoom(true)}>${icon("plus")}</button>
      <button type="button" class="small" aria-pressed=${size.value === null ? "true" : "false"} @click=${() => { size.value = null; }}>${w.all}</button>
      <div class="switch" role="group" aria-label=${w.scale}>
        <button type="button" aria-pressed=${byTime.value ? "false" : "true"} @click=${() => { byTime.value = false; }}>${w.byMoves}</button>
        <button type="button" aria-pressed=${byTime.value ? "true" : "false"} @click=${() => { byTime.value = true; }}>${w.byTime}</button>
      </div>
    </div>`;
}
