/** A text as people compare it: no case, accents, punctuation; "&" is "and". */
export const toComparable = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function trigrams(text: string): Set<string> {
  const padded = `  ${toComparable(text)} `
  const grams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3))
  return grams
}

/** Share of trigrams two texts have in common (Dice), 0 to 1. */
export function trigramSimilarity(left: string, right: string): number {
  const [a, b] = [trigrams(left), trigrams(right)]
  const shared = [...a].filter((gram) => b.has(gram)).length
  return (2 * shared) / (a.size + b.size)
}

/** The likeness of a text to the part of a longer one, as many words long, that is most like it. */
export function similarityWithin(wanted: string, text: string): number {
  const words = toComparable(text).split(' ')
  const length = Math.min(toComparable(wanted).split(' ').length, words.length)
  const starts = Array.from({ length: words.length - length + 1 }, (_, start) => start)
  return Math.max(
    ...starts.map((at) => trigramSimilarity(wanted, words.slice(at, at + length).join(' '))),
  )
}

// A mistyped word keeps at least a third of its trigrams (Ohoi 0.40, Limt 0.55 of Dice); words
// that only begin alike stay below (proto and PrimaryForm 0.22).
const NEAR = 0.3

/** Whether a text may well be a mistyped form of another. */
export const isNear = (wanted: string, known: string): boolean =>
  trigramSimilarity(wanted, known) >= NEAR

/** The items whose text is nearest to a wanted one, best first; ties keep the given order. */
export function nearestByTrigrams<T>(
  wanted: string,
  items: readonly T[],
  textOf: (item: T) => string,
  count: number,
): T[] {
  return items
    .map((item) => ({ item, score: trigramSimilarity(wanted, textOf(item)) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, count)
    .map(({ item }) => item)
}
