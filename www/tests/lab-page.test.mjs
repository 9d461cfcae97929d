// The lab as a learner goes through it and as an instructor reads it: by the buttons of the page, in three languages, with
// results that are opened again and results that somebody tampered with.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { tasks } from "../lab.mjs";
import { site } from "./site.mjs";

const journey = site();
const TASKS = await tasks();

const codeOf = (value) => `t1.${deflateRawSync(Buffer.from(typeof value === "string" ? value : JSON.stringify(value))).toString("base64url")}`;
const inside = (code) => JSON.parse(inflateRawSync(Buffer.from(code.slice(3), "base64url")).toString());

/** What a learner can do in the lab, whatever the language. */
function learner(me, page) {
  const calm = () => page.locator(".dock[aria-busy=false]").waitFor();
  const phone = page.viewportSize().width < 761;
  const self = {
    area: async (at) => { if (phone) await page.locator(".areas button").nth(at).click(); },
    begin: async (id) => {
      await page.locator(".top-tools > button").nth(1).click();
      await page.locator(`.tasks-item[data-id="${id}"] button`).last().click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.locator(".task").waitFor();
    },
    settle: async () => {
      await page.locator(".dock button[aria-keyshortcuts=r]").click();
      await calm();
    },
    rollOut: async (set) => {
      await self.area(0);
      await page.locator(".knob.habits .knob-button").click();
      for (const [name, index] of Object.entries(set)) await page.locator(`#habit-${name}`).selectOption({ index });
      await page.locator(".modal-habits .modal-foot .primary").click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await calm();
    },
    edit: async (name, change) => {
      await self.area(2);
      await self.open(name);
      await me.edit(change);
      await calm();
      await self.area(0);
    },
    open: async (name) => {
      const tab = page.locator(".tabs .tab", { has: page.locator(".tab-name", { hasText: new RegExp(`^\\s*${name}\\s*$`) }) });
      if (await tab.count() > 0) await tab.first().click();
      else await page.locator(".editor .chooser select").selectOption({ label: name });
    },
    remove: async (name) => {
      await self.area(2);
      await self.open(name);
      await page.locator(".editor-buttons .danger").click();
      await calm();
      await self.area(0);
    },
    /** Goal by goal, and what is asked, whether it holds. */
    holds: () => page.locator(".task-goals li").evaluateAll((all) => all.map((one) => one.dataset.holds === "true")),
    /** The same until it is so. */
    becomes: async (wanted) => {
      await page.waitForFunction((those) => [...document.querySelectorAll(".task-goals li")].map((one) => one.dataset.holds === "true").join() === those.join(), wanted, { timeout: 5_000 })
        .catch(async () => assert.deepEqual(await self.holds(), wanted));
    },
    code: async () => {
      await page.locator(".task-result button").first().click();
      // A link may have stood there before.
      await page.waitForFunction(() => document.querySelector(".task-result input")?.value.startsWith("t1."));
      return page.locator(".task-result input").inputValue();
    },
    /** Pastes a code into the list of tasks. */
    read: async (text) => {
      if (await page.locator(".modal-lab").count() === 0) await page.locator(".top-tools > button").nth(1).click();
      await page.locator(".tasks-read input[type=text]").fill(text);
      await page.locator(".tasks-read button[type=submit]").click();
    },
    file: async (value) => {
      if (await page.locator(".modal-lab").count() === 0) await page.locator(".top-tools > button").nth(1).click();
      await page.locator(".tasks-read input[type=file]").setInputFiles({ name: "a.result.json", mimeType: "application/json", buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)) });
    },
  };
  return self;
}

const walk = (options, go) => journey(options, (me, page) => go(learner(me, page), page, me));

/** Does the first task. */
async function doCreate(at) {
  await at.begin("create");
  await at.settle();
  await at.rollOut({ ensure: 0 });
  await at.settle();
  await at.remove("web-config");
  await at.settle();
}

