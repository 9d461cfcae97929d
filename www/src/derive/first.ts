// Looking for a place in what stands in order.

/** The first from `from` on for which it holds, as for all behind it; `to` where there is none before. */
export function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** How many of these are not behind the move. */
export function upTo(all: readonly { at: number }[], move: number): number {
  return firstWhere(0, all.length, (at) => all[at]!.at > move);
}
