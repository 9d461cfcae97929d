// The page in each of its languages: which one it opens in, how it is changed, and that nothing is left in another.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { site } from "./site.mjs";
import { foreign, glossary, languagesIn, load } from "./words/catalogs.mjs";

const journey = site();
// The page's policy forbids inline scripts; an evaluated one comes from outside the page and is not one.
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const languages = await languagesIn("src/words");
const catalogs = Object.fromEntries(await Promise.all(languages.map(async (language) => [language, await load("src/words", language)])));
/** What parts of the page bring, by the language. */
const parts = Object.fromEntries(await Promise.all(languages.map(async (language) => [language, { compare: await load("src/words/compare", language), scenarios: await load("src/words/scenarios", language), transcript: await load("src/words/transcript", language) }])));
const NAMES = { en: "English", ja: "日本語", ko: "한국어" };
const LOCALES = { en: "en-GB", ja: "ja-JP", ko: "ko-KR" };

const spoken = (page) => page.evaluate(() => document.documentElement.lang);
const step = (page) => page.locator(".dock .step-word");

async function speaks(me, page, language) {
  await me.says(step(page), catalogs[language].controls.step);
  assert.equal(await spoken(page), language);
  assert.equal(await page.title(), catalogs[language].page.title);
}

async function choose(page, language) {
  await page.locator(".language-menu summary").click();
  await page.locator(".language-menu").getByRole("button", { name: NAMES[language] }).click();
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}

/** The words that the page asked for, by language. */
const asked = (page) => page.evaluate(() => [...new Set(performance.getEntriesByType("resource").flatMap(({ name }) => /\/([a-z]{2})-[^/]+\.js$/.exec(name)?.[1] ?? []))]);

for (const language of languages) {
  test(`a browser that speaks ${language} gets the page in it, and no other language's words`, () => journey({ locale: LOCALES[language] }, async (me, page) => {
    await speaks(me, page, language);
    assert.deepEqual(await asked(page), [language]);
  }));
}

test("a browser that speaks none of them gets English; the address comes before the browser", async () => {
  await journey({ locale: "fr-FR" }, (me, page) => speaks(me, page, "en"));
  await journey({ query: "?lang=ja-JP" }, (me, page) => speaks(me, page, "ja"));
  await journey({ locale: "ja-JP", query: "?lang=en" }, (me, page) => speaks(me, page, "en"));
  await journey({ locale: "ja-JP", query: "?lang=tlh" }, (me, page) => speaks(me, page, "ja"));
});

test("a change of the language keeps what is typed, where we are and what is open; it is remembered", () => journey({}, async (me, page) => {
  await me.step(9);
  await me.object("web-config");
  const faults = await me.faults();
  await faults.getByLabel("Its message (optional)").fill("typed into the form");
  const typed = (await me.yaml.inputValue()).replace("level: info", "level: debug");
  await me.yaml.fill(typed);
  await page.locator(".pass-row").first().click();
  for (const language of [...languages.filter((one) => one !== "en"), "en"]) {
    await choose(page, language);
    await speaks(me, page, language);
    await page.locator(`.faults h2`).waitFor();
    assert.equal(await me.yaml.inputValue(), typed);
    assert.equal(await page.locator(".tab[aria-pressed=true] .tab-name").textContent().then((text) => text.startsWith("web-config")), true);
    assert.equal(await page.locator(".faults input[name=message]").inputValue(), "typed into the form");
    assert.equal(await me.position(), catalogs[language].page.position(9, 9));
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".language-menu") !== null && document.activeElement.tagName), "SUMMARY", "the focus stays at the menu");
  }
  await choose(page, "ja");
  await me.button(catalogs.ja.editor.revert).click();
  await page.reload();
  await step(page).waitFor();
  await speaks(me, page, "ja");
}));

test("what was chosen comes before the browser's language, and an address that says otherwise follows it", () => journey({ query: "?lang=en&x=1#y" }, async (me, page) => {
  await choose(page, "ja");
  assert.match(page.url(), /\?lang=ja&x=1#y$/);
  await page.goto(page.url().replace(/\?.*/, ""));
  await speaks(me, page, "ja");
}));

test("the menu: by keyboard, closed by Escape and by leaving it, the language in use is marked", () => journey({}, async (me, page) => {
  const menu = page.locator(".language-menu");
  await menu.locator("summary").focus();
  assert.equal(await menu.locator("summary").getAttribute("aria-label"), "Language: English");
  await page.keyboard.press("Enter");
  assert.equal(await menu.locator("button[aria-current=true]").textContent(), "English");
  await page.keyboard.press("Escape");
  assert.equal(await menu.getAttribute("open"), null);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), NAMES[languages.includes("ja") ? "ja" : "en"]);
  await page.keyboard.press("Enter");
  await speaks(me, page, "ja");
  await page.keyboard.press("Enter");
  await me.yaml.focus();
  assert.equal(await menu.getAttribute("open"), null);
}));