test("a task: wrong, with the reason; right, with what was learnt; then the next one", () => walk({}, async (at, page, me) => {
  await at.begin("create");
  await me.says(page.locator(".task"), /Lab · Task 1 of 9.*Create it if it is missing.*0 of 4 hold/);
  assert.equal(await page.evaluate(() => location.search), "?task=create");
  await at.settle();
  await at.becomes([true, false, false, false]);
  await me.says(page.locator(".task-wrong"), "the next pass fails: it sends its POST without looking");
  // Hints come one by one.
  for (const n of [1, 2, 3]) await me.button(`Hint ${n} of 3`).click();
  assert.equal(await page.locator(".task-hints li").count(), 3);
  assert.equal(await page.locator(".task-hints button").count(), 0);
  await at.rollOut({ ensure: 0 });
  await at.settle();
  await at.becomes([true, false, true, true]);
  await me.says(page.locator(".task-wrong"), "Delete it.");
  await at.remove("web-config");
  await at.settle();
  await at.becomes([true, true, true, true]);
  await me.says(page.locator(".task-done"), /Done\. All of it holds\. Done with 53 moves.*Read, and create only what was not found/);
  // Goals are of the moment: once done it stays done in the list.
  await page.getByRole("button", { name: "Back", exact: true }).first().click();
  await at.becomes([true, true, false, true]);
  await me.says(page.locator(".task-said"), "Done before; at this moment not all of it holds.");
  await page.keyboard.press("ArrowRight");
  await me.button("Next: Prove that the second pass wrote nothing").click();
  await me.says(page.locator(".task h2"), "Prove that the second pass wrote nothing");
  await page.waitForFunction(() => document.activeElement?.id === "task-title");
  assert.equal(await page.evaluate(() => location.search), "?task=noop");
  await page.getByRole("button", { name: "Lab", exact: true }).click();
  await me.says(page.locator(".modal-lab"), "1 of 9 done");
  await me.says(page.locator(".tasks-item").first(), /Done with 53 moves.*Do it again/);
  await me.says(page.locator(".tasks-item").nth(1), "Under way");
}));

test("what the learner makes by hand is not what the controller made", () => walk({}, async (at, page, me) => {
  await at.begin("create");
  await at.rollOut({ ensure: 0 });
  await at.open("web-config");
  await page.locator(".editor-buttons button").first().click();
  await at.settle();
  await at.becomes([false, false, true, true]);
  await me.says(page.locator(".task-wrong"), "You created web-config yourself");
  await me.button("Begin anew").click();
  await at.becomes([false, false, false, false]);
  await me.says(page.locator(".clock"), /move 0/);
}));

test("in Japanese, a task that asks for a version: only the right one will do", () => walk({ locale: "ja-JP" }, async (at, page, me) => {
  await at.begin("noop");
  await me.says(page.locator(".task h2"), "2回目の調整が何も書かなかったことを示す");
  await at.edit("web", (text) => text.replace("blue", "green"));
  await at.settle();
  await at.becomes([true, false, true, false]);
  await me.says(page.locator(".task-wrong"), "サーバーの答えは「変化なし」で");
  await at.rollOut({ compare: 0 });
  await at.settle();
  await at.becomes([true, true, true, false]);
  const answer = async (text) => {
    await page.locator(".task-ask input").fill(text);
    await page.locator(".task-ask input").press("Enter");
  };
  await answer("5");
  await me.says(page.locator(".task-ask"), "違います");
  await answer("6");
  await at.becomes([true, true, true, true]);
  await me.says(page.locator(".task-done"), "完了です。すべて成り立っています。");
  // What was said is part of the result.
  assert.deepEqual(inside(await at.code())[2], { version: "6" });
}));

test("in Korean, on a phone: a stuck object is freed, and what is left behind is named", () => walk({ locale: "ko-KR", width: 390, height: 844 }, async (at, page, me) => {
  await at.begin("stuck");
  await me.says(page.locator(".task h2"), "막힌 오브젝트를 풀고, 남은 것을 말하기");
  await at.area(2);
  await page.getByRole("button", { name: "파이널라이저 제거" }).click();
  await page.locator(".dock[aria-busy=false]").waitFor();
  await at.area(0);
  await at.settle();
  await at.becomes([true, true, true, true, false]);
  await page.locator(".task-ask select").selectOption("old-db");
  await me.says(page.locator(".task-ask"), "아닙니다");
  await page.locator(".task-ask select").selectOption("web-db");
  await at.becomes([true, true, true, true, true]);
  await me.says(page.locator(".task-done"), "완료했습니다. 모두 성립합니다.");
}));

