// Columns as Go's text/tabwriter sets them: a column is a run of lines that have a cell there, as wide as its widest cell.

export interface Columns { least: number; padding: number }

export function tabulate(lines: readonly string[], { least, padding }: Columns): string {
  const cells = lines.map((line) => line.split("\t"));
  const widths = cells.map((): number[] => []);
  spread(cells, widths, 0, cells.length, 0, { least, padding });
  return cells.map((row, at) => row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[at]![column]!) : cell)).join("")).join("\n");
}

/** What ends a line is no cell: only what a tab ends has a width. */
function spread(cells: readonly string[][], widths: number[][], from: number, to: number, column: number, columns: Columns): void {
  for (let at = from; at < to; at += 1) {
    if (column >= cells[at]!.length - 1) continue;
    let end = at;
    let width = columns.least;
    for (; end < to && column < cells[end]!.length - 1; end += 1) width = Math.max(width, cells[end]![column]!.length + columns.padding);
    for (let line = at; line < end; line += 1) widths[line]![column] = width;
    spread(cells, widths, at, end, column + 1, columns);
    at = end - 1;
  }
}
