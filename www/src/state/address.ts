// What an address asks for: in its query, or, where a file has none, in its fragment.

import { kind } from "../kind.ts";

/** The page of its own that a link opens: this one, or beside a frame the whole page. */
export function ownPage(): URL {
  return new URL(kind === "frame" ? "index.html" : location.pathname, location.href);
}

/** The folder of the site in which a version lies: `v…` or `latest`, beside the others. */
export function siteFolder(version: string): string {
  const root = new URL(".", location.href).pathname.replace(/\/(?:v\d[^/]*|latest)\/$/, "/");
  return new URL(`${root}${version}/`, location.href).href;
}

export function asked(name: string): string | null {
  return new URLSearchParams(location.search).get(name) ?? new URLSearchParams(location.hash.slice(1)).get(name);
}

/** The same address, asking for something else, or no longer for it. */
export function askFor(name: string, value: string | null): void {
  const address = new URL(location.href);
  const inFragment = new URLSearchParams(location.hash.slice(1));
  const where = inFragment.has(name) ? inFragment : address.searchParams;
  if (value === null) where.delete(name);
  else where.set(name, value);
  if (where === inFragment) address.hash = inFragment.toString();
  history.replaceState(history.state, "", address);
}
