// Chromium as a reader has it, and one whose reader has blocked all storage.
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FLAGS, installed, launch } from "../../www/tests/browser.mjs";

const { chromium } = createRequire(new URL("../../www/package.json", import.meta.url))("playwright-core");
const VIEW = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1, locale: "en-US", colorScheme: "light" };

/** Opens contexts; `close` ends all of them. */
export async function browsers() {
  const browser = await launch();
  const opened = [];
  return {
    context: async (options = {}) => browser.newContext({ ...VIEW, ...options }),
    /** With "block all cookies" in its settings: localStorage, IndexedDB and caches throw, in pages and frames. */
    withoutStorage: async () => {
      const profile = await mkdtemp(join(tmpdir(), "no-storage-"));
      await mkdir(join(profile, "Default"));
      await writeFile(join(profile, "Default/Preferences"), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
      const context = await chromium.launchPersistentContext(profile, { ...VIEW, executablePath: installed(), args: FLAGS, headless: true });
      opened.push(async () => {
        await context.close();
        await rm(profile, { recursive: true, force: true });
      });
      return context;
    },
    close: async () => {
      for (const one of opened) await one();
      await browser.close();
    },
  };
}