test("in Korean, the controller that comes back is not what was asked", () => walk({ locale: "ko-KR" }, async (at, page, me) => {
  await at.begin("stuck");
  await page.locator(".said .down button").click();
  await at.settle();
  await me.says(page.locator(".task-wrong"), "여기서는 돌아오지 않습니다");
  assert.equal((await at.holds())[0], false);
}));

test("three objects in one round, and their report as a table and as JSON", () => walk({}, async (at, page, me) => {
  await at.begin("three");
  await at.edit("api", (text) => text.replace("level: info", "level: debug"));
  await at.edit("shop", (text) => `${text.trimEnd()}\n  requires: shop-credentials\n`);
  await at.rollOut({ compare: 0, onMissing: 0 });
  await at.settle();
  await page.locator(".task-ask select").selectOption("api-config");
  await at.becomes([true, true, true, true, true]);
  const rows = await page.locator(".report-table tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((one) => one.textContent.replace(/\s+/g, " ").trim())));
  assert.deepEqual(rows, [
    ["default/api", "2", "changed", "api-config 7 → 13", "written: Ready True", "Result{}, nil"],
    ["default/shop", "1", "nothing", "shop-config 9", "written: Ready False", "RequeueAfter: 10 s"],
    ["default/web", "1", "nothing", "web-config 5", "not written: Ready True", "Result{}, nil"],
  ]);
  await page.locator(".report").getByRole("button", { name: "Copy JSON" }).click();
  await me.says(page.locator(".report"), "Copied");
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  const saving = page.waitForEvent("download");
  await me.button("Save JSON").click();
  const download = await saving;
  assert.equal(download.suggestedFilename(), "three.report.json");
  assert.deepEqual(JSON.parse(await readFile(await download.path(), "utf8")), copied);
  assert.deepEqual([copied.version, copied.task, copied.objects.map(({ key, action }) => `${key} ${action}`)], [1, "three", ["default/api changed", "default/shop none", "default/web none"]]);
  const [api, shop, web] = copied.objects;
  assert.deepEqual(api.child, { name: "api-config", before: "7", after: "13" });
  assert.deepEqual(shop.status, { written: true, ready: "False", reason: "SecretMissing" });
  assert.deepEqual([shop.decision.returned, shop.decision.call, shop.decision.failures], [{ requeueAfter: 10_000 }, "AddAfter", 0]);
  assert.deepEqual([web.child.before === web.child.after, web.status.written, web.passes], [true, false, 1]);
}));

test("a loop: it is stopped and the check goes on; a way without the check is none", () => walk({}, async (at, page, me) => {
  await at.begin("loop");
  await at.settle();
  await at.becomes([false, false, false, false]);
  await at.rollOut({ predicate: 0 });
  await at.settle();
  await me.says(page.locator(".task-wrong"), "Now let time pass to the next timer");
  await page.locator(".said-line button").first().click();
  await at.settle();
  await at.becomes([true, true, true, true]);
  assert.ok((await at.code()).length < 500);
  await at.rollOut({ periodic: 0 });
  await at.settle();
  await me.says(page.locator(".task-wrong"), "the check is gone with the loop");
}));

// ------------------------------------------------------------------------------------------------------------ results

test("the code, the link and the file of a result bring an instructor the same run, the moves and the verdict", () => walk({}, async (at, page, me) => {
  await doCreate(at);
  await me.button("Copy link").click();
  await me.says(page.locator(".task-result"), /Copied: \d+ characters\./);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const code = await at.code();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  assert.ok(code.length < 500 && link.endsWith(`#${code}`), code);
  const saving = page.waitForEvent("download");
  await page.locator(".task-result").getByRole("button", { name: "Save as a file" }).click();
  const download = await saving;
  assert.equal(download.suggestedFilename(), "create.result.json");
  const file = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.deepEqual([file.version, file.task, file.session.version, file.session.moves.length], [1, "create", 1, 53]);

  const read = async () => {
    await me.says(page.locator(".task .banner"), "It holds: with 53 moves all goals are reached.This is a result that was opened: its moves were played and judged again.");
    await at.becomes([true, true, true, true]);
    assert.match(await me.text(page.locator(".task-way")), /^What was done 20 moves by themselvesMove 21 roll out ensure: createOrUpdate11 moves by themselvesMove 33 delete ConfigMap web-config20 moves by themselves$/);
  };
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator(".task").waitFor();
  await read();
  // Whoever looks at a move sees that moment, and no verdict of it.
  await page.getByRole("button", { name: "move 33" }).click();
  await me.says(page.locator(".task .banner"), "This is not the end of the result; the verdict is given there.");
  await at.becomes([true, false, true, false]);
  assert.equal(await page.evaluate(() => localStorage.getItem("lab")), null, "another's result is nothing that one has done");
  // What is done after it is no part of it.
  await page.locator(".scrubber button").last().click();
  await read();
  await page.locator(".knob.crash .knob-button").click();
  await me.says(page.locator(".task .banner"), "This is not the end of the result");
  for (const open of [() => at.read(code), () => at.read(link), () => at.file(file)]) {
    await at.begin("drift");
    await open();
    await page.locator("dialog").waitFor({ state: "detached" });
    await read();
  }
  // As a session's file, too.
  await at.begin("drift");
  await page.setInputFiles(".session-menu input[type=file]", { name: "create.result.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
  await read();
}));

test("a result whose moves do not reach the goals says so", () => walk({}, async (at, page, me) => {
  await at.read(codeOf(["create", [20]]));
  await page.locator("dialog").waitFor({ state: "detached" });
  await me.says(page.locator(".task .banner"), "It does not hold: 3 points are open.");
  await at.read(codeOf(["stuck", [{ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default", finalizers: [] }, spec: {} } } }, 4], { leaked: "shop-db" }]));
  await page.locator("dialog").waitFor({ state: "detached" });
  await me.says(page.locator(".task .banner"), "It does not hold: 1 point is open.");
  assert.equal(await page.locator(".task-ask").getAttribute("data-holds"), "false");
  // After a move in it and a reload, the way back to its end is found again.
  await page.locator(".knob.crash .knob-button").click();
  await page.waitForTimeout(1_300);
  await page.reload();
  await me.says(page.locator(".task .banner"), "This is not the end of the result");
  await page.locator(".scrubber button").first().waitFor();
  await page.getByRole("slider").first().focus();
  await page.keyboard.press("ArrowLeft");
  await me.says(page.locator(".task .banner"), "It does not hold: 1 point is open.");
}));

/** The first task done, as a code and as a file; of the one who did it nothing is left. */
async function handedOver(at, page) {
  await doCreate(at);
  const code = await at.code();
  const saving = page.waitForEvent("download");
  await page.locator(".task-result").getByRole("button", { name: "Save as a file" }).click();
  const file = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  const { origin, pathname } = new URL(page.url());
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(origin + pathname);
  await page.evaluate(() => localStorage.clear());
  return { code, file };
}

const doneOf = (page) => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("lab") ?? "{}").done ?? {}));

for (const way of ["code", "file", "link"]) {
  test(`a result opened by a ${way} stays another's after a reload, and after what is done in it`, () => walk({}, async (at, page, me) => {
    const { code, file } = await handedOver(at, page);
    await at.begin("drift");
    if (way === "code") await at.read(code);
    else if (way === "file") await at.file(file);
    else await page.evaluate((hash) => { location.hash = hash; }, code);
    await me.says(page.locator(".task .banner"), "It holds: with 53 moves");
    for (let twice = 0; twice < 2; twice += 1) {
      await page.waitForTimeout(1_300);
      await page.reload();
      await me.says(page.locator(".task .banner"), "It holds: with 53 moves");
      await page.locator(".task-way").waitFor();
      assert.deepEqual(await doneOf(page), []);
    }
    await page.locator(".knob.crash .knob-button").click();
    await me.says(page.locator(".task .banner"), "This is not the end of the result");
    await page.waitForTimeout(1_300);
    await page.reload();
    await me.says(page.locator(".task .banner"), "This is not the end of the result");
    await page.locator(".task-way button").last().click();
    await page.waitForTimeout(300);
    assert.deepEqual(await doneOf(page), []);
  }));
}

test("in an opened result the answer is the learner's: it is shown, and nobody changes it", () => walk({}, async (at, page, me) => {
  const [remove, done] = [{ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default", finalizers: [] }, spec: {} } } }, 4];
  await at.read(codeOf(["stuck", [remove, done], { leaked: "shop-db" }]));
  await page.locator("dialog").waitFor({ state: "detached" });
  await me.says(page.locator(".task-ask"), /not so.*The learner's answer: shop-db/);
  assert.equal(await page.locator(".task-ask :is(select, input, button)").count(), 0);
  await at.read(codeOf(["stuck", [remove, done]]));
  await page.locator("dialog").waitFor({ state: "detached" });
  await me.says(page.locator(".task-ask"), "The learner gave no answer.");
}));

test("a code is found in what is around it: broken lines, brackets, a sentence, a text file", () => walk({}, async (at, page, me) => {
  const code = codeOf(["create", [20]]);
  const broken = code.replace(/.{12}/g, "$& ");
  const text = (name, value) => page.locator(".tasks-read input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(value) });
  const list = async () => {
    await page.locator(".top-tools > button").nth(1).click();
    await page.locator(".tasks-read").waitFor();
  };
  for (const [name, open] of [
    ["spaces", () => at.read(broken)],
    ["brackets", () => at.read(`<${code}>`)],
    ["a sentence", () => at.read(`Here is my result: ${code}. Thank you`)],
    ["a sentence around spaces", () => at.read(`My result ${broken} thank you very much`)],
    ["a text file", () => text("result.txt", `My result:\n\n> ${code.replace(/.{12}/g, "$&\n> ")}\nBye`)],
  ]) {
    await list();
    await open();
    await me.says(page.locator(".task .banner"), "It does not hold: 3 points are open.").catch((thrown) => assert.fail(`${name}: ${thrown.message}`));
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.locator(".guide-links button").last().click();
    await page.locator(".task").waitFor({ state: "detached" });
  }
  await list();
  await text("result.txt", "I was ill.");
  await me.says(page.locator(".tasks-read .banner"), "There is no result of the lab in it: a code begins with t1..");
}));

test("a task under way is not lost to a result without a question", () => walk({}, async (at, page, me) => {
  await at.begin("create");
  await at.settle();
  const before = await me.position();
  const asked = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  const code = codeOf(["drift", []]);
  await at.read(code);
  await page.waitForTimeout(500);
  assert.equal(asked.length, 1);
  assert.match(asked[0], /^The task under way is not done/);
  assert.equal(await me.position(), before);
  await me.says(page.locator(".task h2"), "Create it if it is missing");
  await page.keyboard.press("Escape");
  await page.evaluate((hash) => { location.hash = hash; }, code);
  await page.waitForTimeout(500);
  assert.equal(asked.length, 2);
  await me.says(page.locator(".task h2"), "Create it if it is missing");
  answer = true;
  await at.read(code);
  await me.says(page.locator(".task .banner"), "It does not hold");
  // Another's is nothing to lose.
  await at.read(code);
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(asked.length, 3);
}));

test("a result that is broken, hostile or of something else is refused beside the form, and changes nothing", () => walk({}, async (at, page, me) => {
  await doCreate(at);
  const code = await at.code();
  const saving = page.waitForEvent("download");
  await page.locator(".task-result").getByRole("button", { name: "Save as a file" }).click();
  const file = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  const before = [await me.position(), await me.text(page.locator(".task"))];
  const start = (moves) => ({ ...file, session: { ...file.session, moves } });
  for (const [name, open, said] of [
    ["no code", () => at.read("hello"), "There is no result of the lab in it: a code begins with t1.."],
    ["cut", () => at.read(code.slice(0, -20)), "The result is damaged"],
    ["no JSON", () => at.read(codeOf("{")), "The result is damaged"],
    ["later", () => at.read(`t2.${code.slice(3)}`), "made by a later version"],
    ["shape", () => at.read(codeOf({ task: "create" })), "does not have the fields"],
    ["moves that are none", () => at.read(codeOf(["create", ["step"]])), "does not have the fields"],
    ["half a move", () => at.read(codeOf(["create", [1.5]])), "does not have the fields"],
    ["unknown task", () => at.read(codeOf(["__proto__", [1]])), "There is no such task here."],
    ["too many", () => at.read(codeOf(["create", [60_000]])), "more moves than can be played"],
    ["too many parts", () => at.read(codeOf(["create", Array(6_000).fill({ begin: {} })])), "more moves than can be played"],
    ["a move that cannot be", () => at.read(codeOf(["create", [3, { begin: { key: "default/none" } }]])), "Move 4 of it cannot be played."],
    ["no such move", () => at.read(codeOf(["create", [{ explode: {} }]])), "Move 1 of it cannot be played."],
    ["past the end", () => at.read(codeOf(["drift", [500]])), /Move \d+ of it cannot be played\./],
    ["a bomb", () => at.read(codeOf(" ".repeat(9_000_000))), "larger than one can be"],
    ["a file of nothing", () => at.file("{"), "The result is damaged"],
    ["a session's file", () => at.file(file.session), "does not have the fields"],
    ["later file", () => at.file({ ...file, version: 2 }), "made by a later version"],
    ["another task", () => at.file({ ...file, task: "drift" }), "does not begin as the task does"],
    ["another beginning", () => at.file({ ...file, session: { ...file.session, scenario: { ...file.session.scenario, seed: 7 } } }), "does not begin as the task does"],
    ["kinder habits", () => at.file(JSON.stringify(file).replace("createOnly", "createOrUpdate")), "does not begin as the task does"],
    ["a move left out", () => at.file(start([{ answer: {} }, ...file.session.moves])), "Move 1 of it cannot be played."],
  ]) {
    await open();
    await me.says(page.locator(".tasks-read .banner"), said).catch((thrown) => assert.fail(`${name}: ${thrown.message}`));
    await me.says(page.locator(".tasks-read .banner"), "Nothing has changed.");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.deepEqual([await me.position(), await me.text(page.locator(".task"))], before, name);
  }
  assert.equal(await page.locator(".problem-place .banner").count(), 0);
}));

test("a broken result or an unknown task in the address leaves the first situation, with the reason", async () => {
  for (const [query, said] of [["#t1.broken", "The result is damaged"], ["?task=nonsense", "There is no such task here."], ["#t9.abc", "made by a later version"]]) {
    await walk({ query }, async (_, page, me) => {
      await me.says(page.locator(".modal-lab .banner"), said);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      await me.says(page.locator(".guide h2"), "A first AppConfig");
      // What was wrong is not said for ever.
      await page.getByRole("button", { name: "Lab", exact: true }).click();
      await page.locator(".tasks-item").first().waitFor();
      assert.equal(await page.locator(".modal-lab .banner").count(), 0);
    });
  }
});

// ------------------------------------------------------------------------------------------------- coming back to it

test("the address names the task; a reload goes on with it, with what was said", () => walk({ query: "?task=stuck" }, async (at, page, me) => {
  await page.locator(".task").waitFor();
  await page.locator(".task-ask select").selectOption("web-db");
  await me.button("Remove its finalizers").click();
  await me.settle();
  await at.becomes([true, true, true, true, true]);
  const position = await me.position();
  await page.waitForFunction(() => localStorage.getItem("run") !== null && (localStorage.getItem("lab") ?? "").includes('"done":{"stuck"'));
  await page.waitForTimeout(1_200);
  await page.reload();
  await page.locator(".task").waitFor();
  await at.becomes([true, true, true, true, true]);
  assert.equal(await me.position(), position);
  // A session's file is of the task, too.
  await page.locator("summary", { hasText: "Session" }).click();
  const saving = page.waitForEvent("download");
  await me.button("Save session as a file").click();
  const saved = await readFile(await (await saving).path());
  await me.button("Leave the lab").click();
  await page.locator(".guide:not(.task)").waitFor();
  await page.setInputFiles(".session-menu input[type=file]", { name: "session.json", mimeType: "application/json", buffer: saved });
  await page.locator(".task").waitFor();
  await at.becomes([true, true, true, true, true]);
  // Reset leads to the start of the task, and not to what was before it.
  await me.button("Reset").click();
  await at.becomes([false, false, true, true, true]);
  await me.says(page.locator(".clock"), /move 5\d of 5\d/);
  await page.waitForTimeout(1_200);
  await page.reload();
  await page.locator(".task").waitFor();
  await me.button("Start afresh").click();
  await me.says(page.locator(".clock"), /t = 12 ms/);
  await at.becomes([false, false, true, true, false]);
  await me.button("Leave the lab").click();
  await me.says(page.locator(".guide h2"), "A first AppConfig");
  assert.equal(await page.evaluate(() => location.search), "");
}));

test("another way than before: the branch that was done is there, and the goals are those of the way in hand", () => walk({}, async (at, page, me) => {
  await doCreate(at);
  await me.button("Reset").click();
  await at.becomes([false, false, false, false]);
  await page.locator(".knob.crash .knob-button").click();
  await at.becomes([false, false, false, false]);
  await me.says(page.locator(".task-said"), "Done before");
  await page.locator(".way-left button").first().click();
  const last = page.locator(".scrubber button").last();
  if (await last.getAttribute("aria-disabled") !== "true") await last.click();
  await at.becomes([true, true, true, true]);
}));

test("a run that began otherwise, as a comparison can bring, is not judged", () => walk({}, async (at, page, me) => {
  await at.begin("create");
  await me.tab("Compare");
  await page.locator(".compare-begin .primary").click();
  await page.locator(".compare-result").waitFor();
  await me.button("Run both until quiet").click();
  await me.button("Take this way").click();
  await me.says(page.locator(".task-folded"), "This run did not begin as the task does, so it is not judged.");
  await me.button("Begin anew").click();
  await at.becomes([false, false, false, false]);
}));

test("the task can be folded away, and comes back when it is done", () => walk({}, async (at, page, me) => {
  await at.begin("create");
  await me.button("Hide the task").click();
  await me.says(page.locator(".task-folded"), "Create it if it is missing 0 of 4 hold");
  await page.waitForFunction(() => document.activeElement?.id === "task-title");
  await at.settle();
  await me.says(page.locator(".task-folded"), "1 of 4 hold");
  await me.button("Show the task").click();
  await page.locator(".task-goals").waitFor();
  await me.button("Hide the task").click();
  await at.rollOut({ ensure: 0 });
  await at.settle();
  await at.remove("web-config");
  await at.settle();
  await page.locator(".task-done").waitFor();
}));

test("by keyboard alone: from the header to a task, its hints, and its answer", () => walk({}, async (at, page, me) => {
  await page.locator(".top-tools > button").nth(1).focus();
  await page.keyboard.press("Enter");
  await page.locator(".tasks-item").first().waitFor();
  await page.locator('.tasks-item[data-id="stuck"] button').focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog").waitFor({ state: "detached" });
  await me.says(page.locator(".task h2"), "Free a stuck object");
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.matches(".task-ask select"))) break;
  }
  await page.keyboard.press("w");
  await at.becomes([false, false, true, true, true]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await me.says(page.locator(".task-hints"), "To delete web again changes nothing");
  assert.ok(await page.evaluate(() => document.activeElement !== document.body), "the focus is not lost");
}));

test("each task opens by its address, in each language, and is not done", async () => {
  for (const [at, { id, goals, asks = [], check }] of TASKS.entries()) {
    await walk({ query: `?task=${id}`, locale: ["en-US", "ja-JP", "ko-KR"][at % 3] }, async (learn, page) => {
      await page.locator(".task").waitFor();
      const held = await learn.holds();
      assert.equal(held.length, goals.length + asks.length + (check.demand ? 1 : 0), id);
      assert.ok(held.includes(false), id);
      assert.equal(await page.locator(".report-table").count(), id === "three" ? 1 : 0);
    });
  }
});

test("without storage all of it works, and nothing is kept", () => journey({}, async (me, page) => {
  await page.addInitScript(() => { Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } }); });
  await page.goto(`${page.url()}?task=loop`);
  await page.locator(".task").waitFor();
  const at = learner(me, page);
  await at.rollOut({ predicate: 0 });
  await at.settle();
  await page.locator(".said-line button").first().click();
  await at.settle();
  await at.becomes([true, true, true, true]);
}));
