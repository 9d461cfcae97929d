import { join } from "node:path";
import { host, press } from "./host.mjs";
import { project, run, tools, vendor } from "./project.mjs";

host("mkdocs", {
  build: async (origin) => {
    // With instant navigation Material looks for its pages where it is told that they are.
    const folder = await project("mkdocs", (text) => text.replaceAll("https://example.com", origin));
    await vendor(join(folder, "docs/playground"));
    await run(folder, join(tools, "mkdocs/venv/bin/mkdocs"), "build", "--strict");
    return join(folder, "site");
  },
  page: "lesson/",
  toDark: async (page) => {
    await press(page.locator("label[title=Dark]"));
    return () => press(page.locator("label[title=Light]"));
  },
  away: (page) => press(page.locator(".md-nav--primary").getByRole("link", { name: "Start", exact: true })),
});
