import { createHash } from 'node:crypto'
import type { RowRejection } from '../sources/source.ts'
import { countryOf } from './listed-place.ts'
import {
  type ListedAddress,
  type ListedEntry,
  type ListedParty,
  rejectName,
  textOrNull,
} from './restricted.ts'
import { SAM_UEI, type SamRow } from './sam-columns.ts'
import { endOf, hasDates, kindByName, kindOf, nameOf, readDate, writtenOf } from './sam-fields.ts'

// Section 889 forbids to buy certain makers' equipment; such entries, and some of others, say of
// the party named that it is not itself excluded (research/sources.md part 6). "Providers not
// excluded" are others than the party, hence the verb.
const PARTIAL =
  /\bsection\s+889\b|\b(?:is|are|was|were)\s+not\s+(?:(?:itself|himself|herself|themselves)\s+)?(?:being\s+)?(?:an?\s+)?excluded\b/i

/**
 * The entry of a row, or why it cannot be stored: without a name nobody could be found. A date or
 * classification that cannot be read is left out with a warning. `month` is that of the extract,
 * YYYY-MM.
 */
export function toExclusion(row: number, field: SamRow, month: string): ListedEntry | RowRejection {
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

// What makes an exclusion that one; its end and status change over its life.
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

/** SAM's number of the exclusion; of the older ones that lack it, a hash of what identifies it. */
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
