// The marks in a sentence: `code` and **strong**. Everything else is text.

export interface Marked { text: string; as: "code" | "strong" | null }

export function marked(sentence: string): Marked[] {
  return sentence.split(/(`[^`]*`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.length > 1 && part.startsWith("`") && part.endsWith("`")) return { text: part.slice(1, -1), as: "code" };
    if (part.length > 4 && part.startsWith("**") && part.endsWith("**")) return { text: part.slice(2, -2), as: "strong" };
    return { text: part, as: null };
  });
}

/** The same without marks, for names that only a screen reader hears. */
export function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll("**", "");
}
