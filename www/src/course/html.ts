// The pages of the course as text: what one reads without JavaScript, and what the script of a chapter finds its places in.

import { filled, SHOWN, type Outcome } from "../lesson/play.ts";
import type { Verdict } from "../contract.ts";
import type { EndingText, Idea, IdeaText, Lesson, LessonText, Question, Value } from "../lesson/lesson.ts";
import { LANGUAGES, NAMES, type Language } from "../words/index.ts";
import { COURSE } from "../words/course/index.ts";
import { en } from "../words/check/en.ts";
import { ja } from "../words/check/ja.ts";
import { ko } from "../words/check/ko.ts";
import type { CourseWords } from "../words/course/en.ts";
import { escape, paragraphs, prose } from "../real/text.ts";
import { plain } from "../derive/marks.ts";
import { said } from "./say.ts";

/** A place in the site: the chapters' folder and what stands beside it. */
export interface Place { language: Language; /** Of this page. */ file: string; title: string; lead: string }

export interface Entry { file: string; title: string; lead: string; group: "chapters" | "cases" | "after" }

/** From a page of the course to the site's root. */
const ROOT = "../../";

/** The whole page around its text. `head`: what the playground's page has in its head, too; `script`: what runs in it, and the data for it. */
export function frame(place: Place, head: string, body: string, script?: { file: string; data: string; engine: readonly string[] }): string {
  const { language, file, title, lead } = place;
  const w = COURSE[language];
  const nav: [string, string][] = [["index.html", w.course], ["lab.html", w.lab], ["real.html", w.real], [`${ROOT}index.html?lang=${language}`, w.playground]];
  return `<!doctype html>
<html lang="${language}">
<head>
${head}
<meta name="description" content="${escape(plain(lead))}">
<title>${escape(title)} · ${w.site}</title>
<link rel="stylesheet" href="${ROOT}style.css">
<link rel="stylesheet" href="${ROOT}parts.css">
<link rel="stylesheet" href="${ROOT}course.css">
${LANGUAGES.filter((one) => one !== language).map((one) => `<link rel="alternate" hreflang="${one}" href="../${one}/${file}">`).join("\n")}
${script ? script.engine.map((one) => (one.endsWith(".wasm") ? `<link rel="preload" as="fetch" type="application/wasm" crossorigin href="${ROOT}${one}">` : `<link rel="modulepreload" href="${ROOT}${one}">`)).join("\n") : ""}
${script ? `<script type="module" src="${ROOT}${script.file}"></script>` : ""}
</head>
<body class="course">
<a class="skip" href="#text">${w.skip}</a>
<header class="course-top">
<a class="course-brand" href="index.html"><svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"></rect><path d="M23.500 12.500a8.200 8.200 0 1 0 .6 5.500M23.700 6.800v5.700h-5.700"></path></svg><span>${w.site}</span></a>
<nav class="course-nav" aria-label="${w.sections}">${nav.map(([href, name]) => `<a href="${href}"${href === file ? ' aria-current="page"' : ""}>${name}</a>`).join("")}</nav>
<nav class="course-languages" aria-label="${w.languages}">${LANGUAGES.map((one) => `<a href="../${one}/${file}" lang="${one}" hreflang="${one}"${one === language ? ' aria-current="true"' : ""}>${NAMES[one]}</a>`).join("")}</nav>
</header>
<main id="text" tabindex="-1">
${body}
</main>
<footer class="course-foot"><p>${w.foot} <a href="${ROOT}licences.txt">${w.licences}</a></p></footer>
${script ? `<script type="application/json" id="chapter">${script.data.replaceAll("<", "\\u003c")}</script>` : ""}
</body>
</html>
`;
}

export interface Code { habit: string; value: string; go: string; rust: string }

/** A public report; `id`: it can be played. */
export interface Thread { address: string; id: string | null }

export interface ChapterInput {
  lesson: Lesson;
  text: LessonText;
  outcomes: Record<string, Outcome & { table: Record<string, Record<string, Value>> }>;
  /** By idea: lines of code, public reports, and the address at which the playground opens with it. */
  code: Record<string, Code[]>;
  reports: Record<string, Thread[]>;
  links: Record<string, string>;
  /** What the ways of its check come to. */
  verdicts: Record<string, Verdict>;
  entries: readonly Entry[];
}

export function chapter(place: Place, input: ChapterInput): string {
  const w = COURSE[place.language];
  const { lesson, text, entries } = input;
  const at = entries.findIndex(({ file }) => file === place.file);
  return `<article class="chapter">
<p class="caption">${w.chapter(at + 1, entries.length)}</p>
<h1>${prose(text.title)}</h1>
<p class="lead">${prose(text.lead)}</p>
<noscript><p class="banner info">${w.staticNote}</p></noscript>
${lesson.ideas.map((one) => idea(one, text.ideas[one.id]!, input, w, place.language)).join("\n")}
${lesson.check && text.check ? ending(lesson.check.ways.map(({ id }) => id), text.check, input.verdicts, place.language) : ""}
${around(entries, at, w)}
</article>`;
}

