// Serves a folder of static files on this machine only, and prints the address.
//
//   node scripts/serve.mjs [folder]        PORT=8000; the next free port if it is taken
//
// For tests: `const { url, close } = await serve(folder)` takes any free port.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

export const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The file that a request asks for, or undefined where there is none inside `root`. */
async function find(root, request) {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  try {
    const pathname = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const path = resolve(root, `.${sep}${pathname}`, pathname.endsWith("/") ? "index.html" : ".");
    if (!path.startsWith(root + sep)) return undefined;
    const found = await stat(path);
    return found.isFile() ? { path, size: found.size } : undefined;
  } catch {
    return undefined; // no such file, or a path that is none
  }
}

/** Serves `folder` on 127.0.0.1; port 0 is any free one. */
export async function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const asked = await find(root, request);
    // As static hosts do it: the site's own page for what it does not have.
    const file = asked ?? await find(root, { method: "GET", url: "/404.html" });
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    response.writeHead(asked ? 200 : 404, {
      "content-type": TYPES[extname(file.path)] ?? "application/octet-stream",
      "content-length": file.size,
      "cache-control": "no-cache",
    });
    if (request.method === "HEAD") response.end();
    else createReadStream(file.path).on("error", () => response.destroy()).pipe(response);
  });
  await new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", done);
  });
  const url = `http://127.0.0.1:${server.address().port}/`;
  const close = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { url, close };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2] ?? "dist";
  const first = Number(process.env.PORT ?? 8000);
  for (let port = first; ; port += 1) {
    try {
      const { url } = await serve(folder, port);
      console.log(`${folder} is served on ${url} (Ctrl-C ends it)`);
      break;
    } catch (error) {
      if (error.code !== "EADDRINUSE" || port >= first + 20) throw error;
    }
  }
}
