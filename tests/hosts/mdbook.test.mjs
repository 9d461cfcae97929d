import { join } from "node:path";
import { host, press } from "./host.mjs";
import { project, run, tools, vendor } from "./project.mjs";

host("mdbook", {
  build: async () => {
    const folder = await project("mdbook");
    await vendor(join(folder, "src/playground"));
    await run(folder, join(tools, "mdbook/bin/mdbook"), "build");
    return join(folder, "book");
  },
  page: "lesson.html",
  toDark: async (page) => {
    const choose = async (theme) => {
      await press(page.locator("#mdbook-theme-toggle"));
      await press(page.locator(`#mdbook-theme-${theme}`));
    };
    await choose("navy");
    return () => choose("light");
  },
});
