// Runs that come by a link, good ones and hostile ones.
import assert from "node:assert/strict";
import test from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { site } from "./site.mjs";

const journey = site();

const fragmentOf = (bytes) => `#v1=${deflateRawSync(bytes).toString("base64url")}`;
const linkTo = (session) => fragmentOf(Buffer.from(JSON.stringify(session)));
const sessionIn = (link) => JSON.parse(inflateRawSync(Buffer.from(link.split("#v1=")[1], "base64url")).toString());

const scenario = { version: 1, objects: [{ apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default" }, spec: { data: { color: "blue" } } }] };
const moves = [{ deliver: { kind: "AppConfig" } }, { deliver: { kind: "ConfigMap" } }, { deliver: { kind: "Secret" } }, { begin: {} }];
const session = { version: 1, engine: "", scenario, moves };

/** Follows a link as the address bar does. */
const follow = (page, fragment) => page.evaluate((hash) => { location.hash = hash; }, fragment);
const seen = async (me, page) => [await me.position(), await me.clock(), await me.text(page.locator("main .path"))];

test("a link is copied with its length, and brings another visitor to the same moment", () => journey({}, async (me, page) => {
  await me.situation("Somebody edits the child");
  await me.settle();
  await me.button("Back", { exact: true }).first().click();
  const here = await seen(me, page);
  await page.locator("summary", { hasText: "Session" }).click();
  await me.button("Copy link").click();
  const said = await me.says(page.locator(".link-made"), /Copied: a link of \d+ characters\./);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(Number(/\d+/.exec(said)[0]), link.length);
  assert.ok(link.length < 2000);
  assert.equal(await page.evaluate(() => location.hash), "", "the address changes only when it is asked to");
  const inside = sessionIn(link);
  assert.equal(inside.view.at, inside.moves.length - 1);
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator(".dock .step").waitFor();
  await me.says(page.locator(".guide h2"), "Somebody edits the child");
  assert.deepEqual(await seen(me, page), here);
}));

test("a long link says that a file is the better way, and one that cannot be copied stands there", () => journey({}, async (me, page) => {
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("no")); });
  const noise = Array.from({ length: 300 }, (_, at) => [`key${at}`, Math.sin(at).toString(36)]);
  const objects = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "big", namespace: "default" }, data: Object.fromEntries(noise) }];
  await me.session({ ...scenario, objects: [...scenario.objects, ...objects] });
  await page.locator("summary", { hasText: "Session" }).click();
  await me.button("Copy link").click();
  await me.says(page.locator(".link-made"), /did not let it be copied.*Many places cut links that are longer than 2000 characters\. A file is the better way\./);
  const link = await page.getByRole("textbox", { name: "The link" }).inputValue();
  assert.ok(link.length > 2000);
  assert.equal(sessionIn(link).scenario.objects.length, 2);
}));

test("another link in the address takes the place of this run; what is typed is asked for first", () => journey({}, async (me, page) => {
  await follow(page, linkTo({ ...session, view: { at: 3, panels: ["pass", "nonsense", 7] } }));
  await me.says(page.locator(".clock"), "move 3 of 4");
  assert.equal(await page.locator(".page").getAttribute("data-area"), "pass");
  await me.yaml.fill("spec: typed");
  const asked = [];
  page.once("dialog", (dialog) => { asked.push(dialog.message()); void dialog.dismiss(); });
  await follow(page, linkTo(session));
  await page.waitForTimeout(200);
  assert.equal(asked.length, 1);
  await me.says(page.locator(".clock"), "move 3 of 4");
  page.once("dialog", (dialog) => void dialog.accept());
  await follow(page, linkTo({ ...session, view: { at: 99 } }));
  await me.says(page.locator(".clock"), /move 4$/);
}));

test("a link speaks the language that it names", () => journey({}, async (me, page) => {
  await follow(page, linkTo({ ...session, view: { lang: "ja" } }));
  await page.locator("html[lang=ja]").waitFor();
}));

