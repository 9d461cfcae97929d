import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before } from "node:test";
import { serve } from "./github-pages.mjs";
import { host, press } from "./host.mjs";
import { DIST, project, vendor } from "./project.mjs";

let other;
before(async () => { other = await serve(DIST, "/v1/"); });
after(() => other?.close());

let made;
/** One folder with both pages; https://playground.example is what the documentation writes for another origin. */
const build = () => made ??= (async () => {
  const folder = await project("plain", (text) => text.replaceAll("https://playground.example", other.origin));
  await vendor(join(folder, "playground"));
  return folder;
})();

const toDark = async (page) => {
  const toggle = page.getByRole("button", { name: "Light or dark" });
  await press(toggle);
  return () => press(toggle);
};

// Under both policies: the page's own in its head, and the server's, which holds for the playground's files too.
host("plain", {
  build,
  page: "lesson.html",
  toDark,
  follows: true,
  headers: async (folder) => {
    const [, name, value] = /^ {2}([\w-]+): (.*)$/m.exec(await readFile(join(folder, "_headers"), "utf8"));
    return { [name.toLowerCase()]: value };
  },
});

host("plain, the playground on another origin", { build, page: "elsewhere.html", toDark, follows: true, elsewhere: () => [other.origin] });
