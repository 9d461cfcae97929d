// What an address asks for: in its query, or, where a file has none, in its fragment.

export function asked(name: string): string | null {
  return new URLSearchParams(location.search).get(name) ?? new URLSearchParams(location.hash.slice(1)).get(name);
}
