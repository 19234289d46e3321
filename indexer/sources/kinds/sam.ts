import { createHash } from 'node:crypto'
import { countryOf } from '../../records/listed-place.ts'
import {
  type ListedAddress,
  type ListedEntry,
  type ListedParty,
  rejectName,
  textOrNull,
} from '../../records/restricted.ts'
import { readPostcardDate } from '../../records/row.ts'
import { headerTable, LISTED_COLUMNS, toStagedEntry } from '../header-table.ts'
import { isRejection, type RowRejection, type TabularReader } from '../source.ts'

/**
 * Columns that are read from SAM's public extract of exclusions (SAM.gov, "Public Exclusions
 * Extract V2"). Both layouts have them: the one of 31 columns, and the older one of 28, with DUNS.
 */
export const SAM_COLUMNS = [
  'CLASSIFICATION',
  'NAME',
  'FIRST',
  'MIDDLE',
  'LAST',
  'SUFFIX',
  'ADDRESS 1',
  'ADDRESS 2',
  'ADDRESS 3',
  'ADDRESS 4',
  'CITY',
  'STATE / PROVINCE',
  'COUNTRY',
  'ZIP CODE',
  'EXCLUSION PROGRAM',
  'EXCLUDING AGENCY',
  'EXCLUSION TYPE',
  'ADDITIONAL COMMENTS',
  'ACTIVE DATE',
  'TERMINATION DATE',
  'RECORD STATUS',
  'CROSS-REFERENCE',
  'SAM NUMBER',
] as const

/** Only in the newer layout. */
const SAM_UEI = 'UNIQUE ENTITY ID'

/** Reads a field of a row by its column; "" if it is empty. */
type SamRow = (column: (typeof SAM_COLUMNS)[number] | typeof SAM_UEI) => string

const KINDS: Readonly<Record<string, ListedParty['kind']>> = {
  individual: 'person',
  firm: 'organization',
  'special entity designation': 'organization',
  vessel: 'other',
}

/** Returns a party's kind based on its classification; undefined for an unknown one. */
const kindOf = (field: SamRow): ListedParty['kind'] | undefined =>
  KINDS[field('CLASSIFICATION').toLowerCase()]

/** Returns a party's kind based on which name columns are filled. */
const kindByName = (field: SamRow): ListedParty['kind'] =>
  field('FIRST') === '' && field('LAST') === '' ? 'organization' : 'person'

/** Returns the name as OFAC writes it, "LAST, First Middle", so that both lists are read alike. */
function nameOf(field: SamRow, kind: ListedParty['kind']): string {
  const given = ['FIRST', 'MIDDLE', 'SUFFIX'] as const
  const first = given
    .map(field)
    .filter((part) => part !== '')
    .join(' ')
  const last = field('LAST')
  if (kind !== 'person' || last === '') return field('NAME') || first
  return first === '' ? last : `${last}, ${first}`
}

/** Reads a date MM/DD/YYYY as YYYY-MM-DD. */
const readDate = (text: string): string | undefined =>
  text.includes('/') ? readPostcardDate(text.replaceAll('/', '-')) : undefined

const DATES = ['ACTIVE DATE', 'TERMINATION DATE'] as const

/** Returns true if each date is valid, Indefinite, or empty. */
const hasDates = (field: SamRow): boolean =>
  DATES.map(field).every((text) => /^(?:indefinite)?$/i.test(text) || readDate(text) !== undefined)

/** Returns the last day; for an inactive record without a past last day, the first of the month. */
function endOf(field: SamRow, month: string): string | null {
  const ends = readDate(field('TERMINATION DATE')) ?? null
  const first = `${month}-01`
  if (!/^inactive$/i.test(field('RECORD STATUS'))) return ends
  return ends !== null && ends < first ? ends : first
}

// Words that keep their capitals.
const CAPITALS = new Set(['ID', 'SAM'])

/** Returns a column's name in Refs: Exclusion_Type, State_Province, SAM_Number. */
const toRefColumn = (column: string): string =>
  column
    .replaceAll(/[A-Z]+/g, (word) =>
      CAPITALS.has(word) ? word : `${word.charAt(0)}${word.slice(1).toLowerCase()}`,
    )
    .replaceAll(/\W+/g, '_')

const COLUMNS = [...SAM_COLUMNS, SAM_UEI] as const
const WRITTEN = COLUMNS.map((column) => [toRefColumn(column), column] as const)

