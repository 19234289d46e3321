/**
 * How many words of a query become clauses. The engine accepts 1,024 clauses, and a word needs up to
 * eleven (identity) or five (discovery). A query of 500 English characters has about 90 words.
 */
export const MOST_WORDS = { identity: 60, discovery: 150 }

// The engine's tokenizer makes one word of each emoji, and of each character in scripts without
// spaces.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}]|[[\p{Alphabetic}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv

/** Returns the first `count` words of a text. */
export function firstWords(text: string, count: number): string {
  const last = [...text.matchAll(WORD)][count - 1]
  return last === undefined ? text : text.slice(0, last.index + last[0].length)
}