test("what is no link is left alone", () => journey({}, async (me, page) => {
  await me.step();
  for (const fragment of ["#controls", "#version", "#vX=1"]) {
    await follow(page, fragment);
    await page.waitForTimeout(60);
    assert.equal(await me.text(me.problem), "");
  }
  await me.says(page.locator(".clock"), /move 1$/);
}));

test("what is no link in the address loads nothing that reads one", () => journey({}, async (me, page) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const url = page.url();
  const visit = async (fragment) => {
    asked.length = 0;
    await page.goto("about:blank");
    await page.goto(`${url}${fragment}`);
    await page.locator(".dock .step").waitFor();
    await page.waitForLoadState("networkidle");
    return asked.some((one) => /\/session-[^/]*\.js$/.test(one));
  };
  assert.equal(await visit("#version"), false);
  assert.equal(await visit(good), true);
}));

const good = linkTo(session);
const HOSTILE = {
  truncated: [good.slice(0, -20), /This link cannot be opened It is damaged, or was cut short on its way\. Nothing has changed\./],
  "cut to nothing": ["#v1=", /damaged/],
  "no base64url": ["#v1=a*b/c+d==", /damaged/],
  "no deflated bytes": [`#v1=${Buffer.from("hello, I am plain text").toString("base64url")}`, /damaged/],
  "something behind its end": [`#v1=${Buffer.concat([deflateRawSync(JSON.stringify(session)), Buffer.from("more")]).toString("base64url")}`, /damaged/],
  "no text": [fragmentOf(Buffer.from([0xff, 0xfe, 0x80])), /damaged/],
  "a bomb": [fragmentOf(Buffer.alloc(300_000_000)), /It is larger than 8 MB\. Nothing has changed\./],
  "no JSON": [fragmentOf(Buffer.from("{")), /It is not JSON, or only a part of it\./],
  nothing: [fragmentOf(Buffer.from("null")), /It is no session/],
  "a list": [linkTo([1, 2]), /It is no session/],
  "a number for a scenario": [linkTo({ ...session, scenario: 7 }), /It is no session/],
  "a text for moves": [linkTo({ ...session, moves: "begin" }), /It is no session/],
  "an unknown version of links": [good.replace("#v1=", "#v2="), /It is of a version that this page does not know\./],
  "an unknown version of sessions": [linkTo({ ...session, version: 2 }), /It is of a version that this page does not know\./],
  "wrong types within": [linkTo({ ...session, scenario: { version: 1, controllers: "many" } }), /The engine refuses it at \/scenario\/controllers\./],
  "a move that cannot be played": [linkTo({ ...session, moves: [...moves, { begin: {} }] }), /Move 5 \(\/moves\/4\) cannot be played\. Nothing has changed\./],
  "a move that there is not": [linkTo({ ...session, moves: [{ explode: {} }] }), /Move 1 \(\/moves\/0\) cannot be played\./],
  "more moves than one waits for": [linkTo({ ...session, moves: Array(50_001).fill({ resync: {} }) }), /It has more than 50,000 moves\. Open it as a file\./],
  "as many before its beginning": [linkTo({ ...session, scenario: { ...scenario, prelude: Array(50_001).fill({ resync: {} }) } }), /It has more than 50,000 moves/],
  "a prototype": [fragmentOf(Buffer.from('{"__proto__":{"version":1},"scenario":{},"moves":[]}')), /It is of a version/],
};

test("a hostile link gives a clear message, can be dismissed, and changes nothing", () => journey({ reducedMotion: "reduce" }, async (me, page) => {
  await me.step(3);
  const before = await seen(me, page);
  for (const [name, [fragment, expected]] of Object.entries(HOSTILE)) {
    await follow(page, fragment);
    await me.says(me.problem, expected);
    assert.deepEqual(await seen(me, page), before, name);
    await me.button("Dismiss").click();
    assert.equal(await me.text(me.problem), "", name);
  }
  await me.step();
}));

