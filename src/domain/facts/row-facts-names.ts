import { normalizeName } from '../names.ts'

/** A name with the path of the row it stands in. */
export type NamedRow = { name: string; path: string }

/** A person's name taken apart: words in canonical spelling, and the letters that stand alone. */
type Name = { words: ReadonlySet<string>; initials: readonly string[] }

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

/**
 * Those of the people whom the other list does not name. Order of names, letter case, accents,
 * middle names and initials, titles and suffixes do not matter: "John A. Smith MD" is named by
 * "SMITH JOHN". Where the lists cannot be told apart by that, nobody is missing.
 */
export function unlistedAmong(people: readonly NamedRow[], listed: readonly string[]): NamedRow[] {
  // Most stand there letter by letter, which is told at once.
  const same = new Set(listed)
  const others = people.filter(({ name }) => !same.has(name))
  if (others.length === 0) return []
  const names = listed.map(toName)
  const keys = new Set(names.map(keyOf))
  const byWord = indexByWord(names)
  return others.filter((person) => {
    const name = toName(person.name)
    if (keys.has(keyOf(name))) return false
    return ![...name.words].some((word) => byWord.get(word)?.some((other) => isSame(name, other)))
  })
}

// Lists may be long: nobody is held against all of the other.
function indexByWord(names: readonly Name[]): Map<string, Name[]> {
  const byWord = new Map<string, Name[]>()
  for (const name of names) {
    for (const word of name.words) {
      const same = byWord.get(word)
      if (same) same.push(name)
      else byWord.set(word, [name])
    }
  }
  return byWord
}

const keyOf = ({ words }: Name): string => [...words].sort().join(' ')

function toName(text: string): Name {
  const all = apart(text)
  const letters = all.filter((token) => token.length === 1)
  const words = all.filter((token) => token.length > 1)
  const own = words.filter((word) => !TITLES.has(word))
  // A name of nothing but such words, as "Dean Major", is made of them.
  const kept = own.length > 0 ? own : words
  return { words: new Set(normalizeName(kept.join(' ')).split(' ')), initials: letters }
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
function isSame(one: Name, other: Name): boolean {
  const [fewer, more] = one.words.size <= other.words.size ? [one, other] : [other, one]
  if (![...fewer.words].every((word) => more.words.has(word))) return false
  if (fewer.words.size > 1) return true
  const begin = [...more.initials, ...[...more.words].map((word) => word.charAt(0))]
  return fewer.initials.every((letter) => begin.includes(letter))
}
