import { join } from "node:path";
import { host, press } from "./host.mjs";
import { project, run, tools, vendor } from "./project.mjs";

host("vitepress", {
  build: async () => {
    const folder = await project("vitepress");
    await vendor(join(folder, "docs/public/playground"));
    await run(folder, process.execPath, join(tools, "vitepress/node_modules/vitepress/bin/vitepress.js"), "build", "docs");
    return join(folder, "docs/.vitepress/dist");
  },
  page: "lesson.html",
  toDark: async (page) => {
    const toggle = page.locator(".VPSwitchAppearance").first();
    await press(toggle);
    return () => press(toggle);
  },
  away: (page) => press(page.locator(".VPSidebar").getByRole("link", { name: "Start", exact: true })),
});
