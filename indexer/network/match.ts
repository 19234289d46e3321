import { groupBy } from '#src/domain/es2024.ts'
import { acronymsOf, COMMON_WORDS, normalizeName, spokenWords } from '#src/domain/names.ts'
import type { MatchConfidence } from '#src/domain/network.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { fillTable } from '../store/sql.ts'
import { openNetworkSql } from './state.ts'

const sql = openNetworkSql('040-match')

const TABLES = 'match_filed, match_asked, match_held, match_named, match_alike, match_unlisted'

/** Fills the temporary table `due_edge` with the rows of a batch's funders. */
export async function writeDueEdges(session: Session, batch: number): Promise<void> {
  await session.query(sql('due-edge'), [batch])
  await session.query('analyze due_edge')
}

/**
 * Finds the recipient of each row of `due_edge` (the columns of filed_edge with funder_ein) and
 * creates the temporary table `edge_match (object_id, ordinal, recipient_ein, match_method,
 * match_confidence)` with one row for each. Call it within a transaction, after
 * `writeOrganizationKeys`.
 */
export async function matchRecipients(session: Session): Promise<void> {
  await session.query(sql('match-tables'))
  await agreeNames(session)
  await weighUnlisted(session)
  await session.query(sql('edge-match'))
  // If they were dropped without being truncated, they would keep their disk space until the
  // commit.
  await session.query(`truncate ${TABLES}; drop table ${TABLES}`)
}

type Doubted = { ein: string; name: string; city: string; known: string[] }

/** Marks the filed EINs whose organization has a name similar to the one in the row. */
async function agreeNames(session: Session): Promise<void> {
  const table = { table: 'match_alike', columns: 'ein text, name text' }
  await fillTable<Doubted>(session, table, sql('match-doubted'), ({ ein, name, city, known }) =>
    known.some((other) => namesAgree(name, other, city)) ? [[ein, name]] : [],
  )
  await session.query(sql('match-agreed'))
}

type Unlisted = { ein: string; names: FiledName[] }

/** Fills `match_unlisted` with the EINs that count although no organization has them. */
const weighUnlisted = (session: Session): Promise<void> =>
  fillTable<Unlisted>(
    session,
    { table: 'match_unlisted', columns: 'ein text, name_key text, confidence match_confidence' },
    sql('match-unlisted'),
    ({ ein, names }) =>
      [...weighFiledNames(names)].map(([key, confidence]) => [ein, key, confidence]),
  )

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

// Names of one organization share at least half the words of the shorter one.
const SHARE = 0.5
// Endings vary: "Americans" and "American", "Immigrant" and "Immigration". "Interfaith" and
// "International" differ in more than an ending.
const STEM = 5
const ENDING = 3
// Three initials are often a chapter's state or "USA", so they need further evidence.
const TELLING_INITIALS = 4

/**
 * Returns whether two names, as written, may belong to one organization. They may if they share
 * half the words of the shorter name, and either a shared word is distinctive or no distinctive
 * word is left over; or if they share all their words; or if a word of one is the initials of the
 * other, and with three initials its further words are shared, too. Words of `city`, where the
 * organization is, do not count, because many names there contain them.
 */
export function namesAgree(one: string, other: string, city = ''): boolean {
  const places = new Set(normalizeName(city).split(' '))
  const [shorter, longer] = inOrder(wordsOf(one, places), wordsOf(other, places))
  const shared = sharedWith(longer, shorter)
  const isWhole = shared.length === shorter.length && shared.length > 1
  const isMost = shared.length > 0 && shared.length >= shorter.length * SHARE
  if (isWhole || (isMost && tells(shared, shorter, longer))) return true
  return hasAcronym(one, other) || hasAcronym(other, one)
}

const wordsOf = (name: string, places: ReadonlySet<string>): string[] => {
  const words = spokenWords(normalizeName(name)).filter((word) => !places.has(word))
  return words.filter((word, at) => word !== '' && words.findIndex(isLike(word)) === at)
}

const inOrder = (one: string[], other: string[]): [string[], string[]] =>
  one.length <= other.length ? [one, other] : [other, one]

const sharedWith = (others: readonly string[], words: readonly string[]): string[] =>
  words.filter((word) => others.some(isLike(word)))

/** Returns a test whether two words differ at most in their endings. */
const isLike = (word: string) => (other: string) => {
  if (word === other) return true
  const stem = Math.max(STEM, word.length - ENDING, other.length - ENDING)
  return word.length >= stem && word.slice(0, stem) === other.slice(0, stem)
}

const isOwn = (word: string): boolean => !COMMON_WORDS.has(word)

const COMMON_STEMS = groupBy(COMMON_WORDS, (word) => word.slice(0, STEM))

/** Returns whether no common word has the same stem: "Hospice" is common because "Hospital" is. */
const isOwnStem = (word: string): boolean =>
  !COMMON_STEMS.get(word.slice(0, STEM))?.some(isLike(word))

/** Returns whether the shared words show more than that both are of one kind and place. */
function tells(shared: string[], shorter: string[], longer: string[]): boolean {
  if (shared.some((word) => (longer.includes(word) ? isOwn(word) : isOwnStem(word)))) return true
  const alone = [...without(shorter, longer), ...without(longer, shorter)]
  return shared.length > 1 && !alone.some(isOwn)
}

const without = (words: readonly string[], others: readonly string[]): string[] =>
  words.filter((word) => !others.some(isLike(word)))

/** Returns whether a word of a name is the initials of another name and no further word contradicts. */
function hasAcronym(name: string, other: string): boolean {
  const words = normalizeName(name).split(' ')
  const acronym = acronymsOf(other).find((initials) => words.includes(initials))
  if (acronym === undefined) return false
  if (acronym.length >= TELLING_INITIALS) return true
  const further = spokenWords(words.join(' ')).filter((word) => word !== acronym)
  return sharedWith(wordsOf(other, new Set()), further).length === further.length
}
