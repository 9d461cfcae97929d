// The page of one scenario or task: what it is, its picture, the same in words, and how to put it elsewhere. Read without
// any script.

import { plain } from "../derive/marks.ts";
import { elementFor, iframeFor, markdownFor, pictureFor, type Wish } from "../derive/snippets.ts";
import { escape, prose } from "../real/text.ts";
import { COURSE } from "../words/course/index.ts";
import { LANGUAGES, NAMES, type Language } from "../words/index.ts";
import { CARD } from "./card.ts";
import { drawn, saidOf } from "./picture.ts";
import type { Shot, Spoken } from "./shot.ts";
import { partsOf } from "./transcript.ts";

/** From a page to the site's root. */
const ROOT = "../../";
const LOCALES: Record<Language, string> = { en: "en_US", ja: "ja_JP", ko: "ko_KR" };

export interface Size { width: number; height: number }

export interface Place {
  /** Of its files: the scenario's, or `task.` and the task's. */
  name: string;
  /** What one will see there, where something is said of it. */
  see: string[];
  sizes: { middle: Size; narrow: Size };
  /** The address of the site; null: nobody knows it. */
  site: string | null;
}

/** How the page, the frame and the element are told which one it is. */
export function asked(name: string): { key: "scenario" | "task"; id: string } {
  return name.startsWith("task.") ? { key: "task", id: name.slice("task.".length) } : { key: "scenario", id: name };
}

