import { join } from "node:path";
import { host, press } from "./host.mjs";
import { project, run, tools, vendor } from "./project.mjs";

host("sphinx", {
  build: async () => {
    const folder = await project("sphinx");
    await vendor(join(folder, "_static/playground"));
    await run(folder, join(tools, "sphinx/venv/bin/sphinx-build"), "--fail-on-warning", "--quiet", ".", "built");
    return join(folder, "built");
  },
  page: "lesson.html",
  toDark: async (page) => {
    // Auto, light, dark: each press goes on to the next.
    const until = async (theme) => {
      for (let at = 0; at < 3 && await page.locator("body").getAttribute("data-theme") !== theme; at += 1) await press(page.locator("button.theme-toggle:visible"));
    };
    await until("dark");
    return () => until("light");
  },
});
