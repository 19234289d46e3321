import { normalizeName, tokenize } from './names.ts'
import { wordList } from './word-lists.ts'

/** A person's name in words that can be compared; a middle name may be an initial. */
export type PersonName = {
  first: string
  middle: string[]
  /** More than one for a compound surname: "abu tahir", "sandoval reyes". */
  last: string[]
  /** jr, sr, ii, iii, iv */
  generation?: string
}

// Words before and after names on returns that are not part of the name.
const TITLES = wordList('person-titles')
const CREDENTIALS = wordList('person-credentials')
const GENERATIONS: Record<string, string> = {
  jr: 'jr',
  junior: 'jr',
  sr: 'sr',
  senior: 'sr',
  ii: 'ii',
  '2nd': 'ii',
  iii: 'iii',
  '3rd': 'iii',
  iv: 'iv',
}
// After these, filers add a title, a date, or a remark: "JANE DOE - CHAIR", "JANE DOE (THRU 6/22)".
const REMARK = /\s[-–—]\s|\(|\/|\s(?:thru|through|until|from|as of|eff|c\/o)\b/i

// "AL-ZAWAHIRI" and "Zawahiri" are one surname.
const ARTICLES = new Set(['al', 'el'])
// No surname ends in these, so the next word belongs to it ("ABU TAHIR", "DE LA CRUZ").
const PARTICLES = wordList('surname-particles')

/**
 * Splits a name, "First M. Last" or "LAST, First Middle", into words that can be compared;
 * undefined without a first and last name. Drops articles of Arabic surnames and remarks. Also
 * drops titles and credentials as long as a name remains ("Imam Bheel" has no other).
 */
export const readPersonName = (written: string): PersonName | undefined => readParts(split(written))

function readParts({ before, given }: Parts): PersonName | undefined {
  if (given) return fromSurname(before, given)
  return fromWords(stripped(before)) ?? fromWords(before)
}

/**
 * Returns a name in each way it may be meant, the likelier first: without a comma, "SMITH JOHN Q"
 * and "Kim Jong Un" begin with the surname.
 */
export function readPersonNames(written: string): PersonName[] {
  const parts = split(written)
  const [surname = '', ...others] = stripped(parts.before).filter((word) => !ARTICLES.has(word))
  const turned = parts.given ? undefined : fromSurname([surname], others)
  return [readParts(parts), turned].filter((name) => name !== undefined)
}

type Parts = { before: string[]; given?: string[] }

/**
 * Splits at the comma after the surname, even if its words mean something else ("PA, Sam"), unless
 * only a credential follows a whole name: "Jane Doe, MD". Without given names, all words are
 * `before`.
 */
function split(written: string): Parts {
  const [named = ''] = written.split(REMARK)
  const [first = '', ...rest] = named.split(',')
  const before = words(first)
  const after = words(rest.join(' '))
  const given = [stripped(after), after].find((kept) => toWords(kept).names.length > 0)
  const isWhole = toWords(before).names.length > 1 && stripped(after).length === 0
  if (given && before.length > 0 && !isWhole) return { before, given }
  return { before: [...before, ...after.filter((word) => word in GENERATIONS)] }
}

const words = (text: string): string[] =>
  tokenize(text).filter((token) => token in GENERATIONS || !/\d/.test(token))

/** Drops titles at the beginning, and credentials. */
function stripped(tokens: readonly string[]): string[] {
  const start = tokens.findIndex((token) => !TITLES.has(token))
  return start < 0 ? [] : tokens.slice(start).filter((token) => !CREDENTIALS.has(token))
}

type Words = { names: string[]; generation?: string }

const isSuffix = (token: string, place: number, { length }: readonly string[]): boolean =>
  token in GENERATIONS && (place > 0 || length === 1)

function toWords(tokens: readonly string[]): Words {
  const suffix = tokens.findLast(isSuffix)
  const generation = suffix && GENERATIONS[suffix]
  const names = tokens.filter((token, place) => !isSuffix(token, place, tokens))
  return { names, ...(generation && { generation }) }
}

function fromSurname(before: readonly string[], after: readonly string[]): PersonName | undefined {
  const last = toWords(before)
  const given = toWords(after)
  const [first = '', ...middle] = given.names
  return toName(first, middle, last.names, last.generation ?? given.generation)
}

function fromWords(tokens: readonly string[]): PersonName | undefined {
  const { names, generation } = toWords(tokens)
  const [first = '', ...rest] = names
  return toName(first, rest.slice(0, -1), rest.slice(-1), generation)
}

function toName(
  first: string,
  middle: string[],
  last: string[],
  generation: string | undefined,
): PersonName | undefined {
  const [second = '', ...others] = middle
  // In "M Anthony Burns", the first name in use is Anthony.
  if (first.length === 1 && second.length > 1) {
    return toName(second, [first, ...others], last, generation)
  }
  // An initial alone identifies no one, but surnames of one letter exist ("O, Kuk-Ryol").
  if (first.length < 2 || last.length === 0 || last[0] === '') return undefined
  const surname = withoutArticles(last)
  return {
    first,
    middle: withoutArticles(middle),
    last: surname.length > 0 ? surname : last,
    ...(generation && { generation }),
  }
}

const withoutArticles = (names: readonly string[]): string[] =>
  names.filter((name) => !ARTICLES.has(name))

/** Returns the whole surname and the first part of a compound one, which many people use alone. */
function surnamesOf({ last }: PersonName): string[][] {
  const end = last.findIndex((word) => !PARTICLES.has(word)) + 1
  return end > 0 && end < last.length ? [last, last.slice(0, end)] : [last]
}

/** Returns the keys that all spellings of a person's name share: a first and a last name. */
export const personKeys = (person: PersonName): string[] => [
  ...new Set(surnamesOf(person).map((surname) => `${person.first} ${surname.at(-1)}`)),
]

/**
 * Returns whether two names can belong to one person: first and last names agree, and middle names
 * and generations do not contradict each other. A missing part contradicts nothing.
 */
export function canBeSamePerson(one: PersonName, other: PersonName): boolean {
  const isGenerationSame =
    !one.generation || !other.generation || one.generation === other.generation
  const isCompound = one.last.length > other.last.length
  const [compound, plain] = isCompound ? [one, other] : [other, one]
  return one.first === other.first && isGenerationSame && agree(compound, plain)
}

/**
 * Returns whether names can belong to one person in some order. One of the two is read as written:
 * "MARY SMITH JONES" and "MARY SMITH" would agree if both began with the surname.
 */
export const canBeReordered = (one: readonly PersonName[], other: readonly PersonName[]): boolean =>
  agreesAsWritten(one, other) || agreesAsWritten(other, one)

const agreesAsWritten = (
  [written]: readonly PersonName[],
  readings: readonly PersonName[],
): boolean => written !== undefined && readings.some((name) => canBeSamePerson(written, name))

// Without a comma, the first words of a compound surname look like middle names.
function agree(compound: PersonName, plain: PersonName): boolean {
  const own = [...plain.middle, ...plain.last]
  return surnamesOf(compound).some((surname) => {
    const start = own.length - surname.length
    const isSame = start >= 0 && own.slice(start).join(' ') === surname.join(' ')
    return isSame && canBeSameMiddle(compound.middle, own.slice(0, start))
  })
}

// People drop some middle names, so one that agrees is enough, even by its initial.
function canBeSameMiddle(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true
  return one.some((name) => other.some((word) => isSameWord(name, word)))
}

const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (one.length === 1 && other.startsWith(one)) ||
  (other.length === 1 && one.startsWith(other))

/** A name in the words and keys by which it is searched. */
export type PersonTerms = {
  /** `readPersonNames` */
  readings: PersonName[]
  /** In the order of first, middle, and last names. */
  words: string[]
  /** First and last name, in each way the name may be meant. */
  keys: string[]
  /** The initials of middle names by key; empty without a middle name. */
  initials: ReadonlyMap<string, readonly string[]>
}

/** Splits a name into search terms. A name without a first and last name has words only. */
export function personTerms(written: string): PersonTerms {
  const readings = readPersonNames(written)
  const [first] = readings
  const words = first
    ? [first.first, ...first.middle, ...first.last, first.generation ?? '']
    : normalizeName(written).split(' ')
  const initials = new Map<string, string[]>()
  for (const reading of readings) {
    const own = reading.middle.map((name) => name.charAt(0))
    for (const key of personKeys(reading)) {
      initials.set(key, [...new Set([...(initials.get(key) ?? []), ...own])])
    }
  }
  const keys = [...initials.keys()]
  return { readings, words: words.filter((word) => word !== ''), keys, initials }
}

/** Returns a key with the initial of a middle name, or with none. */
export const personForm = (key: string, initial = ''): string => `${key}|${initial}`
