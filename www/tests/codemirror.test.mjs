// The rich editor: it takes the place of the text area without losing anything, needs no inline style, marks what is
// wrong on its line, and knows what can stand where.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const CHUNK = /\/element-[A-Z0-9]+\.js$/;

const content = (page) => page.locator("yaml-editor .cm-content");
const options = (page) => page.locator("yaml-editor .cm-tooltip-autocomplete li");
const suggestions = async (page) => {
  await page.keyboard.press("Control+Space");
  await page.locator("yaml-editor .cm-tooltip-autocomplete li").first().waitFor();
  // Keys that come at once are meant for the text and not for the list.
  await page.waitForTimeout(100);
  return (await options(page).allInnerTexts()).map((text) => text.replace(/\s*\n\s*/g, ": "));
};
/** Puts the caret behind a text that stands once in the editor. */
const behind = async (me, page, text) => {
  const value = await me.yaml.inputValue();
  const at = value.indexOf(text) + text.length;
  const line = value.slice(0, at).split("\n").length;
  await me.yaml.focus();
  await page.keyboard.press("Control+Home");
  for (let n = 1; n < line; n += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
};
/** Holds the file of the editor back until it is let go. */
async function hold(page) {
  let release;
  const gate = new Promise((resolve) => { release = resolve; });
  await page.route(CHUNK, async (route) => { await gate; await route.continue(); });
  return release;
}

test("what is typed while the rich editor loads is kept, with the caret and the focus; undo comes back to the beginning", () => journey({}, async (me, page) => {
  const release = await hold(page);
  const begun = await me.yaml.inputValue();
  await page.locator("textarea#yaml").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# mine\n");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await page.locator("yaml-editor").count(), 0);
  release();
  await page.locator("yaml-editor").waitFor();
  assert.equal(await me.yaml.inputValue(), `# mine\n${begun}`);
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.className.includes("cm-content")), true);
  await page.keyboard.type("XY");
  assert.equal(await me.yaml.inputValue(), `# mine\n${begun.replace("kind: AppConfig", "kind: AppConfXY")}`, "the selection of two characters was taken over");
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("Control+Z");
  assert.equal(await me.yaml.inputValue(), begun);
  await page.locator(".editor .pill", { hasText: "edited" }).waitFor({ state: "detached" });
}));

test("a word that is being composed is not taken away: the change waits for its end", () => journey({}, async (me, page) => {
  const release = await hold(page);
  await page.locator("textarea#yaml").focus();
  await page.keyboard.press("Control+End");
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "かき", selectionStart: 2, selectionEnd: 2 });
  release();
  await page.waitForFunction(() => customElements.get("yaml-editor") !== undefined);
  await page.waitForTimeout(200);
  assert.equal(await page.locator("yaml-editor").count(), 0);
  await session.send("Input.insertText", { text: "書き" });
  await page.locator("yaml-editor").waitFor();
  assert.match(await me.yaml.inputValue(), /level: info書き$/);
}));

test("where it can't be loaded the text area stays, says so, and works", () => journey({ allowed: ["Failed to load resource"] }, async (me, page) => {
  await page.route(CHUNK, (route) => route.abort());
  await page.locator("textarea#yaml").fill((await me.yaml.inputValue()).replace("color: blue", "color: green"));
  await me.says(me.editor, "Highlighting and suggestions could not be loaded. The text works without them.");
  await page.keyboard.press("Control+Enter");
  await me.says(me.editor, "changed, resourceVersion 2 → 3");
  assert.equal(await page.locator("yaml-editor").count(), 0);
}));

test("its styles are adopted sheets: there is no style element, and nothing that is typed, cut or pasted leaves one", () => journey({}, async (me, page) => {
  await me.yaml.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("a");
  await page.evaluate(() => navigator.clipboard.writeText("kind: ConfigMap\ndata:\n  a: b\n"));
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+V");
  await page.waitForFunction(() => document.querySelector("#yaml").value === "kind: ConfigMap\ndata:\n  a: b\n");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+X");
  assert.equal(await me.yaml.inputValue(), "data:\n  a: b\n");
  assert.deepEqual(await page.evaluate(() => {
    const root = document.querySelector("yaml-editor").shadowRoot;
    return [document.querySelectorAll("style").length, root.querySelectorAll("style, link").length, root.adoptedStyleSheets.length > 0];
  }), [0, 0, true]);
}));

