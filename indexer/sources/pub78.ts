import { parseFiledEin } from '#src/domain/ein.ts'
import { toArrayLiteral } from '../load/copy.ts'
import { orNull, rejectEin, rejectTooLong, rejectValue } from '../records/row-faults.ts'
import { fileOf, mergeNewer, monthOf } from './merge-newer.ts'
import { firstPipeRow, pipeReader } from './pipe.ts'
import type { TabularReader } from './source.ts'

const COLUMNS = 6
// One code or a list of them, e.g. PC or EO,LODGE (research/sources.md part 3).
const CODES = /^[A-Z]+(,\s*[A-Z]+)*$/

/** Publication 78: organizations that gifts to are deductible. */
export const reader: TabularReader = {
  kind: 'pub78',
  recognizes: (head) => {
    const fields = firstPipeRow(head)
    return (
      fields.length === COLUMNS &&
      parseFiledEin(fields[0] ?? '') !== undefined &&
      CODES.test(fields[5] ?? '')
    )
  },
  staging: {
    ein: 'text',
    name: 'text',
    city: 'text',
    state: 'text',
    country: 'text',
    deductibility_codes: 'text[]',
    as_of: 'date',
    source_file: 'text',
    source_row: 'integer',
  },
  read: pipeReader(COLUMNS, (fields, { row, source }) => {
    const [ein = '', name = '', city = '', state = '', country = '', codes = ''] = fields
    const fault = rejectEin(row, ein) ?? rejectTooLong(row, fields)
    if (fault) return fault
    if (name === '') return rejectValue(row, 'NoName', 'The name', '')
    if (!CODES.test(codes)) return rejectValue(row, 'InvalidCode', 'The status', codes)
    const listed = toArrayLiteral(codes.split(',').map((code) => code.trim()))
    const place = [city, state, country].map(orNull)
    const origin = [monthOf(source), fileOf(source), row]
    return { row, values: [parseFiledEin(ein) ?? null, name, ...place, listed, ...origin] }
  }),
  merge: [
    mergeNewer({
      table: 'pub78',
      keys: ['ein'],
      version: 'as_of',
      facts: ['name', 'city', 'state', 'country', 'deductibility_codes'],
    }),
  ],
}
