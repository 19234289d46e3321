import { acronymsOf, normalizeName } from '#src/domain/names.ts'
import { COMMON_WORDS, spokenWords } from '../screen/common-words.ts'

// Names of the same organization share at least this part of the words of the shorter one; half of
// them is what two parishes or two chapters of a place share.
const SHARE = 0.6
// "Americans" and "American", "Universities" and "University": endings change hands.
const STEM = 5

/**
 * Whether two names, as written, may well be of one organization: the words of one are among the
 * other's, most of their words are the same and not all of those are common ones, or one is the
 * other's initials.
 */
export function namesAgree(one: string, other: string): boolean {
  const words = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size)
  const [shorter = new Set<string>(), longer = new Set<string>()] = words
  if (shorter.size === 0) return false
  const shared = [...shorter].filter((word) => longer.has(word))
  const isMost = shared.length / shorter.size >= SHARE
  if (isMost && (shared.length === shorter.size || hasOwn(shared))) return true
  return hasAcronym(one, other) || hasAcronym(other, one)
}

const stem = (word: string): string => word.slice(0, STEM)
const COMMON_STEMS = new Set([...COMMON_WORDS].map(stem))

const wordsOf = (name: string): Set<string> => new Set(spokenWords(normalizeName(name)).map(stem))

/** Whether words tell somebody from others: one of them that few names have. */
const hasOwn = (stems: readonly string[]): boolean => stems.some((word) => !COMMON_STEMS.has(word))

/** Whether a word of a name is the initials of another name. */
function hasAcronym(name: string, other: string): boolean {
  const words = new Set(normalizeName(name).split(' '))
  return acronymsOf(other).some((acronym) => words.has(acronym))
}
