// Which of the languages that there are somebody asks for by tags: of `ja-JP` only `ja` counts.

export function firstOf<Language extends string>(languages: readonly Language[], tags: readonly (string | null)[]): Language | undefined {
  for (const tag of tags) {
    const [primary] = (tag ?? "").toLowerCase().split("-");
    const found = languages.find((one) => one === primary);
    if (found) return found;
  }
  return undefined;
}
