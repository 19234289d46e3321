import type { MatchConfidence } from '#src/domain/network.ts'
import { namesAgree } from './names-agree.ts'

/** A name that filings give an EIN. */
export type FiledName = {
  /** The name as it is compared. */
  key: string
  name: string
  /** How many funders file it; the first and the last of them by EIN. */
  funders: number
  first: string
  last: string
}

// A university or city has departments with names of their own. The EIN of a payer, a fiscal sponsor,
// or a food bank's parent is filed for dozens of recipients, which share no name.
const MANY_UNLIKE = 4
// The name of the organization is among the most common ones.
const CANDIDATES = 20

/**
 * Returns how reliable an EIN is that no loaded organization has, by the key of the name next to it:
 * `Moderate` if two funders file it with names that agree, otherwise `Weak`. Returns nothing if four
 * or more names, and most of them, are unlike the main one. `names` begins with the most common name.
 */
export function weighFiledNames(
  names: readonly FiledName[],
): ReadonlyMap<string, Extract<MatchConfidence, 'Moderate' | 'Weak'>> {
  const main = largestGroup(names)
  const unlike = names.length - main.size
  if (unlike >= MANY_UNLIKE && unlike > main.size) return new Map()
  const isMainShared = isShared([...main])
  return new Map(
    names.map((one) => {
      const isSure = main.has(one) ? isMainShared : isShared([one])
      return [one.key, isSure ? 'Moderate' : 'Weak']
    }),
  )
}

/** Returns the largest set of names that agree with one of the most common ones. */
function largestGroup(names: readonly FiledName[]): ReadonlySet<FiledName> {
  const groups = names
    .slice(0, CANDIDATES)
    .map((main) => names.filter((one) => one === main || namesAgree(one.name, main.name)))
  const largest = groups.toSorted((one, other) => other.length - one.length)[0]
  return new Set(largest)
}

const isShared = (names: readonly FiledName[]): boolean =>
  new Set(names.flatMap(({ first, last }) => [first, last])).size > 1
