// Screenshots of the states of the tour: `npm run screens [-- folder [states [languages]]]`. At desktop and phone size, in
// each language, light and dark in turn; `all` instead of a list takes every one.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launch, openPage } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { guide, STATES } from "./tour.mjs";

const [out = "screens", states = "all", languages = "en,ja,ko"] = process.argv.slice(2);
const LOCALES = { en: "en-US", ja: "ja-JP", ko: "ko-KR" };
const chosen = states === "all" ? Object.keys(STATES) : states.split(",");
await mkdir(out, { recursive: true });

const { url, close } = await serve();
const browser = await launch();
let turn = 0;
for (const language of languages.split(",")) {
  for (const [size, width, height] of [["wide", 1440, 900], ["narrow", 390, 844]]) {
    for (const name of chosen) {
      const { areas, wide, prepare } = STATES[name];
      if (size === "narrow" && wide) continue;
      const dark = (turn += 1) % 2 === 0;
      const { page, context, faults } = await openPage(browser, url, { width, height, dark, reducedMotion: "reduce", locale: LOCALES[language] });
      const me = guide(page);
      try {
        await prepare(me);
        for (const area of size === "narrow" && areas.length > 0 ? areas : [null]) {
          if (area) await me.area(area);
          await page.waitForTimeout(150);
          const file = [name, area, language, size, dark ? "dark" : "light"].filter(Boolean).join("-");
          await page.screenshot({ path: join(out, `${file}.png`), fullPage: areas.length > 0 });
        }
      } catch (thrown) {
        console.log(`${name}, ${language}, ${size}: ${thrown.message.split("\n")[0]}`);
        process.exitCode = 1;
      }
      for (const fault of faults) console.log(`${name}, ${language}, ${size}: ${fault}`);
      await context.close();
    }
  }
}
await browser.close();
await close();
