// A tour through the page's states, by what is there and not by its words: the same in every language and at every size.
// `areas`: which parts a phone shows of it; `sees`: what must be there. The screenshots and the checks for everyone take the same tour.

const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } };

/** What one can do on the tour. */
export function guide(page) {
  const phone = page.viewportSize().width < 761;
  const calm = () => page.locator(".dock[aria-busy=false]").waitFor();
  const self = {
    page,
    area: async (name) => {
      const at = { run: 0, pass: 1, edit: 2, history: 3 }[name];
      if (phone) await page.locator(".areas button").nth(at).click();
    },
    step: async (times = 1) => {
      for (let n = 0; n < times; n += 1) {
        const before = await page.locator(".clock").textContent();
        await page.locator(".dock .step").click();
        await page.waitForFunction((was) => document.querySelector(".clock")?.textContent !== was, before);
      }
    },
    settle: async () => {
      await page.locator(".dock button[aria-keyshortcuts=r]").click();
      await calm();
    },
    back: () => page.locator(".scrubber button[aria-keyshortcuts=ArrowLeft]").click(),
    tab: async (name) => {
      await self.area("history");
      await page.locator(".over-time > .switch button").nth(["timeline", "passes", "transcript", "compare"].indexOf(name)).click();
    },
    drawer: async (name) => {
      await self.area("run");
      await page.locator(`.path-station[data-name="${name}"]`).click({ position: { x: 20, y: 14 } });
      await page.locator(`.station-${name}`).waitFor();
    },
    view: async (at) => {
      await self.area("edit");
      await page.locator(".editor-views button").nth(at).click();
    },
    type: async (change) => {
      await self.area("edit");
      const text = change(await page.locator("#yaml").evaluate((one) => one.value));
      if ((await page.locator("yaml-editor").count()) === 0) await page.locator("textarea#yaml").focus();
      await page.locator("yaml-editor .cm-content").focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(text);
    },
    save: async () => {
      await page.locator(".editor-buttons button").first().click();
      await calm();
    },
    /** A situation of the gallery, by its number. */
    situation: async (id) => {
      await page.locator(".top-tools > button").first().click();
      await page.locator(`.gallery-card[data-id="${id}"] button`).click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await calm();
    },
    /** The gallery's second part. */
    reports: async () => {
      await page.locator(".top-tools > button").first().click();
      await page.locator(".gallery-parts button").nth(1).click();
      await page.locator('.gallery-card[data-id="R02"]').waitFor();
    },
    session: async (scenario, moves = []) => {
      const text = JSON.stringify({ version: 1, engine: "", scenario: { version: 1, ...scenario }, moves });
      await page.setInputFiles("input[type=file]", { name: "session.json", mimeType: "application/json", buffer: Buffer.from(text) });
      await page.locator(".guide").waitFor({ state: "detached" });
    },
    /** A task of the lab, from the list. */
    task: async (id) => {
      await page.locator(".top-tools > button").nth(1).click();
      await page.locator(`.tasks-item[data-id="${id}"] button`).last().click();
      await page.locator(".task").waitFor();
      await calm();
    },
    /** Rolls out a habit by the number of its value. */
    habit: async (name, index) => {
      await self.area("run");
      await page.locator(".knob.habits .knob-button").click();
      await page.locator(`#habit-${name}`).selectOption({ index });
      await page.locator(".modal-habits .modal-foot .primary").click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await calm();
    },
    faults: async () => {
      await page.locator(".faults-button").click();
      await page.locator("#faults-title").waitFor();
    },
  };
  return self;
}

const ALL = ["run", "pass", "edit", "history"];

/** The dialog in which every order is tried, with a habit that somebody's edit by hand brings down. */
async function tried(me) {
  await me.page.locator(".knob.habits .knob-button").click();
  await me.page.locator("#habit-compare").selectOption({ index: 3 });
  await me.page.locator(".modal-habits .modal-foot button:has(.icon)").first().click();
  await me.page.locator(".modal-check").waitFor();
  await me.page.locator(".check-budgets input").first().check();
  await me.page.locator(".check-others input").nth(1).check();
  await me.page.locator(".check-go button").click();
  await me.page.locator(".check-box[data-state=fails]").waitFor();
}

