// One browser and one server for a test file, and the page as a person uses it: by the names that it shows.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launch, openPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** Opens pages within a test file; every fault (console, page error, foreign request) fails the test that caused it. */
export function site(root = undefined) {
  let browser;
  let server;
  before(async () => {
    server = await serve(root);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  /** Runs a journey in a fresh page. */
  return async function journey(options, walk) {
    const { page, context, faults } = await openPage(browser, server.url, options);
    try {
      await walk(person(page), page);
      assert.deepEqual(faults, [], "no console error, no page error, no foreign request");
    } finally {
      await context.close();
    }
  };
}

/** What a person can do, each by the words on the page. */
export function person(page) {
  const button = (name) => page.getByRole("button", { name });
  const self = {
    page,
    button,
    said: page.locator(".dock .said"),
    pass: page.locator(".pass"),
    status: page.locator(".status-card"),
    requeue: page.locator(".requeue-card"),
    history: page.locator(".history"),
    passes: page.locator(".pass-row"),
    dropped: page.locator(".dropped li"),
    log: page.locator(".log-line"),
    editor: page.locator(".editor"),
    /** The text: the text area, and from the first focus on the rich editor in its place. */
    yaml: {
      inputValue: () => page.locator("#yaml").evaluate((text) => text.value),
      focus: async () => {
        if ((await page.locator("yaml-editor").count()) === 0) await page.locator("textarea#yaml").focus();
        await page.locator("yaml-editor .cm-content").focus();
      },
      /** As a person who types all of it anew. */
      fill: async (text) => {
        await self.yaml.focus();
        await page.keyboard.press("Control+A");
        await (text === "" ? page.keyboard.press("Delete") : page.keyboard.insertText(text));
      },
    },
    /** The numbers of the lines that are marked. */
    badLines: page.locator(".gutter .bad-line, yaml-editor .cm-lineNumbers .bad-line"),
    problem: page.locator(".problem-place"),
    /** The picture's button of a station. */
    box: (name) => page.locator(`.path-station[data-name="${name}"]`),
    /** The drawer of a station; whoever reads it opens it first. */
    station: (name) => Object.assign(page.locator(`.station-${name}`), { drawer: name }),
    /** Opens the drawer of a station, if it is not open. */
    drawer: async (name) => {
      const drawer = page.locator(`.station-${name}`);
      if ((await drawer.count()) > 0) return drawer;
      await self.box(name).click({ position: { x: 20, y: 14 } });
      await drawer.waitFor();
      return drawer;
    },
    step: async (times = 1) => {
      for (let at = 0; at < times; at += 1) {
        const position = await self.position();
        await page.locator(".dock .step").click();
        await page.waitForFunction((before) => document.querySelector(".clock span:last-child")?.textContent !== before, position);
      }
    },
    position: () => page.locator(".clock span").last().textContent(),
    clock: () => page.locator(".clock span").first().textContent(),
    settle: async () => {
      await button("Run until quiet").click();
      await page.locator(".dock[aria-busy=false]").waitFor();
    },
    finish: async () => {
      await button(/^Finish (this|next) pass$/).click();
      await page.locator(".dock[aria-busy=false]").waitFor();
    },
    situation: async (title) => {
      await button("Situations").click();
      await page.getByRole("button", { name: `Start here: ${title}` }).click();
      await page.locator(".guide h2", { hasText: title }).waitFor();
    },
    /** Opens the drawer of a station if it is closed, and presses one of its buttons. */
    interfere: async (station, name) => {
      const drawer = await self.drawer(station);
      await drawer.getByRole("button", { name, exact: true }).click();
    },
    object: async (name) => {
      await page.locator(".tabs .tab", { hasText: name }).first().click();
    },
    /** Save, or Create where there is nothing yet. */
    save: async () => {
      await page.locator(".editor-buttons button").first().click();
      await page.locator(".dock[aria-busy=false]").waitFor();
    },
    edit: async (change) => {
      await self.yaml.fill(change(await self.yaml.inputValue()));
      await self.save();
    },
    /** Chooses habits by the label of their value and rolls them out. */
    habits: async (choices) => {
      await button("Change habits").click();
      for (const [name, label] of Object.entries(choices)) await page.locator(`#habit-${name}`).selectOption({ label });
      await button("Roll out").click();
      await page.locator("dialog").waitFor({ state: "detached" });
    },
    /** Opens a session as a person does, by its file. */
    session: async (scenario, moves = []) => {
      const text = JSON.stringify({ version: 1, engine: "", scenario: { version: 1, ...scenario }, moves });
      await page.setInputFiles("input[type=file]", { name: "session.json", mimeType: "application/json", buffer: Buffer.from(text) });
      await page.locator(".guide").waitFor({ state: "detached" });
    },
    /** Shows a part of what lies behind the moment. */
    tab: async (name) => {
      await page.locator(".over-time > .switch").getByRole("button", { name, exact: true }).click();
      if (name === "Transcript") await page.locator(".log-lines").first().waitFor();
    },
    /** Opens the panel of faults. */
    faults: async () => {
      await page.getByRole("button", { name: "Faults", exact: true }).click();
      await page.locator("#faults-title").waitFor();
      return page.locator(".faults");
    },
    /** The version of an object as the API server station shows it. */
    version: async (name) => {
      const row = (await self.drawer("server")).locator(".row", { has: page.locator(".row-name", { hasText: new RegExp(`^${name}$`) }) });
      return (await row.count()) === 0 ? null : row.locator(".version").textContent();
    },
    text: async (locator) => {
      if (locator.drawer) await self.drawer(locator.drawer);
      return ((await locator.textContent()) ?? "").replace(/\s+/g, " ").trim();
    },
    /** Waits until a place says something. */
    says: async (locator, expected) => {
      if (locator.drawer) await self.drawer(locator.drawer);
      const wanted = expected instanceof RegExp ? expected : new RegExp(expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const deadline = Date.now() + 5000;
      let seen = "";
      while (Date.now() < deadline) {
        seen = (await locator.count()) === 0 ? "" : ((await locator.first().textContent()) ?? "").replace(/\s+/g, " ").trim();
        if (wanted.test(seen)) return seen;
        await page.waitForTimeout(20);
      }
      assert.match(seen, wanted);
      return seen;
    },
  };
  return self;
}
