import { normalizeName } from '../names.ts'

/** A name with the path of the row it stands in. */
export type NamedRow = { name: string; path: string }

/** One whom a list does not name, with who of the same family name stands there. */
export type UnlistedRow = NamedRow & { listedAs?: string }

/** A person's name taken apart. */
type Name = {
  text: string
  /** Its words in their order without spaces, and in that of the alphabet. */
  keys: readonly string[]
  /** In canonical spelling. */
  words: ReadonlySet<string>
  /** What neighbours are when they are written as one: "mcdonald" of "Mc Donald". */
  joined: ReadonlySet<string>
  /** The letters that stand alone. */
  initials: readonly string[]
  family: string
}

// What people put before and behind their names: generations, degrees, licenses, orders, forms of
// address. On one list of a return they stand, on the other they do not.
const TITLES = new Set(
  (
    'jr junior sr senior ii iii iv 1st 2nd 3rd mr mrs ms miss dr doctor prof professor rev reverend ' +
    'fr father sister bro brother rabbi msgr monsignor hon honorable sir dean pastor bishop col capt ' +
    'captain gen maj major lt cdr ret retired md do mbbs dds dmd dpm dvm od dc pharmd phd edd dsc drph ' +
    'psyd dnp jd llm esq esquire cpa cma cfa cfp cfre cae mba mha mph mpa msw lcsw ma ms mfa med mdiv ' +
    'dmin bsn msn rn np aprn crna rph pa pac pt dpt facs facp facc facep fache faan faap pe aia sj osb ' +
    'op osf rsm csc shrm sphr phr usn usaf'
  ).split(' '),
)

/** Whether a row says where to look instead of naming anybody: "SEE SCHEDULE O", "N/A". */
export const namesNobody = (text: string): boolean =>
  /^\W*(none|n\/a|not applicable|various|vacant)\W*$/i.test(text) ||
  /^\W*(see|refer to)\s+(the\s+)?(sch(edule)?|parts?|statements?|stmt|attach\w*|supplement\w*|narrative|page|note|above|below)\b/i.test(
    text,
  )

/**
 * Those of the people whom the other list does not name. Order of names, letter case, accents,
 * spaces, middle names and initials, titles and suffixes do not matter: "John A. Mc Donald MD" is
 * named by "MCDONALD JOHN". Where the lists cannot be told apart by that, nobody is missing. Bill
 * Smith may be William Smith: `listedAs` is one of the family name, if there is any.
 */
export function unlistedAmong(
  people: readonly NamedRow[],
  listed: readonly string[],
): UnlistedRow[] {
  // Most stand there letter by letter, which is told at once.
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

// Lists may be long: nobody is held against all of the other.
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

// A name of nothing but titles, as "Dean Major", is made of them.
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

// "De La Cruz" is written as one of three words, and of two.
function joinedOf(tokens: readonly string[]): Set<string> {
  const pairs = tokens.slice(1).map((token, at) => `${tokens[at]}${token}`)
  const triples = tokens.slice(2).map((token, at) => `${pairs[at]}${token}`)
  return new Set([...pairs, ...triples])
}

/** Words and letters in lower case; "Ph.D." is one word, "J. A.Smith" two letters and a word. */
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

// One list has middle names that the other leaves out, or shortens first names to letters.
const isSame = (one: Name, other: Name): boolean => isWithin(one, other) || isWithin(other, one)

function isWithin(fewer: Name, more: Name): boolean {
  if (![...fewer.words].every((word) => more.words.has(word) || more.joined.has(word))) return false
  if (fewer.words.size > 1) return true
  const begin = [...more.initials, ...[...more.words].map((word) => word.charAt(0))]
  return fewer.initials.every((letter) => begin.includes(letter))
}

// Either may begin with the family name without saying so; a first name alone tells nothing.
const isOfFamily = (one: Name, other: Name): boolean =>
  wordsOf(other).includes(one.family) || wordsOf(one).includes(other.family)
