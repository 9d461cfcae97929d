// The page that the site shows for an address that it does not have. It may be shown at any depth below the site, whose
// place it therefore has to find; without scripts it says in each language that there is nothing.

import { firstOf } from "../derive/language.ts";
import { remembered } from "../state/storage.ts";
import type { Language } from "../words/index.ts";
import { en, type MissingWords } from "../words/missing/en.ts";
import { ja } from "../words/missing/ja.ts";
import { ko } from "../words/missing/ko.ts";

const CATALOGS: Record<Language, MissingWords> = { en, ja, ko };

interface Site { root: string; latest: string; versions: readonly string[] }

const { pathname, search, hash } = location;
/** A version's folder, and what the address wants in it. */
const [, before, wanted, rest = ""] = /^(.*\/)(v\d[^/]*|latest)(?:\/(.*))?$/.exec(pathname) ?? [];

/** Every folder that the site may lie in: where a version's folder would be, then from the address upwards. */
function* folders(): Generator<string> {
  if (before !== undefined) yield before;
  for (let at = pathname; at !== "/"; ) {
    at = at.replace(/[^/]*\/?$/, "");
    if (at !== before) yield at;
  }
}

async function findSite(): Promise<Site | null> {
  for (const root of folders()) {
    try {
      const answer = await fetch(`${root}versions.json`, { cache: "no-cache" });
      if (!answer.ok) continue;
      const { latest, versions } = await answer.json() as Partial<Record<string, unknown>>;
      if (typeof latest === "string" && Array.isArray(versions)) return { root, latest, versions: versions.filter((one) => typeof one === "string") };
    } catch { /* not there, or nobody may ask: a frame without an origin */ }
  }
  return null;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, ...children: Node[]): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(text, ...children);
  return made;
}

function link(text: string, href: string, className = ""): HTMLAnchorElement {
  const made = element("a", text);
  made.href = href;
  made.className = className;
  return made;
}

function inVersion(root: string, folder: string): string {
  return `${root}${folder}/${rest}${search}${hash}`;
}

function shown(site: Site | null, language: Language): [title: string, body: Node[]] {
  const w = CATALOGS[language];
  if (wanted === undefined || before === undefined || (wanted === "latest" && site === null)) return [w.title, [element("p", w.lead), ...starts(site, language)]];
  const version = wanted === "latest" ? site?.latest ?? "" : wanted.slice(1);
  const others = (site?.versions ?? []).filter((one) => one !== version);
  const list = others.length === 0 ? [] : [
    element("h2", w.those),
    element("ul", "", ...others.map((one) => element("li", "", link(w.version(one), inVersion(site!.root, `v${one}`))))),
  ];
  if (site?.versions.includes(version)) return [w.title, [element("p", w.notInVersion(version)), ...starts(site, language, `${wanted}/`), ...list]];
  return [w.noVersion(version), [
    element("p", w.noVersionLead(version)),
    element("p", "", link(w.latest(site?.latest ?? null), inVersion(site?.root ?? before, "latest"), "button")),
    element("p", w.latestHint),
    ...list,
  ]];
}

/** Where one may begin instead. */
function starts(site: Site | null, language: Language, folder = ""): Node[] {
  if (site === null) return [];
  const w = CATALOGS[language];
  const at = `${site.root}${folder}`;
  return [element("p", "", link(w.playground, `${at}index.html?lang=${language}`, "button"), link(w.course, `${at}course/${language}/index.html`, "button quiet"))];
}

const languages = Object.keys(CATALOGS) as Language[];
const language = firstOf(languages, [new URLSearchParams(search).get("lang"), remembered("language"), ...navigator.languages]) ?? "en";
const [title, body] = shown(await findSite(), language);
document.documentElement.lang = language;
document.title = `${title} · reconcile playground`;
const main = document.querySelector("main")!;
main.replaceChildren(element("h1", title), ...body);