/** `icon`: the link to it, as the playground's page has it. */
export async function pageOf(shot: Shot, spoken: Spoken, place: Place, icon: string): Promise<string> {
  const { language, words: w, figure, called: { title, about } } = spoken;
  const { name, see, sizes, site } = place;
  const f = figure.page;
  const c = COURSE[language];
  const { key, id } = asked(name);
  const said = drawn(spoken, () => saidOf(shot, plain(about[0] ?? figure.beginning)));
  const move = w.controls.at(shot.view.position);
  const { moves, heading, stations } = await partsOf(shot, spoken);
  const alt = figure.picture(title, move, said);
  const at = (file: string): string => escape(`${site ?? ROOT}${file}`);
  const description = escape(about.map(plain).join(" "));
  const picture = (theme: "light" | "dark", narrow: boolean): string => `pictures/${name}.${language}.${theme}${narrow ? ".narrow" : ""}.svg`;
  const size = ({ width, height }: Size): string => `width="${width}" height="${height}"`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${description}">
<title>${escape(title)} · ${c.site}</title>
${icon}
<link rel="stylesheet" href="${ROOT}style.css">
<link rel="stylesheet" href="${ROOT}course.css">
<link rel="stylesheet" href="${ROOT}figures.css">
${LANGUAGES.map((one) => `<link rel="alternate" hreflang="${one}" href="${at(`scenario/${one}/${name}.html`)}">`).join("\n")}
<link rel="canonical" href="${at(`scenario/${language}/${name}.html`)}">
<link rel="alternate" type="application/json+oembed" href="${at(`oembed/${name}.json`)}" title="${escape(title)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${c.site}">
<meta property="og:locale" content="${LOCALES[language]}">
<meta property="og:title" content="${escape(title)}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${at(`scenario/${language}/${name}.html`)}">
<meta property="og:image" content="${at(`og/${name}.png`)}">
<meta property="og:image:width" content="${CARD.width}">
<meta property="og:image:height" content="${CARD.height}">
<meta property="og:image:alt" content="${escape(title)}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${escape(title)}">
<meta name="twitter:description" content="${description}">
<meta name="twitter:image" content="${at(`og/${name}.png`)}">
</head>
<body class="course">
<a class="skip" href="#text">${c.skip}</a>
<header class="course-top">
<a class="course-brand" href="${ROOT}index.html?lang=${language}"><svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"></rect><path d="M23.500 12.500a8.200 8.200 0 1 0 .6 5.500M23.700 6.800v5.700h-5.700"></path></svg><span>${c.site}</span></a>
<nav class="course-nav" aria-label="${c.sections}"><a href="${ROOT}course/${language}/index.html">${c.course}</a><a href="${ROOT}course/${language}/lab.html">${c.lab}</a><a href="${ROOT}course/${language}/real.html">${c.real}</a><a href="${ROOT}index.html?lang=${language}">${c.playground}</a></nav>
<nav class="course-languages" aria-label="${c.languages}">${LANGUAGES.map((one) => `<a href="../${one}/${name}.html" lang="${one}" hreflang="${one}"${one === language ? ' aria-current="true"' : ""}>${NAMES[one]}</a>`).join("")}</nav>
</header>
<main id="text" tabindex="-1">
<article class="figure-page">
<h1>${escape(title)}</h1>
<p class="lead">${prose(about[0] ?? "")}</p>
<figure>
<picture>
<source media="(max-width: 640px) and (prefers-color-scheme: dark)" srcset="${ROOT}${picture("dark", true)}" ${size(sizes.narrow)}>
<source media="(max-width: 640px)" srcset="${ROOT}${picture("light", true)}" ${size(sizes.narrow)}>
<source media="(prefers-color-scheme: dark)" srcset="${ROOT}${picture("dark", false)}" ${size(sizes.middle)}>
<img src="${ROOT}${picture("light", false)}" alt="${escape(alt)}" ${size(sizes.middle)}>
</picture>
</figure>
<p><a class="open" href="${ROOT}index.html?${key}=${id}&amp;lang=${language}">${f.open}</a></p>
${see.length === 0 ? "" : `<h2>${key === "task" ? f.asked : f.see}</h2>\n${see.map((one) => `<p>${prose(one)}</p>`).join("\n")}`}
<h2>${f.inWords}</h2>
${moves.length === 0 ? `<p>${escape(figure.beginning)}</p>` : moves.map((part) => `<h3>${prose(part.heading)}</h3>
<ol class="told" start="${part.moves[0]?.number ?? 1}">
${part.moves.map(({ number, time, sentences }) => `<li value="${number}"><span class="when">${escape(time)}</span> ${prose(sentences)}</li>`).join("\n")}
</ol>`).join("\n")}
<h3>${escape(heading.replace(/[:：]$/, ""))}</h3>
<ul class="stands">
${stations.map((one) => `<li>${escape(one)}</li>`).join("\n")}
</ul>
<h2>${f.place}</h2>
<p>${prose(f.placeHint)}${site === null ? ` ${prose(f.relative("reconcile-playground.js"))}` : ""}</p>
${snippets(title, alt, language, place).map(([head, text]) => `<h3>${escape(head === "element" ? f.element : head === "frame" ? f.frame : f.markdown)}</h3>\n<pre><code translate="no">${escape(text)}</code></pre>`).join("\n")}
<h3>${f.files}</h3>
<ul class="files">
${([["middle", f.picture], ["narrow", f.narrow]] as const).map(([width, what]) => `<li>${escape(what)}${w.between.colon}${(["light", "dark"] as const).map((theme) => `<a href="${ROOT}${picture(theme, width === "narrow")}">${w.page.themes[theme]}</a>`).join(w.between.comma)}</li>`).join("\n")}
<li><a href="${ROOT}pictures/${name}.${language}.txt">${f.text}</a></li>
<li><a href="${ROOT}og/${name}.png">${f.card}</a></li>
</ul>
</article>
</main>
<footer class="course-foot"><p>${c.foot} <a href="${ROOT}licences.txt">${c.licences}</a></p></footer>
</body>
</html>
`;
}

/** What an author copies. */
function snippets(title: string, alt: string, language: Language, { name, sizes: { middle: { width, height } }, site }: Place): [kind: "element" | "frame" | "markdown", text: string][] {
  const { key, id } = asked(name);
  const wish: Wish = { subject: key === "task" ? { task: id } : { scenario: id }, title, base: site ?? "", lang: language };
  const image = pictureFor(wish, language) ?? "";
  return [
    ["element", elementFor(wish, `<img src="${escape(image)}" width="${width}" height="${height}" loading="lazy"\n    alt="${escape(alt)}">`)],
    ["frame", iframeFor(wish)],
    ["markdown", markdownFor(wish, image)],
  ];
}

const FRAME: Size = { width: 720, height: 900 };

/** oEmbed 1.0, for hosts that make a frame of an address. */
export function oembedOf({ called: { title } }: Spoken, name: string, site: string | null): Record<string, string | number> {
  const base = site ?? "../";
  const { key, id } = asked(name);
  return {
    version: "1.0", type: "rich", title, provider_name: "reconcile playground", provider_url: site ?? `${base}index.html`, cache_age: 86_400,
    html: `<iframe src="${escape(`${base}embed.html?${key}=${id}`)}" title="${escape(title)}" width="${FRAME.width}" height="${FRAME.height}" sandbox="allow-scripts" allow="clipboard-write" referrerpolicy="no-referrer" loading="lazy" style="max-width:100%;border:0;color-scheme:light dark"></iframe>`, ...FRAME,
    thumbnail_url: `${base}og/${name}.png`, thumbnail_width: CARD.width, thumbnail_height: CARD.height,
  };
}