test("keys and texts have colours of their own, in light and in dark", async () => {
  for (const dark of [false, true]) {
    await journey({ dark }, async (me, page) => {
      await me.yaml.focus();
      const colours = await page.evaluate(() => {
        const line = document.querySelector("yaml-editor").shadowRoot.querySelector(".cm-line");
        const of = (element) => getComputedStyle(element).color;
        return [of(line.querySelector("span")), of(line)];
      });
      assert.deepEqual(colours, dark ? ["rgb(166, 192, 255)", "rgb(232, 236, 242)"] : ["rgb(35, 73, 184)", "rgb(24, 32, 44)"]);
    });
  }
});

test("Tab and Shift+Tab leave it, letters are not shortcuts, Escape closes the suggestions alone", () => journey({}, async (me, page) => {
  await me.faults();
  await me.yaml.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("sr");
  assert.equal(await me.position(), "move 0");
  assert.match(await me.yaml.inputValue(), /level: infosr$/);
  await behind(me, page, "metadata:");
  await page.keyboard.press("Enter");
  await suggestions(page);
  await page.keyboard.press("Escape");
  await options(page).first().waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".faults").count(), 1);
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "YAML-EDITOR");
  await me.yaml.focus();
  await page.keyboard.press("Shift+Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "YAML-EDITOR");
}));

test("what can stand here: keys with their types and what they mean, values that the world has", () => journey({}, async (me, page) => {
  await behind(me, page, "spec:");
  await page.keyboard.press("Enter");
  assert.deepEqual(await suggestions(page), ["account: string", "requires: string"], "data is there already");
  await page.keyboard.press("ArrowDown");
  await me.says(page.locator("yaml-editor .cm-completionInfo"), "A Secret that must be there first.");
  await page.keyboard.press("Enter");
  assert.match(await me.yaml.inputValue(), /spec:\n  requires: \n/);
  assert.deepEqual(await suggestions(page), ["web-credentials: Secret"]);
  await page.keyboard.press("Enter");
  assert.match(await me.yaml.inputValue(), /spec:\n  requires: web-credentials\n/);
  await me.save();
  await me.says(me.editor, "changed, resourceVersion 2 → 3");
  await behind(me, page, "namespace: default");
  await page.keyboard.press("Enter");
  await page.keyboard.type("own");
  await options(page).first().waitFor();
  await page.waitForTimeout(100);
  await page.keyboard.press("Enter");
  assert.match(await me.yaml.inputValue(), /  ownerReferences:\n    - \n/);
  assert.ok((await suggestions(page)).includes("controller: boolean"));
}));

test("a custom kind is suggested by its own definition: descriptions, choices, what is required", () => journey({}, async (me, page) => {
  const schema = {
    type: "object",
    properties: { spec: { type: "object", required: ["size"], properties: { size: { type: "string", enum: ["small", "large"], description: "How much of it." }, ports: { type: "array", items: { type: "integer" } } } } },
  };
  const kind = (name, more) => ({ group: "lab.example.com", version: "v1", kind: name, plural: `${name.toLowerCase()}s`, ...more });
  await me.session({ kinds: [kind("AppConfig"), kind("Widget", { schema })] });
  await page.locator(".chooser select").selectOption({ label: "New Widget" });
  assert.equal(await me.yaml.inputValue(), "apiVersion: lab.example.com/v1\nkind: Widget\nmetadata:\n  name: new-widget\n  namespace: default");
  await me.yaml.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("sp");
  await options(page).first().waitFor();
  await page.waitForTimeout(100);
  await page.keyboard.press("Enter");
  assert.deepEqual(await suggestions(page), ["ports: list of integer", "size: string, required"]);
  await page.keyboard.press("ArrowDown");
  await me.says(page.locator("yaml-editor .cm-completionInfo"), "How much of it.");
  await page.keyboard.press("Enter");
  assert.deepEqual(await suggestions(page), ["large: one of these", "small: one of these"]);
  await page.keyboard.press("Enter");
  assert.match(await me.yaml.inputValue(), /\nspec:\n  size: large$/);
  await me.save();
  await me.says(me.editor, /created, resourceVersion/);
}));