export const STATES = {
  before: { sees: [".path svg", ".dock .step", ".editor", ".guide h2"], areas: ALL, prepare: async () => {} },
  during: { sees: [".question[data-state=current]", ".why li"], areas: ["run", "pass"], prepare: (me) => me.step(8) },
  after: { sees: [".evidence", ".status-card .steps", ".requeue-card .steps", ".pass-row", ".dropped li"], areas: ALL, prepare: (me) => me.settle() },
  stations: {
    sees: [".station-cache"],
    areas: ["run"],
    prepare: async (me) => { await me.step(7); await me.drawer("cache"); },
  },
  held: {
    sees: [".station-watch"],
    areas: ["run"],
    prepare: async (me) => {
      await me.settle();
      await me.drawer("watch");
      await me.page.locator(".lever-row button").first().click();
      await me.type((text) => text.replace("color: blue", "color: green"));
      await me.save();
      await me.area("run");
    },
  },
  crashed: {
    sees: [".said .down button"],
    areas: ["run", "pass"],
    prepare: async (me) => { await me.step(6); await me.page.locator(".knob.crash .knob-button").click(); await me.page.locator(".said .down").waitFor(); },
  },
  others: { sees: [".others[open] .menu-body button"], areas: [], prepare: async (me) => { await me.step(7); await me.page.locator(".others summary").click(); } },
  truths: {
    sees: [".truths-table", ".truths-mark"],
    areas: ["edit"],
    prepare: async (me) => { await me.situation("staleStatus"); await me.step(3); await me.view(1); await me.page.locator(".truths").waitFor(); },
  },
  kubectl: {
    sees: [".kubectl-screen"],
    areas: ["edit"],
    prepare: async (me) => { await me.settle(); await me.view(2); await me.page.locator(".kubectl-screen").waitFor(); await me.page.locator(".kubectl-verbs button").nth(2).click(); },
  },
  refused: {
    sees: ["yaml-editor", ".editor-answer"],
    areas: ["edit"],
    prepare: async (me) => { await me.type((text) => text.replace("color: blue", "color: on")); await me.save(); await me.page.locator(".editor-answer").waitFor(); },
  },
  conflict: { sees: [".evidence.tone-bad .server-words"], areas: ["pass"], prepare: async (me) => { await me.situation("staleStatus"); await me.settle(); await me.area("pass"); } },
  loop: { sees: [".said .loop"], areas: ["pass", "history"], prepare: async (me) => { await me.situation("counterLoop"); await me.settle(); } },
  failing: {
    sees: [".backoff rect"],
    areas: ["pass"],
    prepare: async (me) => {
      await me.situation("failing");
      await me.settle();
      for (let n = 0; n < 4; n += 1) { await me.page.locator(".said-line button").first().click(); await me.settle(); }
      await me.area("pass");
    },
  },
  stuck: { sees: [".path svg"], areas: ["run", "edit"], prepare: async (me) => { await me.situation("stuck"); await me.settle(); } },
  timeline: {
    sees: [".timeline svg", ".scrubber"],
    areas: ["history"],
    prepare: async (me) => { await me.settle(); await me.tab("timeline"); await me.page.locator(".timeline").waitFor(); },
  },
  branches: {
    sees: [".ways .way"],
    areas: ["history"],
    prepare: async (me) => {
      await me.settle();
      for (let n = 0; n < 6; n += 1) await me.back();
      await me.area("run");
      await me.page.locator(".knob.crash .knob-button").click();
      await me.page.locator(".way-left").waitFor();
      await me.tab("timeline");
      await me.page.locator(".ways").waitFor();
    },
  },
  transcript: { sees: [".log-line"], areas: ["history"], prepare: async (me) => { await me.settle(); await me.tab("transcript"); await me.page.locator(".log-line").first().waitFor(); } },
  log: {
    sees: [".transcript"],
    areas: ["history"],
    prepare: async (me) => { await me.situation("failing"); await me.settle(); await me.tab("transcript"); await me.page.locator(".transcript-tools .switch button").nth(2).click(); },
  },
  watched: {
    sees: [".transcript"],
    areas: ["history"],
    prepare: async (me) => { await me.settle(); await me.tab("transcript"); await me.page.locator(".transcript-tools .switch button").nth(1).click(); },
  },
  compare: { sees: [".compare-setup"], areas: ["history"], prepare: async (me) => { await me.settle(); await me.tab("compare"); await me.page.locator(".compare-setup").waitFor(); } },
  compared: {
    sees: [".compare-result", ".compare-counters", ".compare-rows"],
    areas: ["history"],
    prepare: async (me) => {
      await me.tab("compare");
      await me.page.locator(".compare-begin .primary").click();
      await me.page.locator(".compare-tools button").nth(2).click();
      await me.page.locator(".compare-result").waitFor();
    },
  },
  reports: { sees: [".gallery-card .gallery-see a"], areas: [], prepare: (me) => me.reports() },
  reported: {
    sees: ["#report-title", ".reported-choices [aria-pressed=true]"],
    areas: ["run", "history"],
    prepare: async (me) => {
      await me.reports();
      await me.page.locator('.gallery-card[data-id="R22"] button').click();
      await me.page.locator(".compare-b .reported-result").filter({ hasText: /./ }).waitFor();
    },
  },
  situations: { sees: [".gallery-card"], areas: [], prepare: async (me) => { await me.page.locator(".top-tools > button").first().click(); await me.page.locator(".gallery").first().waitFor(); } },
  habits: {
    sees: [".habit-about .snippet"],
    areas: [],
    prepare: async (me) => {
      await me.page.locator(".knob.habits .knob-button").click();
      await me.page.locator("#habit-predicate").selectOption({ index: 1 });
      await me.page.locator("#habit-periodic").selectOption({ index: 1 });
      await me.page.locator(".habit-name").first().click();
      await me.page.locator(".habit-about .snippet").first().waitFor();
    },
  },
  tried: {
    sees: [".check-head.tone-bad", ".check-fixes li", ".check-table td .check-mark", ".check-numbers input"],
    areas: [],
    prepare: async (me) => {
      await tried(me);
      await me.page.locator(".check-fix button").first().click();
      await me.page.locator(".check-fixes li").waitFor();
      await me.page.locator(".check-budgets input").last().check();
      await me.page.locator(".check-looked summary").click();
      await me.page.locator(".check-table summary").click();
    },
  },
  story: {
    sees: [".story"],
    areas: ["run"],
    prepare: async (me) => {
      await tried(me);
      await me.page.locator(".check-tools .primary").click();
      await me.page.locator("#story-title").waitFor();
    },
  },
  faults: {
    sees: [".faults-armed .icon"],
    areas: ["run"],
    prepare: async (me) => {
      await me.settle();
      await me.faults();
      await me.page.locator(".faults form button[type=submit]").first().click();
      await me.page.locator(".faults-armed .icon").waitFor();
    },
  },
  several: {
    sees: [".controller", ".faults"],
    areas: ["run"],
    prepare: async (me) => {
      await me.session({ budget: { crash: 1, hold: 1 }, controllers: [{ name: "one" }, { name: "two" }], objects: [WEB] });
      await me.step(5);
      await me.faults();
    },
  },
  shortcuts: { sees: ["dialog .keys"], areas: [], wide: true, prepare: async (me) => { await me.page.locator(".keys-button").click(); await me.page.locator("dialog").waitFor(); } },
  lab: {
    sees: [".tasks-item", ".tasks-read input"],
    areas: [],
    prepare: async (me) => { await me.page.locator(".top-tools > button").nth(1).click(); await me.page.locator(".tasks-item").first().waitFor(); },
  },
  brokenResult: {
    sees: [".modal-lab .banner"],
    areas: [],
    prepare: async (me) => {
      await me.page.locator(".top-tools > button").nth(1).click();
      await me.page.locator(".tasks-read input").first().fill("t1.nothing");
      await me.page.locator(".tasks-read button[type=submit]").click();
      await me.page.locator(".modal-lab .banner").waitFor();
    },
  },
  taskWrong: {
    sees: [".task-wrong", ".task-hints li", ".task-ask input"],
    areas: ["run"],
    prepare: async (me) => {
      await me.task("noop");
      await me.type((text) => text.replace("blue", "green"));
      await me.save();
      await me.settle();
      await me.area("run");
      await me.page.locator(".task-hints button").click();
      await me.page.locator(".task-ask input").fill("1");
      await me.page.locator(".task-answer button").click();
    },
  },
  taskDone: {
    sees: [".task-done .task-result input"],
    areas: ["run"],
    prepare: async (me) => {
      await me.task("drift");
      await me.page.locator(".knob.habits .knob-button").click();
      await me.page.locator("#habit-ownedPredicate").selectOption({ index: 0 });
      await me.page.locator("#habit-removeStale").selectOption({ index: 1 });
      await me.page.locator(".modal-habits .modal-foot .primary").click();
      await me.page.locator("dialog").waitFor({ state: "detached" });
      await me.settle();
      await me.page.locator(".task-order .check-go button").click();
      await me.page.locator(".task-result button").first().click();
      await me.page.locator(".task-result input").waitFor();
    },
  },
  taskReport: {
    sees: [".report-table"],
    areas: ["run"],
    prepare: async (me) => { await me.task("three"); await me.habit("compare", 0); await me.settle(); },
  },
  taskOpened: {
    sees: [".task-way button", ".task .banner"],
    areas: ["run"],
    prepare: async (me) => {
      await me.task("loop");
      await me.habit("predicate", 0);
      await me.settle();
      await me.page.locator(".said-line button").first().click();
      await me.settle();
      await me.page.locator(".task-done").waitFor();
      await me.page.waitForFunction(() => (localStorage.getItem("lab") ?? "").includes("loop"));
      await me.page.locator(".task .guide-links button").first().click();
      await me.page.locator(".tasks-item[data-id=loop] .link").click();
      await me.page.locator(".task-way").waitFor();
    },
  },
  brokenFile: {
    sees: [".problem-place .banner"],
    areas: ["run"],
    prepare: async (me) => {
      await me.page.setInputFiles("input[type=file]", { name: "s.json", mimeType: "application/json", buffer: Buffer.from("{") });
      await me.page.locator(".problem-place .banner").waitFor();
    },
  },
};
