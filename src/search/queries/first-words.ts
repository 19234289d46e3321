/**
 * How many words of a text become clauses. The engine takes 1,024 clauses a query, and a word
 * is up to eleven of them (identity) or five (discovery); an English sentence of the 500
 * characters a search takes has some 90 words, so few texts lose any.
 */
export const MOST_WORDS = { identity: 60, discovery: 150 }

// The engine's tokenizer makes a word of each character of the scripts that part no words, and of
// each picture.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}]|[[\p{Alphabetic}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv

/** The text up to the end of its word number `count`; the whole text when it has no more. */
export function firstWords(text: string, count: number): string {
  const last = [...text.matchAll(WORD)][count - 1]
  return last === undefined ? text : text.slice(0, last.index + last[0].length)
}