test("without storage the page opens and the language can be changed", () => journey({}, async (me, page) => {
  await page.addInitScript(() => { Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }); });
  await page.reload();
  await speaks(me, page, "en");
  await choose(page, "ja");
  await speaks(me, page, "ja");
}));

test("words that do not come: a change leaves the language as it is and says so; at the start the page says it in the reader's language", () => journey({ locale: "ja-JP", allowed: ["net::ERR_FAILED", "Failed to load resource"] }, async (me, page) => {
  await page.route(/\/en-[^/]+\.js$/, (route) => route.abort());
  await page.locator(".language-menu summary").click();
  await me.button("English").click();
  await me.says(me.problem, catalogs.ja.problem.part);
  await speaks(me, page, "ja");
  await page.route(/\/ja-[^/]+\.js$/, (route) => route.abort());
  await page.reload();
  await me.says(page.getByRole("alert"), "ページの文言を読み込めませんでした。");
  assert.equal(await spoken(page), "ja");
  await page.unroute(/\/ja-[^/]+\.js$/);
  await me.button("再読み込み").click();
  await speaks(me, page, "ja");
}));

test("before the page is there, and without scripts, it speaks three languages", () => journey({}, async (me, page) => {
  const html = await (await page.request.get(page.url())).text();
  for (const words of [/Loading…/, /<span lang="ja">読み込み中…/, /<span lang="ko">불러오는 중…/, /<p>This page needs JavaScript/, /<p lang="ja">このページには JavaScript/, /<p lang="ko">이 페이지에는 JavaScript/]) assert.match(html, words);
}));

// --------------------------------------------------------------------------------------- nothing is left in English

/** What is read or heard: texts, names and hints; without code, what is typed, what the server said and other languages' names. */
const readable = (page) => page.evaluate(() => {
  const found = [];
  const own = "code, pre, textarea, kbd, .mono, .server-words, .snippet, .version, .tab-kind, .tab-name, .row-name, .row-kind, .mark, select[name=target], select[name=reason], a[href^='https:'], [lang]:not(html)";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.parentElement.closest("script, noscript") === null && node.parentElement.closest(own) === null) found.push(node.data.trim());
    } else if (node.closest("[lang]:not(html)") === null) {
      for (const name of ["aria-label", "title", "placeholder"]) if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return [...new Set(found.filter((text) => text !== ""))];
});

/** Names that objects, controllers and values have in every language. */
const IDENTIFIERS = [
  "kubectl get appconfig web -o yaml",
  "default/web", "default", "appconfigs.lab.example.com", "appconfig-controller", "web-config", "web-credentials", "web-db", "web", "priority", "classic", "InSync", "SecretMissing", "Invalid", "InternalError",
];

const words = await glossary();
const kept = [...IDENTIFIERS, ...words.kept].sort((one, other) => other.length - one.length);

async function situation(me, page, w, { scenarios }, name) {
  const { title } = scenarios.items[name];
  await me.button(w.page.situations).first().click();
  await page.getByRole("button", { name: `${w.scenarios.open}${w.between.colon}${title}` }).click();
  await page.locator(".guide h2", { hasText: title }).waitFor();
}

const tab = (page, w, name) => page.getByRole("button", { name: w.overTime.tabs[name], exact: true }).click();

const settle = async (me, page, w) => {
  await me.button(w.controls.settle).click();
  await page.locator(".dock[aria-busy=false]").waitFor();
};

const close = async (page) => {
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
};

