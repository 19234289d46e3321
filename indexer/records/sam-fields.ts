import { readPostcardDate } from './list-dates.ts'
import { type ListedParty, textOrNull } from './restricted.ts'
import type { SamRow } from './sam-columns.ts'

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

/** What an exclusion says of itself beyond its columns: comments, agency, cross-reference. */
export const remarksOf = (field: SamRow): string | null => {
  const other = field('CROSS-REFERENCE')
  const agency = field('EXCLUDING AGENCY')
  const parts = [
    field('ADDITIONAL COMMENTS'),
    agency && `Excluding agency: ${agency}`,
    other && `Cross-reference: ${other}`,
  ]
  return textOrNull(parts.filter((part) => part !== '').join('; '))
}
