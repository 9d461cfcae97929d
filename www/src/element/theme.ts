// Light or dark, as the page around an element shows itself.

export const PREFERRED = "(prefers-color-scheme: dark)";
/** One of them, and not both. */
const ONE = /^(light|dark)( o|$)/;

export function isDark(element: Element): boolean {
  const scheme = getComputedStyle(element).colorScheme;
  const one = ONE.exec(element.getAttribute("theme")!) ?? ONE.exec(scheme);
  if (one) return one[1] === "dark";
  // Where the page says nothing, or both, it shows on what the element stands.
  for (let at: Element | null = element; at; at = at.parentElement) {
    const ground = getComputedStyle(at).backgroundColor;
    const [first = 0, , , alpha = 1] = ground.match(/[\d.]+/g) ?? [];
    // How much red, up to 255; or, in the notations before `rgb` in the alphabet, which are all others, how light, up to 1.
    if (+alpha > 0.5) return +first < (ground > "r" ? 128 : 0.6);
  }
  return scheme !== "normal" && matchMedia(PREFERRED).matches;
}