test("whoever comes by a hostile link finds the page as it is without", () => journey({}, async (me, page) => {
  const url = page.url();
  for (const name of ["truncated", "a move that cannot be played", "a bomb"]) {
    const [fragment, expected] = HOSTILE[name];
    await page.goto("about:blank");
    await page.goto(`${url}${fragment}`);
    await page.locator(".dock .step").waitFor();
    await me.says(me.problem, expected);
    await me.says(page.locator(".guide h2"), "A first AppConfig");
  }
}));

test("markup in a link is text, wherever it is shown", () => journey({}, async (me, page) => {
  const bad = "<img src=x onerror=alert(1)>";
  const named = { ...scenario, name: bad, controllers: [{ name: "appconfig-controller" }], objects: [{ ...scenario.objects[0], spec: { data: { color: bad, [bad.replace(/[^a-z]/g, "")]: "`**<b>x</b>**`" } } }] };
  await follow(page, linkTo({ ...session, engine: bad, scenario: named, view: { lang: bad, panels: [bad], at: 2 } }));
  await me.says(page.locator(".clock"), "move 2 of 4");
  await me.settle();
  await follow(page, linkTo({ ...session, scenario: { version: 1, controllers: [{ name: "a", habits: { predicate: bad } }] } }));
  await me.says(me.problem, /The engine refuses it at \/scenario\/controllers\/0\/habits\/predicate.*<img src=x/);
  assert.equal(await page.locator("img, b, [onerror]").count(), 0);
}));

test("ten thousand moves in a link are a run like any other", () => journey({}, async (me, page) => {
  const many = [...moves.slice(0, 3), ...Array.from({ length: 10_000 }, () => ({ resync: { kind: "ConfigMap" } }))];
  await follow(page, linkTo({ ...session, moves: many }));
  await page.waitForFunction(() => document.querySelector(".clock span:last-child")?.textContent === "move 10003", null, { timeout: 20_000 });
  await me.step();
  assert.equal(await me.text(me.problem), "");
}));

test("what is wrong with a link is said once: not again by going back and forth, nor by a reload; the run in hand keeps its own link", () => journey({}, async (me, page) => {
  const good = linkTo(session);
  const broken = `${good.slice(0, 60)}!`;
  await follow(page, broken);
  await me.says(me.problem, "This link cannot be opened");
  assert.equal(await page.evaluate(() => location.hash), "");
  await follow(page, good);
  await me.says(page.locator(".clock"), /move 4$/);
  assert.equal(await me.text(me.problem), "");
  await page.goBack();
  await page.waitForTimeout(300);
  assert.equal(await me.text(me.problem), "");
  await page.goForward();
  await me.says(page.locator(".clock"), /move 4$/);
  await follow(page, `${good.slice(0, 70)}!`);
  await me.says(me.problem, "This link cannot be opened");
  assert.equal(await page.evaluate(() => location.hash), good);
  await me.says(page.locator(".clock"), /move 4$/);
  await follow(page, broken);
  await me.says(me.problem, "This link cannot be opened");
  await page.reload();
  await page.locator(".dock .step").waitFor();
  assert.equal(await me.text(me.problem), "");
  await me.says(page.locator(".clock"), /move 4$/);
}));

test("a broken link that the page is opened with loses nothing that was kept", () => journey({}, async (me, page) => {
  const url = page.url();
  await me.step(3);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("run") ?? "null")?.run.length === 3);
  await page.goto("about:blank");
  await page.goto(`${url}#v1=broken`);
  await page.locator(".dock .step").waitFor();
  await me.says(me.problem, "This link cannot be opened");
  await me.says(page.locator(".kept-place"), "Your last run is back.");
  await me.says(page.locator(".clock"), /move 3$/);
  await page.waitForTimeout(1500);
  await page.reload();
  await page.locator(".dock .step").waitFor();
  await me.says(page.locator(".clock"), /move 3$/);
  assert.equal(await me.text(me.problem), "");
}));
