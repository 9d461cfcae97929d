// Korean particles behind a word that is not Korean: a name, a kind, a number. Which form stands there depends on how
// the word ends when it is read aloud.

/** The form behind a consonant, then the one behind a vowel. */
export type Particle = "은/는" | "이/가" | "을/를" | "과/와" | "으로/로";

type Ending = "vowel" | "ㄹ" | "consonant";

const DIGITS: readonly Ending[] = ["consonant", "ㄹ", "vowel", "consonant", "vowel", "vowel", "consonant", "ㄹ", "ㄹ", "vowel"];

/** Words that are read otherwise than their letters let one think. */
const READ: Record<string, Ending> = { configmap: "consonant", map: "consonant", web: "consonant", app: "consonant" };

/** The word with the particle that fits it; marks of code around the word are not read. */
export function josa(word: string, particle: Particle): string {
  const [afterConsonant = "", afterVowel = ""] = particle.split("/");
  const ending = endingOf(word);
  return `${word}${ending === "vowel" || (ending === "ㄹ" && particle === "으로/로") ? afterVowel : afterConsonant}`;
}

function endingOf(word: string): Ending {
  const spoken = /[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u.exec(word)?.[0] ?? "";
  const syllable = spoken.charCodeAt(0) - 0xac00;
  if (syllable >= 0 && syllable < 11_172) return syllable % 28 === 0 ? "vowel" : syllable % 28 === 8 ? "ㄹ" : "consonant";
  if (spoken >= "0" && spoken <= "9") return DIGITS[Number(spoken)] ?? "vowel";
  return latin(/[a-z]+(?=[^a-z]*$)/i.exec(word)?.[0] ?? "");
}

/** As a Korean reads an English word, or an abbreviation letter by letter. */
function latin(word: string): Ending {
  const name = word.toLowerCase();
  const known = READ[name] ?? READ[/[A-Z][a-z]+$/.exec(word)?.[0].toLowerCase() ?? ""];
  if (known !== undefined) return known;
  if (!/[aeiouy]/.test(name)) return /l$/.test(name) ? "ㄹ" : /[mnr]$/.test(name) ? "consonant" : "vowel";
  if (/le?$/.test(name)) return "ㄹ";
  return /[mn]e?$|ng$|[aeiou](?:ck|[ptk])$/.test(name) ? "consonant" : "vowel";
}
