import { tokenize } from './names.ts'

/** A person's name in comparable words; a middle name may be an initial. */
export type PersonName = {
  first: string
  middle: string[]
  /** More than one where the surname is compound: "abu teir", "sandoval reyes". */
  last: string[]
  /** jr, sr, ii, iii, iv */
  generation?: string
}

// What stands before and after names on returns; none of it is a name that people go by.
const TITLES = new Set(
  (
    'mr mrs ms miss dr prof professor rev reverend pastor father fr sister bishop rabbi imam ' +
    'sheikh hon honorable judge sen senator capt col lt maj gen sgt sir dame'
  ).split(' '),
)
const CREDENTIALS = new Set(
  (
    'md do dds dmd dvm rn np pa phd edd dsw mba mpa mph jd llm esq cpa cfa cfp cfre pe aia ' +
    'faia lcsw msw lpc bsn msn facs facp ret retired deceased'
  ).split(' '),
)
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
// From here on filers add a title, a date or a remark: "JANE DOE - CHAIR", "JANE DOE (THRU 6/22)".
const REMARK = /\s[-–—]\s|\(|\/|\s(?:thru|through|until|from|as of|eff|c\/o)\b/i

/**
 * A name as people write it, "First M. Last" or "LAST, First Middle", in words to compare;
 * undefined where it has no first and last name. Titles, credentials and remarks are left out.
 */
export function readPersonName(written: string): PersonName | undefined {
  const [named = ''] = written.split(REMARK)
  const [before = '', ...after] = named.split(',')
  const given = words(after.join(' '))
  // What follows a comma may be no more than a credential: "Jane Doe, MD".
  return given.names.length > 0 && words(before).names.length > 0
    ? fromParts(words(before), given)
    : fromWords(words(before), given.generation)
}

type Words = { names: string[]; generation?: string }

function words(text: string): Words {
  const tokens = tokenize(text)
  const start = tokens.findIndex((token) => !TITLES.has(token))
  const kept = start < 0 ? [] : tokens.slice(start)
  const names: string[] = []
  let generation: string | undefined
  for (const [place, token] of kept.entries()) {
    const suffix = place > 0 || kept.length === 1 ? GENERATIONS[token] : undefined
    if (suffix) generation = suffix
    else if (!CREDENTIALS.has(token) && !/\d/.test(token)) names.push(token)
  }
  return { names, ...(generation && { generation }) }
}

function fromParts(before: Words, after: Words): PersonName | undefined {
  const [first = '', ...middle] = after.names
  return toName(first, middle, before.names, before.generation ?? after.generation)
}

function fromWords({ names, generation }: Words, after?: string): PersonName | undefined {
  const [first = '', ...rest] = names
  return toName(first, rest.slice(0, -1), rest.slice(-1), generation ?? after)
}

function toName(
  first: string,
  middle: string[],
  last: string[],
  generation: string | undefined,
): PersonName | undefined {
  const [second = '', ...others] = middle
  // "M Anthony Burns" goes by Anthony.
  if (first.length === 1 && second.length > 1) {
    return toName(second, [first, ...others], last, generation)
  }
  // An initial alone names nobody.
  if (first.length < 2 || last.join('').length < 2) return undefined
  return { first, middle, last, ...(generation && { generation }) }
}

/** What the names of one person have in common, however they are written: first and last word. */
export const personKey = ({ first, last }: PersonName): string => `${first} ${last.at(-1)}`

/**
 * Whether two names can be one person's: first and last names agree, and neither middle names nor
 * generations contradict each other. What one of them leaves out contradicts nothing.
 */
export function canBeSamePerson(one: PersonName, other: PersonName): boolean {
  if (personKey(one) !== personKey(other)) return false
  const isGenerationSame =
    !one.generation || !other.generation || one.generation === other.generation
  const isCompound = one.last.length > other.last.length
  return isGenerationSame && (isCompound ? agree(one, other) : agree(other, one))
}

// Written without a comma, the first words of a compound surname look like middle names.
function agree(compound: PersonName, plain: PersonName): boolean {
  const before = compound.last.slice(0, -1)
  const own = [...plain.middle, ...plain.last.slice(0, -1)]
  const end = own.length - before.length
  if (end < 0 || own.slice(end).join(' ') !== before.join(' ')) return false
  return canBeSameMiddle(compound.middle, own.slice(0, end))
}

// People drop some of their middle names; one that agrees is enough, by its initial too.
function canBeSameMiddle(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true
  return one.some((name) => other.some((word) => isSameWord(name, word)))
}

const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (one.length === 1 && other.startsWith(one)) ||
  (other.length === 1 && one.startsWith(other))
