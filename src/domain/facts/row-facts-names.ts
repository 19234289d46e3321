import { normalizeName } from '../names.ts'
import { wordList } from '../word-lists.ts'

/** A name and the path of its row. */
export type NamedRow = { name: string; path: string }

/** A person missing from a list, and a listed person with the same family name. */
export type UnlistedRow = NamedRow & { listedAs?: string }

/** The parts of a person's name. */
type Name = {
  text: string
  /** Its words without spaces, in filed and in alphabetical order. */
  keys: readonly string[]
  /** Its words in canonical spelling. */
  words: ReadonlySet<string>
  /** Neighbouring words written as one: "mcdonald" for "Mc Donald". */
  joined: ReadonlySet<string>
  /** Single letters. */
  initials: readonly string[]
  family: string
}

// Titles, generations, degrees, licenses, orders, and forms of address. One list of a return may
// have them and the other not.
const TITLES = wordList('listed-titles')

/** Returns whether a row has a pointer in place of a name: "SEE SCHEDULE O", "N/A". */
export const namesNobody = (text: string): boolean =>
  /^\W*(none|n\/a|not applicable|various|vacant)\W*$/i.test(text) ||
  /^\W*(see|refer to)\s+(the\s+)?(sch(edule)?|parts?|statements?|stmt|attach\w*|supplement\w*|narrative|page|note|above|below)\b/i.test(
    text,
  )

/**
 * Returns the people whom the other list does not name. Order, case, accents, spaces, middle names
 * and initials, titles, and suffixes do not matter: "John A. Mc Donald MD" is listed as "MCDONALD
 * JOHN". Ambiguous names count as listed. Bill Smith may be William Smith: `listedAs` is a person
 * with the same family name, if any.
 */
export function unlistedAmong(
  people: readonly NamedRow[],
  listed: readonly string[],
): UnlistedRow[] {
  // Most names are identical in both lists, which is fast to check.
  const same = new Set(listed)
  const others = people.filter(({ name }) => !same.has(name))
  if (others.length === 0) return []
  const names = listed.map(toName)
  const keys = new Set(names.flatMap(({ keys }) => keys))
  const byWord = indexByWord(names)
  return others.flatMap((person) => {
    const name = toName(person.name)
    if (name.keys.some((key) => keys.has(key))) return []
    const alike = wordsOf(name).flatMap((word) => byWord.get(word) ?? [])
    if (alike.some((other) => isSame(name, other))) return []
    const relative = alike.find((other) => isOfFamily(name, other))
    return [{ ...person, ...(relative && { listedAs: relative.text }) }]
  })
}

// Lists may be long, so not all pairs are compared.
function indexByWord(names: readonly Name[]): Map<string, Name[]> {
  const byWord = new Map<string, Name[]>()
  for (const name of names) {
    for (const word of wordsOf(name)) {
      const same = byWord.get(word)
      if (same) same.push(name)
      else byWord.set(word, [name])
    }
  }
  return byWord
}

const wordsOf = ({ words, joined }: Name): string[] => [...words, ...joined]

function toName(text: string): Name {
  const all = apart(text)
  const kept = ownWords(all)
  const words = canonical(kept)
  return {
    text,
    keys: [kept.join(''), words.toSorted().join(' ')],
    words: new Set(words),
    joined: joinedOf(all.filter((token) => token.length === 1 || kept.includes(token))),
    initials: all.filter((token) => token.length === 1),
    family: canonical(ownWords(familyFirst(text) ?? all)).at(-1) ?? '',
  }
}

const canonical = (words: readonly string[]): string[] => normalizeName(words.join(' ')).split(' ')

// A name consisting only of titles, such as "Dean Major", keeps them.
function ownWords(tokens: readonly string[]): string[] {
  const words = tokens.filter((token) => token.length > 1)
  const own = words.filter((word) => !TITLES.has(word))
  return own.length > 0 ? own : words
}

// "Smith, John"; but "John Smith, MD" ends with the family name.
function familyFirst(text: string): string[] | undefined {
  const [before = '', ...behind] = text.split(',')
  const isName = apart(behind.join(' ')).some((token) => token.length > 1 && !TITLES.has(token))
  return isName ? apart(before) : undefined
}

// "De La Cruz" is written as one, two, or three words.
function joinedOf(tokens: readonly string[]): Set<string> {
  const pairs = tokens.slice(1).map((token, at) => `${tokens[at]}${token}`)
  const triples = tokens.slice(2).map((token, at) => `${pairs[at]}${token}`)
  return new Set([...pairs, ...triples])
}

/**
 * Splits a text into lowercase words and letters; "Ph.D." is one word, "J. A.Smith" two letters and
 * a word.
 */
const apart = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .toLowerCase()
    .replace(/(?<!\p{L})\p{L}{1,2}(?:\.\p{L}{1,2})+(?!\p{L})/gu, (short) =>
      short.replaceAll('.', ''),
    )
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')

// One list may have middle names that the other omits, or initials for first names.
const isSame = (one: Name, other: Name): boolean => isWithin(one, other) || isWithin(other, one)

function isWithin(fewer: Name, more: Name): boolean {
  if (![...fewer.words].every((word) => more.words.has(word) || more.joined.has(word))) return false
  if (fewer.words.size > 1) return true
  const begin = [...more.initials, ...[...more.words].map((word) => word.charAt(0))]
  return fewer.initials.every((letter) => begin.includes(letter))
}

// Either name may begin with the family name; a first name alone proves nothing.
const isOfFamily = (one: Name, other: Name): boolean =>
  wordsOf(other).includes(one.family) || wordsOf(one).includes(other.family)