const CHECK = { en, ja, ko };

/** What the engine said of each way when the page was built. The script puts its own in place of it. */
function ending(ways: readonly string[], text: EndingText, verdicts: Record<string, Verdict>, language: Language): string {
  const w = COURSE[language].check;
  const words = CHECK[language];
  const said = (verdict: Verdict): string[] => (verdict.verdict !== "fails" ? [words[verdict.verdict]] : [
    words.fails(words.properties[verdict.property][0]),
    words.story(verdict.session.moves.length, verdict.faults, verdict.othersMoves),
  ]);
  return `<section class="idea ending" id="check" data-check aria-labelledby="check-title">
<h2 id="check-title">${prose(text.title)}</h2>
${paragraphs(text.situation)}
<div class="ending-built">
<table>
<thead><tr><th scope="col">${w.way}</th><th scope="col">${w.says}</th></tr></thead>
<tbody>${ways.map((id) => `<tr><th scope="row">${prose(text.ways[id]!.name)}</th><td>${paragraphs([...said(verdicts[id]!), text.ways[id]!.why])}</td></tr>`).join("\n")}</tbody>
</table>
</div>
</section>`;
}

function idea(one: Idea, text: IdeaText, { outcomes, code, reports, links }: ChapterInput, w: CourseWords, language: Language): string {
  const outcome = outcomes[one.id]!;
  const named = { ...outcome.values, ...outcome.answers };
  const questionOf = (id: string) => text.questions[id];
  const say = (sentence: string): string => prose(filled(sentence, named, (value) => said(value, undefined, w)));
  return `<section class="idea" id="idea-${one.id}" data-idea="${one.id}" aria-labelledby="idea-${one.id}-title">
<h2 id="idea-${one.id}-title">${prose(text.title)}</h2>
${paragraphs(text.situation.map((sentence) => filled(sentence, named)))}
<a class="skip-stage" href="#idea-${one.id}-question">${w.answerFirst}</a>
<div class="stage" data-stage></div>
<p class="stage-link"><a href="${escape(links[one.id]!)}">${w.open}</a></p>
<form class="predict" id="idea-${one.id}-question" tabindex="-1" novalidate>
<p class="caption">${w.predict}</p>
${one.questions.map((question) => fieldset(one, question, questionOf(question.id)!, w)).join("\n")}
<div class="predict-commit" hidden><button type="submit" class="primary">${w.commit}</button><p class="mistake" role="alert"></p></div>
</form>
<details class="answer">
<summary>${w.answerTitle}</summary>
<div class="answer-body">
<ul class="answers">${one.questions.map((question) => `<li data-answer="${question.id}"><span class="asked">${prose(questionOf(question.id)!.ask)}</span> <span class="answer-said">${prose(w.answer(said(outcome.answers[question.id] ?? null, questionOf(question.id), w)))}</span></li>`).join("")}</ul>
<h3>${w.why}</h3>
${text.explain.map((sentence) => `<p>${say(sentence)}</p>`).join("\n")}
${table(one, text, outcome.table, w)}
${codeOf(text, code[one.id] ?? [], w)}
${(reports[one.id] ?? []).length === 0 ? "" : `<h3>${w.reports}</h3><ul class="reports">${reports[one.id]!.map((report) => `<li>${threadLink(report, w, language)}</li>`).join("")}</ul>`}
</div>
</details>
</section>`;
}

function fieldset(one: Idea, { id, options = [true, false] }: Question, text: { ask: string; options?: Record<string, string> }, w: CourseWords): string {
  const name = `${one.id}-${id}`;
  return `<fieldset data-question="${id}">
<legend>${prose(text.ask)}</legend>
${options.map((option, at) => `<label><input type="radio" name="${name}" value="${at}"><span>${prose(said(option, text, w))}</span></label>`).join("\n")}
</fieldset>`;
}

/** The ways side by side. The script empties what was not played yet. */
function table(one: Idea, text: IdeaText, cells: Record<string, Record<string, Value>>, w: CourseWords): string {
  if (!one.figures || one.figures.length === 0) return "";
  const ways = [SHOWN, ...(one.beside ?? []).map(({ id }) => id)];
  return `<h3>${w.table}</h3>
<div class="figures" tabindex="0" role="region" aria-label="${w.table}: ${escape(plain(text.title))}">
<table>
<thead><tr><th scope="col">${w.way}</th>${ways.map((way) => `<th scope="col" data-way="${way}">${prose(text.variants?.[way] ?? way)}</th>`).join("")}</tr></thead>
<tbody>${one.figures.map(({ id }) => `<tr><th scope="row">${prose(text.figures?.[id] ?? id)}</th>${ways.map((way) => `<td data-way="${way}" data-figure="${id}">${escape(said(cells[way]?.[id] ?? null, undefined, w))}</td>`).join("")}</tr>`).join("\n")}</tbody>
</table>
</div>`;
}

