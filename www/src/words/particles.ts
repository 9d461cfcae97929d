// Korean particles behind a word that is not Korean: a name, a kind, a number. Which form stands there depends on how
// the word ends when it is read aloud.

/** The form behind a consonant, then the one behind a vowel. */
export type Particle = "은/는" | "이/가" | "을/를";

/** The word with the particle that fits it; marks of code around the word are not read. */
export function josa(word: string, particle: Particle): string {
  const [consonant, vowel] = particle.split("/");
  return `${word}${endsInConsonant(word) ? consonant : vowel}`;
}

function endsInConsonant(word: string): boolean {
  const last = /[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u.exec(word)?.[0] ?? "";
  const syllable = last.charCodeAt(0) - 0xac00;
  if (syllable >= 0 && syllable < 11_172) return syllable % 28 !== 0;
  if (/\d/.test(last)) return "013678".includes(last);
  return latin(/[a-z]+(?=[^a-z]*$)/i.exec(word)?.[0].toLowerCase() ?? "");
}

/** As a Korean reads an English word, or an abbreviation letter by letter. */
function latin(word: string): boolean {
  if (!/[aeiouy]/.test(word)) return /[lmnr]$/.test(word);
  return /[lmn]e?$|ng$|[aeiou](?:ck|pp?|k)$|(?<![aeiou])[aeiou][bt]$/.test(word);
}
