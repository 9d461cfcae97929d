// How wide a text is, wherever it is asked: by a table of the widths that Arial, Helvetica, Liberation Sans and Arimo share,
// with a little to spare for other fonts. A canvas would answer by what is installed.

import type { Ruler } from "../components/path/measure.ts";

/** Of the characters from the space to the tilde, in thousandths of the size of the font. */
const REGULAR = widths("278 278 355 557 557 890 667 191 334 334 390 584 278 334 278 278 557 557 557 557 557 557 557 557 557 557 278 278 584 584 584 557 1016 667 667 723 723 667 611 778 723 278 500 667 557 834 723 778 667 778 723 667 611 723 667 944 667 667 611 278 278 278 470 557 334 557 557 500 557 557 278 557 557 223 223 500 223 834 557 557 557 557 334 500 278 557 500 723 500 500 500 334 260 334 584");
const BOLD = widths("278 334 475 557 557 890 723 238 334 334 390 584 278 334 278 278 557 557 557 557 557 557 557 557 557 557 334 334 584 584 584 611 976 723 723 723 723 667 611 778 723 278 557 723 611 834 723 778 667 778 723 667 611 723 667 944 667 667 611 334 278 334 584 557 334 557 611 557 611 557 334 611 611 278 278 557 278 890 611 611 611 611 390 557 334 611 557 778 557 557 500 390 280 390 584");
const MONO = 602;
const HANGUL = 950;
/** What stands in the catalogs besides; all else is as wide as it is high. */
const OTHERS: Record<string, number> = { "–": 556, "·": 334, "×": 584, "“": 500, "”": 500, "’": 278, "−": 584 };
const SPARE = 1.03;

function widths(list: string): readonly number[] {
  return list.split(" ").map(Number);
}

export const ruler: Ruler = (text, weight, size, mono) => {
  const table = weight >= 600 ? BOLD : REGULAR;
  let sum = 0;
  for (const character of text) {
    const known = table[character.charCodeAt(0) - 32] ?? OTHERS[character];
    sum += known === undefined ? (/[\uac00-\ud7a3]/.test(character) ? HANGUL : 1000) : mono ? MONO : known;
  }
  return (sum * size * SPARE) / 1000;
};