/** Returns the filled columns of a row as written, by their names in Refs. */
const writtenOf = (field: SamRow): Record<string, string> =>
  Object.fromEntries(
    WRITTEN.map(([name, column]) => [name, field(column)] as const).filter(([, text]) => text),
  )

// Section 889 prohibits buying certain makers' equipment. Such entries, and some others, say that
// the party itself is not excluded. The verb matters: "providers not excluded" are other parties.
const PARTIAL =
  /\bsection\s+889\b|\b(?:is|are|was|were)\s+not\s+(?:(?:itself|himself|herself|themselves)\s+)?(?:being\s+)?(?:an?\s+)?excluded\b/i

/**
 * Returns the entry of a row, or its rejection if it has no name. An unreadable date or
 * classification is left out with a warning. `month` is the extract's, YYYY-MM.
 */
function toExclusion(row: number, field: SamRow, month: string): ListedEntry | RowRejection {
  const known = { list: 'SAM', entry: entryOf(field) } as const
  const kind = kindOf(field) ?? kindByName(field)
  const name = nameOf(field, kind)
  const fault = rejectName(row, 'Name', name)
  if (fault) return { ...fault, entry: known }
  const uei = textOrNull(field(SAM_UEI))
  const party: ListedParty = {
    kind,
    name,
    programs: [field('EXCLUSION PROGRAM')].filter((program) => program !== ''),
    exclusion_type: textOrNull(field('EXCLUSION TYPE')),
    remarks: null,
    written: writtenOf(field),
    is_partial: PARTIAL.test(field('ADDITIONAL COMMENTS')),
    eins: [],
    uei,
    weak_names: [],
    takes_comment: false,
    active_on: readDate(field('ACTIVE DATE')) ?? null,
    ends_on: endOf(field, month),
  }
  const warnings = [
    ...(kindOf(field) === undefined ? ['UnknownClassification'] : []),
    ...(hasDates(field) ? [] : ['InvalidDate']),
  ]
  const addresses = [addressOf(field)]
  return { ...known, party, addresses, ...(warnings.length > 0 && { warnings }) }
}

// These identify an exclusion; its end and status change.
const IDENTITY = [
  'CLASSIFICATION',
  'NAME',
  'FIRST',
  'MIDDLE',
  'LAST',
  'SUFFIX',
  'CITY',
  'STATE / PROVINCE',
  'EXCLUSION PROGRAM',
  'EXCLUDING AGENCY',
  'ACTIVE DATE',
] as const

/**
 * Returns SAM's number for the exclusion, or a hash of its identity for older ones that have none.
 */
function entryOf(field: SamRow): string {
  const number = field('SAM NUMBER')
  if (number !== '') return number
  const identity = JSON.stringify(IDENTITY.map(field))
  return `h-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`
}

function addressOf(field: SamRow): ListedAddress {
  const lines = ['ADDRESS 1', 'ADDRESS 2', 'ADDRESS 3', 'ADDRESS 4'] as const
  const street = lines
    .map(field)
    .filter((line) => line !== '')
    .join(', ')
  return {
    number: '1',
    street: textOrNull(street),
    city: textOrNull(field('CITY')),
    state: textOrNull(field('STATE / PROVINCE')),
    zip: textOrNull(field('ZIP CODE')),
    country: countryOf(textOrNull(field('COUNTRY'))),
  }
}

const exclusions = headerTable({
  kind: 'sam',
  required: SAM_COLUMNS.map((name) => [name]),
  names: [...SAM_COLUMNS, SAM_UEI],
  breaksLines: true,
  columns: LISTED_COLUMNS,
  toRow({ row, text }, source) {
    const entry = toExclusion(row, text, source.asOf)
    return isRejection(entry) ? entry : toStagedEntry(entry, row, source)
  },
})

/** SAM's public extract of exclusions: one row per exclusion. */
export const sam: TabularReader = {
  ...exclusions,
  async *read(text, source) {
    for await (const row of exclusions.read(text, source)) {
      yield isRejection(row) && row.entry === undefined ? ofEntry(row) : row
    }
  },
}

// Every exclusion number begins like this; it is found even if the columns cannot be read.
const NUMBER = /\bS4M[A-Z0-9]+\b/

function ofEntry(rejection: RowRejection): RowRejection {
  const entry = NUMBER.exec(rejection.line ?? '')?.[0]
  return entry === undefined ? rejection : { ...rejection, entry: { list: 'SAM', entry } }
}
