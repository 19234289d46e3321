import { formatCount } from '#src/domain/money.ts'
import { readTsvTable } from '#src/domain/tsv.ts'
import type { Random } from './random.ts'

type Words<List extends string> = List extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : List

export type Cells<Columns extends string> = Record<Words<Columns>, string>

/**
 * Returns the records of a file in `content/`. `columns` repeats its header row; empty cells are
 * ''. Throws RangeError when the header row differs.
 */
export function readContent<const Columns extends string>(
  file: string,
  columns: Columns,
): Cells<Columns>[] {
  const { heading, rows } = readTsvTable(new URL(`./content/${file}.tsv`, import.meta.url))
  const found = heading.join(' ')
  if (found !== columns) {
    throw new RangeError(`${file}.tsv: expected the columns "${columns}"; got "${found}"`)
  }
  return rows.map(
    (row) => Object.fromEntries(heading.map((name, at) => [name, row[at] ?? ''])) as Cells<Columns>,
  )
}

/** Splits a cell that contains a list. */
export const listOf = (cell: string, separator = ' | '): string[] =>
  cell === '' ? [] : cell.split(separator)

/** Returns the number in a cell, undefined if it is empty. */
export const numberOf = (cell: string): number | undefined =>
  cell === '' ? undefined : Number(cell)

/** What a kind of organization entails besides its words; decides which schedules occur. */
export type Trait =
  | 'school'
  | 'hospital'
  | 'collections'
  | 'easements'
  | 'endowment'
  | 'bonds'
  | 'lobbying'
  | 'regrants'
  | 'individual-aid'
  | 'food'
  | 'clothing'
  | 'vehicles'
  | 'medicine'
  | 'gala'
  | 'bingo'
  | 'shop'
  | 'advertising'
  | 'foundation'
  | 'church'

/** A kind of organization: its classification, what its finances look like, and its words. */
export type Kind = {
  code: string
  size: 'small' | 'medium' | 'large' | 'huge'
  funds: 'gifts' | 'government' | 'fees' | 'dues' | 'investments'
  traits: readonly Trait[]
  subsection: string
  /** Its main program service revenue as described in Part VIII line 2. */
  fees?: string
  states: readonly string[]
  /** Keys of COUNTRIES. */
  abroad: readonly string[]
  names: readonly string[]
  mission: string
  programs: readonly string[]
}

/** One of the 26 major groups of the National Taxonomy of Exempt Entities. */
export type Cause = { letter: string; kinds: readonly Kind[] }

/** All kinds by id: the letter of the major group and a number, as in "A0". */
export const KINDS: ReadonlyMap<string, Kind> = readKinds()

/** All 26 major groups, A to Z. */
export const CAUSES: readonly Cause[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => ({
  letter,
  kinds: [...KINDS].filter(([id]) => id.startsWith(letter)).map(([, kind]) => kind),
}))

function readKinds(): Map<string, Kind> {
  const texts = readContent('texts', 'kind part text')
  const textsOf = (id: string, wanted: string): string[] =>
    texts.filter(({ kind, part }) => kind === id && part === wanted).map(({ text }) => text)
  const rows = readContent('kinds', 'kind code size funds traits subsection fees states abroad')
  return new Map(
    rows.map(({ kind: id, code, size, funds, traits, subsection, fees, states, abroad }) => [
      id,
      {
        code,
        size: size as Kind['size'],
        funds: funds as Kind['funds'],
        traits: listOf(traits, ' ') as Trait[],
        subsection: subsection || '03',
        ...(fees && { fees }),
        states: listOf(states, ' '),
        abroad: listOf(abroad),
        names: textsOf(id, 'names').flatMap((names) => listOf(names)),
        mission: textsOf(id, 'mission').join(),
        programs: textsOf(id, 'program'),
      },
    ]),
  )
}

/** Returns a kind by its id; throws RangeError for an unknown one. */
export function kindOf(id: string): Kind {
  const kind = KINDS.get(id)
  if (!kind) throw new RangeError(`No kind has the id ${id}`)
  return kind
}

const WORDS = new Map(
  readContent('words', 'list words').map(({ list, words }) => [list, listOf(words)]),
)

export const pickWord = (list: 'given' | 'family' | 'feature' | 'street', random: Random): string =>
  random.pick(WORDS.get(list) ?? [])

/** A town an organization can be in; local programs name its county. */
export type Town = { city: string; county: string; zip: string; state: string; stateName: string }

const STATE_ROWS = readContent('states', 'state name areaCode')
const TOWNS = readContent('towns', 'state city county zip')

export const TERRITORIES: readonly string[] = ['PR', 'GU', 'VI']

/** Postal codes of the fifty states and the District of Columbia. */
export const STATES: readonly string[] = STATE_ROWS.map(({ state }) => state).filter(
  (state) => !TERRITORIES.includes(state),
)

function stateOf(code: string) {
  const row = STATE_ROWS.find(({ state }) => state === code)
  if (!row) throw new RangeError(`No towns are known for "${code}"`)
  return row
}

/** Returns the towns of a state or territory; throws RangeError for an unknown code. */
export function townsOf(code: string): Town[] {
  const stateName = stateOf(code).name
  return TOWNS.filter(({ state }) => state === code).map((town) => ({ ...town, stateName }))
}

export const areaCodeOf = (state: string): string => stateOf(state).areaCode

/** A country where programs work: FIPS code as filings write it, Schedule F region, places. */
export type Country = { name: string; fips: string; region: string; places: readonly string[] }

/** Countries by key. Regions are those of the instructions to Schedule F. */
export const COUNTRIES: ReadonlyMap<string, Country> = new Map(
  readContent('countries', 'country name fips region places').map(({ country, places, ...row }) => [
    country,
    { ...row, places: listOf(places) },
  ]),
)

/** Addresses of the few filers abroad. */
export const FOREIGN_TOWNS = readContent(
  'foreign-towns',
  'line1 city province country countryName postalCode',
)

/** Values for the slots of a text. `growth` is the size of the year relative to the first one. */
type Slots = {
  words: Readonly<Record<string, string>>
  growth: number
}

/**
 * Fills the slots of a text: words such as {city}, choices {one/other}, and counts {120..900} that
 * grow over the organization's years. Choices and counts depend only on the given randomness, so an
 * organization writes the same text every year except for its counts. Throws RangeError for an
 * unknown slot.
 */
export function fillTemplate(text: string, slots: Slots, random: Random): string {
  let position = 0
  return text.replace(/\{([^{}]+)\}(?=( percent)?)/g, (_, slot: string, percent?: string) => {
    const own = random.fork(`slot ${position++}`)
    const range = /^(\d+)\.\.(\d+)$/.exec(slot)
    // A percentage does not grow with the organization.
    const growth = percent === undefined ? slots.growth : 1
    if (range) return countIn(Number(range[1]), Number(range[2]), growth, own)
    if (slot.includes('/')) return own.pick(slot.split('/'))
    const word = slots.words[slot]
    if (word === undefined) throw new RangeError(`No word for the slot {${slot}}`)
    return word
  })
}

function countIn(min: number, max: number, growth: number, random: Random): string {
  const count = Math.max(1, Math.round(random.between(min, max) * growth))
  return formatCount(count)
}
