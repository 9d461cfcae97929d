// A line by line comparison of two short texts (an object as YAML): what the editor shows when the server moved on.

export interface Line { mark: "same" | "mine" | "theirs"; text: string }

/** The longest common subsequence of lines; objects here have some dozens of lines, never thousands. */
export function compareLines(mine: string, theirs: string): Line[] {
  const a = mine.split("\n");
  const b = theirs.split("\n");
  if (a.length * b.length > 250_000) return [...a.map((text) => line("mine", text)), ...b.map((text) => line("theirs", text))];
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j]
        ? common[(i + 1) * width + j + 1]! + 1
        : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(line("same", a[i]!));
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      lines.push(line("mine", a[i]!));
      i += 1;
    } else {
      lines.push(line("theirs", b[j]!));
      j += 1;
    }
  }
  return lines;
}

function line(mark: Line["mark"], text: string): Line {
  return { mark, text };
}
