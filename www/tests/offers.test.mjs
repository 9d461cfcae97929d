// What is offered can be played: in each state every button of the drawers, of the picture and of the panel of faults is
// pressed, and the engine refuses none.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default" }, spec: { data: { color: "blue" } } };
const controller = "appconfig-controller";
const started = ["AppConfig", "ConfigMap", "Secret"].map((kind) => ({ deliver: { kind } }));
const edit = { edit: { object: { ...WEB, spec: { data: { color: "green" } } } } };
const STATES = {
  "at the beginning": { moves: [] },
  "stalled before its lists": { moves: [{ stall: { controller } }] },
  "held": { moves: [...started, { hold: { kind: "AppConfig" } }, edit] },
  "stalled, with an event held": { moves: [...started, { hold: { kind: "AppConfig" } }, edit, { stall: { controller } }] },
  "crashed": { moves: [...started, { crash: {} }] },
  "cut, with an account": { moves: [...started, { cutWatch: { kind: "AppConfig", expired: true } }, edit, { outside: { op: "create", name: "web-db" } }] },
  "not the leader": { scenario: { controllers: [{ name: controller, lease: "one" }, { name: "other", lease: "one" }] }, moves: [{ hold: { controller, kind: "AppConfig" } }, edit] },
};

/** Everything that plays something at a press, by where it is and what it says. */
const PLACES = [".station button.small", ".picture .lever .knob-button", ".picture .crash .knob-button", ".faults button.small[type=button]"];

for (const [name, { scenario = {}, moves }] of Object.entries(STATES)) {
  test(`no button is offered that the engine refuses: ${name}`, () => journey({ reducedMotion: "reduce" }, async (me, page) => {
    await me.session({ objects: [WEB], ...scenario }, moves);
    const at = await me.position();
    await me.faults();
    let pressed = 0;
    for (const station of ["watch", "cache", "reconciler", "collector", "outside"]) {
      if ((await me.box(station).count()) === 0) continue;
      await me.drawer(station);
      for (const place of station === "outside" ? PLACES : PLACES.slice(0, 1)) {
        const count = await page.locator(place).count();
        for (let n = 0; n < count; n += 1) {
          const one = page.locator(place).nth(n);
          if (await one.isDisabled()) continue;
          const label = await one.evaluate((button) => button.getAttribute("aria-label") ?? button.textContent.trim());
          await one.dispatchEvent("click");
          await page.waitForFunction((before) => document.querySelector(".clock span:last-child")?.textContent !== before || document.querySelector(".problem-place .banner, .faults .mistake"), at);
          assert.equal(await me.text(me.problem), "", label);
          assert.equal(await page.locator(".faults .mistake").count(), 0, label);
          pressed += 1;
          await me.button("Back", { exact: true }).first().click();
          await page.waitForFunction((before) => document.querySelector(".clock span:last-child")?.textContent?.startsWith(before), at.split(" of ")[0]);
          await me.drawer(station);
        }
      }
    }
    assert.ok(pressed > 10, `${pressed}`);
  }));
}

test("while it is stalled it is said beside what is off, in the language of the page", async () => {
  for (const [locale, sentence] of [["en-US", "Stalled: it keeps what it knows, and does nothing."], ["ja-JP", "一時停止中。知っていることを保ったまま、何もしません。"], ["ko-KR", "일시 정지: 아는 것은 그대로지만 아무 일도 하지 않습니다."]]) {
    await journey({ locale }, async (me, page) => {
      await me.session({ objects: [WEB] }, [...started, { hold: { kind: "AppConfig" } }, edit, { stall: { controller } }]);
      for (const station of ["watch", "cache"]) {
        await me.says((await me.drawer(station)).locator(".why-off"), sentence);
      }
      assert.match(await page.locator(".picture .lever[data-off] .knob-button").first().getAttribute("aria-label"), new RegExp(sentence));
    });
  }
});

test("an account that is there already is not created, and that is said beside it; requests of kinds that the server has not are not offered", () => journey({}, async (me, page) => {
  const faults = await me.faults();
  const create = faults.getByRole("button", { name: "Create", exact: true });
  await create.click();
  await me.says(page.locator(".clock"), /move 1$/);
  await create.click();
  await me.says(faults.locator(".faults-outside [role=alert]"), "Account web-db is there already.");
  assert.equal(await me.position(), "move 1");
  const kinds = async () => new Set((await faults.locator("select[name=target] option").allTextContents()).map((text) => text.split(/[ /]/)[1]));
  assert.deepEqual(await kinds(), new Set(["AppConfig", "ConfigMap", "Secret", "Event", "Lease"]));
}));
