// A search by words, in any order and in any letters.

/** Every word of it stands somewhere in what is said. */
export function matches(search: string, said: readonly (string | undefined)[]): boolean {
  const text = said.join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
