import { parseFiledEin } from '#src/domain/ein.ts'
import { orNull, rejectEin, rejectTooLong, rejectValue } from '../records/row-faults.ts'
import { ORIGIN, originOf } from './origin.ts'
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
  columns: ['ein', 'name', 'city', 'state', 'country', 'deductibility_codes', ...ORIGIN],
  read: pipeReader(COLUMNS, (fields, { row, source }) => {
    const [ein = '', name = '', city = '', state = '', country = '', codes = ''] = fields
    const fault = rejectEin(row, ein) ?? rejectTooLong(row, fields)
    if (fault) return fault
    if (name === '') return rejectValue(row, 'NoName', 'The name', '')
    if (!CODES.test(codes)) return rejectValue(row, 'InvalidCode', 'The status', codes)
    const listed = codes.split(',').map((code) => code.trim())
    const place = [city, state, country].map(orNull)
    const values = [parseFiledEin(ein) ?? null, name, ...place, listed, ...originOf(source, row)]
    return { row, values }
  }),
}