function codeOf(text: IdeaText, lines: readonly Code[], w: CourseWords): string {
  const shown = lines.filter(({ go, rust }) => go !== "" || rust !== "");
  if (shown.length === 0) return "";
  const block = (name: string, code: string): string => (code === "" ? "" : `<figure><figcaption>${name}</figcaption><pre tabindex="0" aria-label="${name}"><code translate="no">${escape(code)}</code></pre></figure>`);
  return `<h3>${w.code}</h3>
${text.code === undefined ? "" : `<p>${prose(text.code)}</p>`}
${shown.map(({ habit, value, go, rust }) => `<div class="snippet"><p class="caption">${prose(w.codeOf(habit as never, value))}</p><div class="snippet-pair">${block(w.go, go)}${block(w.rust, rust)}</div></div>`).join("\n")}`;
}

function threadLink({ address, id }: Thread, w: CourseWords, language: Language): string {
  const name = thread(address);
  const link = `<a href="${escape(address)}" rel="external noreferrer">${prose(w.report(name))}</a>`;
  return id === null ? link : `${link} <a class="report-play" href="${ROOT}index.html?report=${id}&amp;lang=${language}" aria-label="${escape(w.playAria(name))}">${w.play}</a>`;
}

/** What a thread is called: `owner/name#12`, else its host and path. */
function thread(address: string): string {
  const [, repository, number] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:issues|pull|discussions)\/(\d+)/.exec(address) ?? [];
  return repository === undefined ? address.replace(/^https?:\/\//, "") : `${repository}#${number}`;
}

function around(entries: readonly Entry[], at: number, w: CourseWords): string {
  const link = (entry: Entry | undefined, name: string, rel: string): string => (entry ? `<a rel="${rel}" href="${entry.file}"><span class="caption">${name}</span> ${prose(entry.title)}</a>` : "");
  return `<nav class="around" aria-label="${w.around}">${link(entries[at - 1], w.previous, "prev")}${link(entries[at + 1], w.next, "next")}</nav>`;
}

export interface IndexText { title: string; lead: string; howTitle: string; how: string[]; chaptersTitle: string; casesTitle: string; afterTitle: string }

export function index(text: IndexText, entries: readonly Entry[]): string {
  const list = (group: Entry["group"]): string => `<ol class="chapters-list">${entries.filter((one) => one.group === group).map((one) => `<li><a href="${one.file}" data-number="${entries.indexOf(one) + 1}"><strong>${prose(one.title)}</strong><span>${prose(one.lead)}</span></a></li>`).join("")}</ol>`;
  return `<article class="chapter">
<h1>${prose(text.title)}</h1>
<p class="lead">${prose(text.lead)}</p>
<h2>${prose(text.howTitle)}</h2>
<ol class="how">${text.how.map((one) => `<li>${prose(one)}</li>`).join("")}</ol>
<h2>${prose(text.chaptersTitle)}</h2>
${list("chapters")}
<h2>${prose(text.casesTitle)}</h2>
${list("cases")}
<h2>${prose(text.afterTitle)}</h2>
${list("after")}
</article>`;
}

/** A page whose text was made elsewhere. */
export function written(text: string, place: Place, entries: readonly Entry[]): string {
  const w = COURSE[place.language];
  const at = entries.findIndex(({ file }) => file === place.file);
  return `<article class="chapter plain">
<p class="caption">${w.chapter(at + 1, entries.length)}</p>
<h1>${prose(place.title)}</h1>
${text}
${around(entries, at, w)}
</article>`;
}

export interface LabText { title: string; lead: string; intro: string[]; tasksTitle: string }

/** `tasks`: each with the words of its page and where it opens. */
export function lab(text: LabText, tasks: readonly { id: string; title: string; story: string }[], place: Place, entries: readonly Entry[]): string {
  const w = COURSE[place.language];
  const at = entries.findIndex(({ file }) => file === place.file);
  return `<article class="chapter">
<p class="caption">${w.chapter(at + 1, entries.length)}</p>
<h1>${prose(text.title)}</h1>
<p class="lead">${prose(text.lead)}</p>
${paragraphs(text.intro)}
<h2>${prose(text.tasksTitle)}</h2>
<ol class="chapters-list">${tasks.map(({ id, title, story }, number) => `<li><a href="${ROOT}index.html?task=${id}&amp;lang=${place.language}" data-number="${number + 1}"><strong>${prose(title)}</strong><span>${prose(story)}</span></a></li>`).join("")}</ol>
${around(entries, at, w)}
</article>`;
}