test("a fault of the syntax is marked while it is typed, and goes when it is mended; the server's stands on its line", () => journey({}, async (me, page) => {
  await me.yaml.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(": oops");
  await me.says(me.badLines, "9");
  await me.says(page.locator("#yaml-notes"), /Line 9 Nested mappings are not allowed/);
  assert.equal(await content(page).getAttribute("aria-invalid"), "true");
  assert.match(await page.evaluate(() => document.querySelector("yaml-editor").shadowRoot.querySelector("#hint").textContent), /^Line 9: Nested mappings.*Ctrl\+Enter saves\. Tab leaves the text\./);
  assert.equal(await page.locator("yaml-editor .cm-lint-marker-error").count(), 1);
  for (let n = 0; n < 6; n += 1) await page.keyboard.press("Backspace");
  await page.locator("yaml-editor .bad-line").first().waitFor({ state: "detached" });
  assert.equal(await content(page).getAttribute("aria-invalid"), "false");
  await me.edit((text) => text.replace("level: info", "level: 7"));
  await me.says(me.badLines, "9");
  await me.says(page.locator("#yaml-notes"), /Line 9 spec\.data\.level: Invalid value: "integer"/);
}));

test("what Save sends is one step away: the request, and what is old and new in it", () => journey({}, async (me, page) => {
  assert.equal(await me.button("Show what Save sends").count(), 0);
  await me.yaml.fill((await me.yaml.inputValue()).replace("color: blue", "color: green"));
  await me.button("Show what Save sends").click();
  await me.says(page.locator(".sent"), "PUT /apis/lab.example.com/v1/namespaces/default/appconfigs/web");
  assert.deepEqual((await page.locator(".sent .line-mine").allTextContents()).map((text) => text.trim()), ["− color: blue"].map((text) => text.replace("− ", "−     ")));
  assert.deepEqual((await page.locator(".sent .line-theirs").allTextContents()).map((text) => text.trim()), ["+     color: green"]);
  await me.save();
  assert.equal(await page.locator(".sent").count(), 0);
  await me.object("web-credentials");
  await me.yaml.fill(`${await me.yaml.inputValue()}\n`);
  await me.button("Show what Save sends").click();
  await me.says(page.locator(".sent"), /POST \/api\/v1\/namespaces\/default\/secrets All of it is new/);
}));

test("with its suggestions open it has no violation, and they stay within the window, at both sizes and in both themes", async () => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    for (const dark of [false, true]) {
      await journey({ width, height, dark }, async (me, page) => {
        if (width < 761) await page.locator(".areas button", { hasText: "Edit" }).click();
        await me.yaml.focus();
        await page.keyboard.press("Control+End");
        await page.keyboard.press("Enter");
        await page.keyboard.press("Backspace");
        await page.keyboard.press("Backspace");
        await suggestions(page);
        await page.locator("yaml-editor .cm-completionInfo").waitFor();
        await page.waitForTimeout(100);
        for (const box of await page.locator("yaml-editor .cm-tooltip").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]))) {
          assert.ok(box[0] >= 0 && box[1] <= width, `${box} within ${width}`);
        }
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document.querySelector(".editor"), { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.flat().join(" "))}`), []);
        assert.deepEqual(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      });
    }
  }
});

test("in forced colours what is selected among the suggestions is still to be seen", () => journey({}, async (me, page) => {
  await page.emulateMedia({ forcedColors: "active" });
  await behind(me, page, "spec:");
  await page.keyboard.press("Enter");
  await suggestions(page);
  const grounds = await options(page).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  assert.notEqual(grounds[0], grounds[1]);
}));
