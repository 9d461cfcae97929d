// Lines of text, each with the moment behind it. They grow with the run: what was told of its beginning stays.

export interface Line {
  /** How many moves had been played: 0 = the beginning. */
  at: number;
  text: string;
  /** Nothing that was printed, but why the text goes on as it does. */
  note?: true;
}

/** What the clock shows at the beginning, where the scenario does not say. */
export const START = "2026-01-01T00:00:00Z";
