// What Enter puts at the beginning of the next line of YAML.

/** The line's own indentation, and more where it opens a mapping. */
export function indentAfter(line: string): string {
  const indent = /^\s*/.exec(line)![0];
  return /:\s*$/.test(line) ? `${indent}  ` : indent;
}
