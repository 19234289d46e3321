import { readPostcardDate } from './list-dates.ts'
import type { ListedParty } from './restricted.ts'
import { SAM_COLUMNS, SAM_UEI, type SamRow } from './sam-columns.ts'

const KINDS: Readonly<Record<string, ListedParty['kind']>> = {
  individual: 'person',
  firm: 'organization',
  'special entity designation': 'organization',
  vessel: 'other',
}

/** The kind of a party by its classification; undefined for one that is not known. */
export const kindOf = (field: SamRow): ListedParty['kind'] | undefined =>
  KINDS[field('CLASSIFICATION').toLowerCase()]

/** The kind of a party by which of the columns of names are filled. */
export const kindByName = (field: SamRow): ListedParty['kind'] =>
  field('FIRST') === '' && field('LAST') === '' ? 'organization' : 'person'

/** As OFAC writes persons, "LAST, First Middle", so that one reading of names serves both lists. */
export function nameOf(field: SamRow, kind: ListedParty['kind']): string {
  const given = ['FIRST', 'MIDDLE', 'SUFFIX'] as const
  const first = given
    .map(field)
    .filter((part) => part !== '')
    .join(' ')
  const last = field('LAST')
  if (kind !== 'person' || last === '') return field('NAME') || first
  return first === '' ? last : `${last}, ${first}`
}

/** A date MM/DD/YYYY as YYYY-MM-DD; undefined when it is none. */
export const readDate = (text: string): string | undefined =>
  text.includes('/') ? readPostcardDate(text.replaceAll('/', '-')) : undefined

const DATES = ['ACTIVE DATE', 'TERMINATION DATE'] as const

/** True when each date is one, Indefinite, or empty. */
export const hasDates = (field: SamRow): boolean =>
  DATES.map(field).every((text) => /^(?:indefinite)?$/i.test(text) || readDate(text) !== undefined)

/** The day it ends; of a record told inactive without such a day, the first of the month. */
export function endOf(field: SamRow, month: string): string | null {
  const ends = readDate(field('TERMINATION DATE')) ?? null
  const first = `${month}-01`
  if (!/^inactive$/i.test(field('RECORD STATUS'))) return ends
  return ends !== null && ends < first ? ends : first
}

// Words that the header does not write as other words.
const CAPITALS = new Set(['ID', 'SAM'])

/** A column as Refs name it: Exclusion_Type, State_Province, SAM_Number. */
const toRefColumn = (column: string): string =>
  column
    .replaceAll(/[A-Z]+/g, (word) =>
      CAPITALS.has(word) ? word : `${word.charAt(0)}${word.slice(1).toLowerCase()}`,
    )
    .replaceAll(/\W+/g, '_')

const COLUMNS = [...SAM_COLUMNS, SAM_UEI] as const
const WRITTEN = COLUMNS.map((column) => [toRefColumn(column), column] as const)

/** The row as written, by columns as Refs name them; empty ones are left out. */
export const writtenOf = (field: SamRow): Record<string, string> =>
  Object.fromEntries(
    WRITTEN.map(([name, column]) => [name, field(column)] as const).filter(([, text]) => text),
  )
