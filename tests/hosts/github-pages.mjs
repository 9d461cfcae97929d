// Serves folders as GitHub Pages does: under a sub-path, gzipped, `name` for `name.html`, a folder's address with its slash,
// 404.html for what is not there, and no header of one's own. On this machine only.
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { TYPES } from "../../scripts/serve.mjs";

const PACKED = /^(?:text\/|application\/(?:json|javascript|manifest|wasm|xml)|image\/svg)/;

async function kind(path) {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? "file" : found?.isDirectory() ? "folder" : "nothing";
}

/** The answer to a path within the site: a file, or an address that it moved to. */
async function find(root, pathname) {
  const path = resolve(root, `.${sep}${pathname}`);
  if (path !== root && !path.startsWith(root + sep)) return {};
  if (pathname.endsWith("/")) return { file: join(path, "index.html") };
  const what = await kind(path);
  if (what === "folder") return { moved: `${pathname}/` };
  return { file: what === "file" ? path : `${path}.html` };
}

/** Serves a folder. It may be named later, as `folder` of what this returns; so may `headers`, for a host that does set some. */
export async function serve(folder, at = "/course/") {
  const site = { folder, headers: {} };
  const server = createServer(async (request, response) => {
    const root = resolve(site.folder);
    const pathname = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const { file, moved } = pathname.startsWith(at) ? await find(root, pathname.slice(at.length - 1)) : {};
    const there = file && (await kind(file)) === "file";
    const sent = there ? file : join(root, "404.html");
    const found = there || (await kind(sent)) === "file";
    const type = found ? TYPES[extname(sent)] ?? "application/octet-stream" : "text/html; charset=utf-8";
    const code = moved ? 301 : there ? 200 : 404;
    let body = found && !moved ? await readFile(sent) : Buffer.from("");
    const head = { "content-type": type, ...site.headers };
    if (moved) head.location = at.slice(0, -1) + moved;
    if (PACKED.test(type) && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) {
      body = gzipSync(body);
      head["content-encoding"] = "gzip";
      head.vary = "Accept-Encoding";
    }
    response.writeHead(code, { ...head, "content-length": body.length }).end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise((done, failed) => { server.once("error", failed).listen(0, "127.0.0.1", done); });
  site.origin = `http://127.0.0.1:${server.address().port}`;
  site.url = site.origin + at;
  site.close = () => new Promise((done) => { server.close(done); server.closeAllConnections(); });
  return site;
}
