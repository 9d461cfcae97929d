// Where in a YAML text the caret stands: found by indentation, since a text that is being typed is seldom whole.

/** A step down: the key of a mapping, or into an item of a list. */
export type Step = string | typeof ITEM;
export const ITEM = Symbol("item");

export interface Place {
  /** From the root to the mapping (or list) that the caret is in. */
  path: Step[];
  /** A key is typed, or the value of one. */
  at: "key" | "value";
  /** The key whose value is typed. */
  key: string | null;
  /** What is typed already. */
  typed: string;
  /** Keys that the mapping has. */
  beside: ReadonlySet<string>;
  /** The column of the key. */
  indent: number;
}

interface Line { dash: number | null; column: number; key: string | null; opens: boolean }

export function placeAt(lines: readonly string[], line: number, column: number): Place | null {
  const before = lines[line]!.slice(0, column);
  const found = /^(\s*(?:- +)*)(?:([^\s:#'"[\]{},&*!|>-][^:#]*):\s+)?([^\s#:'"[\]{}&*!|>]*)$/.exec(before);
  if (!found) return null;
  const [, lead = "", key, typed = ""] = found;
  const own = lead.length;
  const dash = lead.lastIndexOf("-");
  const beside = new Set<string>();
  const reversed: Step[] = [];
  let need = own;
  /** Whether the opener of a list is looked for, which may stand as deep as its dashes. */
  let list = false;
  if (dash >= 0) {
    reversed.push(ITEM);
    need = dash;
    list = true;
  }
  for (let at = line - 1; at >= 0; at -= 1) {
    const one = read(lines[at]!);
    if (!one) continue;
    const level = reversed.length;
    if (!list && one.column === need) {
      if (level === 0 && one.key !== null) beside.add(one.key);
      if (one.dash !== null) {
        reversed.push(ITEM);
        need = one.dash;
        list = true;
      }
    } else if (list ? one.dash === null && one.column <= need : one.column < need) {
      if (one.key === null || !one.opens) return null;
      reversed.push(one.key);
      need = one.column;
      list = false;
      if (one.dash !== null) {
        reversed.push(ITEM);
        need = one.dash;
        list = true;
      }
    } else if (list && one.dash !== null && one.dash < need) {
      // The opener is the first key of an item itself.
      if (one.key === null || !one.opens) return null;
      reversed.push(one.key, ITEM);
      need = one.dash;
    }
  }
  for (let at = line + 1; at < lines.length; at += 1) {
    const one = read(lines[at]!);
    if (!one) continue;
    if (one.column < own || one.dash !== null && one.dash < own) break;
    if (one.column === own && one.key !== null) beside.add(one.key);
  }
  if (need > 0) return null;
  return { path: reversed.reverse(), at: key === undefined ? "key" : "value", key: key ?? null, typed, beside, indent: own };
}

function read(text: string): Line | null {
  const found = /^(\s*)((?:- +|-$)*)([^\s#].*)?$/.exec(text);
  if (!found || (found[2] === "" && found[3] === undefined)) return null;
  const [, indent = "", dashes = "", rest = ""] = found;
  const key = /^(?:"([^"]*)"|'([^']*)'|([^:#]+?))\s*:(?:\s+(.*))?$/.exec(rest);
  return {
    dash: dashes === "" ? null : indent.length + dashes.lastIndexOf("-"),
    column: indent.length + dashes.length,
    key: key ? key[1] ?? key[2] ?? key[3]! : null,
    opens: key !== null && (key[4] === undefined || key[4] === "" || key[4].startsWith("#")),
  };
}