/** Walks through the page; each step is a state that is read. */
const WALKS = {
  "a run": {
    before: async () => {},
    during: (me) => me.step(8),
    after: (me, page, w) => settle(me, page, w),
    passes: (me, page, w) => tab(page, w, "passes"),
    timeline: (me, page, w) => tab(page, w, "timeline"),
    transcript: (me, page, w) => tab(page, w, "transcript"),
    "the log": async (me, page, w, { transcript }) => me.button(transcript.forms.log).click(),
    "the comparison's form": async (me, page, w) => {
      await tab(page, w, "compare");
      await page.locator(".compare-setup").waitFor();
    },
    ...Object.fromEntries(["server", "watch", "cache", "queue", "collector", "outside", "reconciler"].map((station) => [`the station ${station}`, async (me, page) => {
      await me.drawer(station);
      await page.evaluate(() => { for (const drawer of document.querySelectorAll("details.interfere")) drawer.open = true; });
    }])),
    "time, and the menus": async (me, page, w) => {
      await me.button(w.controls.time).click();
      await page.evaluate(() => { for (const menu of document.querySelectorAll("details.menu")) menu.open = true; });
    },
    faults: async (me, page) => {
      await page.locator(".faults-button").click();
      await page.locator(".faults-fail button").click();
      await page.locator(".faults-armed .icon").waitFor();
    },
    "a crash": (me, page, w) => me.button(w.interfere.crash).first().click(),
  },
  "the editor": {
    "a text that is no object": async (me, page, w) => {
      await me.edit(() => "apiVersion: v1");
      await me.says(page.locator("#yaml-notes"), w.editor.faults.noKind.replaceAll("`", ""));
    },
    "a refusal": async (me, page, w) => {
      await me.button(w.editor.revert).click();
      await me.edit((text) => text.replace("color: blue", "color: on"));
      await me.editor.locator(".banner").waitFor();
    },
    "the server's object has moved on": async (me, page, w) => {
      await settle(me, page, w);
      await me.button(w.editor.compare).click();
    },
    "what Save sends": (me, page, w) => me.button(w.editor.sends).click(),
    "three truths": (me, page, w) => page.getByRole("button", { name: w.editor.view.truths, exact: true }).click(),
    kubectl: async (me, page, w) => {
      await page.getByRole("button", { name: w.editor.view.kubectl, exact: true }).click();
      await page.locator(".kubectl").waitFor();
    },
  },
  "the dialogs": {
    situations: async (me, page, w) => {
      await me.button(w.page.situations).first().click();
      await page.locator("dialog[open]").waitFor();
    },
    shortcuts: async (me, page, w) => {
      await close(page);
      await me.button(w.controls.shortcuts).click();
      await page.locator("dialog[open]").waitFor();
    },
    habits: async (me, page, w) => {
      await close(page);
      await me.button(w.habits.open).click();
      await page.locator("#habit-predicate").selectOption({ index: 1 });
      await page.locator(".habit-about .snippet").first().waitFor();
    },
  },
  "the situations": Object.fromEntries(["counterLoop", "waiting", "staleStatus", "deletion", "stuck"].map((name) => [name, async (me, page, w, own) => {
    await situation(me, page, w, own, name);
    // The deletion waits for a person: there is nothing to run.
    if (name !== "deletion") await settle(me, page, w);
  }])),
  "a comparison": {
    "with a cure": async (me, page, w, own) => {
      await situation(me, page, w, own, "counterLoop");
      await me.button(w.guide.compareWith(own.scenarios.cures.generation)).click();
      await page.locator(".compare-result").waitFor();
      await page.locator(".compare").getByRole("button", { name: own.compare.settle, exact: true }).click();
      await me.says(page.locator(".compare-result"), /500|98|99|10\d/);
    },
  },
};

for (const language of languages.filter((one) => one !== "en")) {
  for (const [name, states] of Object.entries(WALKS)) {
    test(`nothing is left in English (${language}): ${name}`, () => journey({ locale: LOCALES[language], reducedMotion: "reduce" }, async (me, page) => {
      for (const [state, go] of Object.entries(states)) {
        await go(me, page, catalogs[language], parts[language]);
        await page.waitForTimeout(100);
        const texts = await readable(page);
        assert.ok(texts.length > 60, "the page has been read");
        assert.deepEqual(foreign(texts, { ...words, kept }), [], state);
      }
    }));
  }
}

for (const language of languages.filter((one) => one !== "en")) {
  test(`no accessibility violation in ${language}, at both sizes`, async () => {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      await journey({ locale: LOCALES[language], width, height, reducedMotion: "reduce" }, async (me, page) => {
        await page.keyboard.press("r");
        await page.locator(".language-menu summary").click();
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`), [], `${width}`);
      });
    }
  });
}

test("no language's words run out of the page, at either size", async () => {
  for (const language of languages.filter((one) => one !== "en")) {
    for (const [width, height] of [[1440, 900], [390, 844], [320, 640]]) {
      await journey({ locale: LOCALES[language], width, height }, async (me, page) => {
        await settleAnyhow(page);
        const areas = width < 761 ? await page.locator(".areas button").all() : [null];
        for (const area of areas) {
          if (area) await area.click();
          const out = await page.evaluate(() => {
            const wide = document.documentElement.clientWidth;
            return [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest(".visually-hidden, pre, .code, .tabs, .skip") === null && one.getBoundingClientRect().right > wide + 0.5).map((one) => `${one.className || one.tagName}: ${one.textContent.trim().slice(0, 30)}`);
          });
          assert.deepEqual(out, [], `${language}, ${width}`);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
        }
      });
    }
  }
});

async function settleAnyhow(page) {
  await page.keyboard.press("r");
  await page.waitForTimeout(200);
}
