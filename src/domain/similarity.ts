/** Returns a text for comparison: without case, accents, and punctuation; "&" is "and". */
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

/** Returns the share of common trigrams of two texts (Dice), 0 to 1. */
export function trigramSimilarity(left: string, right: string): number {
  const [a, b] = [trigrams(left), trigrams(right)]
  const shared = [...a].filter((gram) => b.has(gram)).length
  return (2 * shared) / (a.size + b.size)
}

/**
 * Returns the similarity of a text to the most similar part, with as many words, of a longer one.
 */
export function similarityWithin(wanted: string, text: string): number {
  const words = toComparable(text).split(' ')
  const length = Math.min(toComparable(wanted).split(' ').length, words.length)
  const starts = Array.from({ length: words.length - length + 1 }, (_, start) => start)
  return Math.max(
    ...starts.map((at) => trigramSimilarity(wanted, words.slice(at, at + length).join(' '))),
  )
}

// A mistyped word keeps at least a third of its trigrams (Ohoi 0.40, Limt 0.55 of Dice); words that
// only begin alike share fewer (proto and PrimaryForm 0.22).
const NEAR = 0.3

/** Returns whether a text is likely a mistyped form of another. */
export const isNear = (wanted: string, known: string): boolean =>
  trigramSimilarity(wanted, known) >= NEAR

/** Returns the items with the most similar text, best first; ties keep the given order. */
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

/** Returns how many letters are added, dropped, replaced, or swapped with the next between two texts. */
export function editsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const edits = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      edits[at] = Math.min(
        (edits[at - 1] ?? 0) + 1,
        (last[at] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = edits
  }
  return last[other.length] ?? 0
}
