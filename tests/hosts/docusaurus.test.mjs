import { join } from "node:path";
import { host, press } from "./host.mjs";
import { project, run, tools, vendor } from "./project.mjs";

host("docusaurus", {
  build: async () => {
    const folder = await project("docusaurus");
    await vendor(join(folder, "static/playground"));
    await run(folder, process.execPath, join(tools, "docusaurus/node_modules/@docusaurus/core/bin/docusaurus.mjs"), "build");
    return join(folder, "build");
  },
  page: "lesson",
  toDark: async (page) => {
    const toggle = page.getByRole("button", { name: /Switch between dark and light mode/ });
    const until = async (theme) => {
      for (let at = 0; at < 3 && await page.locator("html").getAttribute("data-theme") !== theme; at += 1) await press(toggle);
    };
    await until("dark");
    return () => until("light");
  },
  away: (page) => press(page.getByRole("link", { name: "Start", exact: true }).first()),
});
