import { join } from "node:path";
import { host, press } from "./host.mjs";
import { project, run, tools, vendor } from "./project.mjs";

host("mkdocs", {
  build: async () => {
    const folder = await project("mkdocs");
    await vendor(join(folder, "docs/playground"));
    await run(folder, join(tools, "mkdocs/venv/bin/mkdocs"), "build", "--strict");
    return join(folder, "site");
  },
  page: "lesson/",
  toDark: async (page) => {
    await press(page.locator("label[title=Dark]"));
    return () => press(page.locator("label[title=Light]"));
  },
});
