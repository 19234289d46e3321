import { stringify } from 'csv-stringify/sync'

/**
 * Lines of CSV (RFC 4180): a line a row, each ending in CRLF. A text that a spreadsheet would take
 * for a formula begins with an apostrophe; what is undefined is an empty cell.
 */
export const toCsvLines = (
  rows: readonly (readonly (string | number | boolean | undefined)[])[],
): string => stringify([...rows], { escape_formulas: true, record_delimiter: 'windows', cast })

// Left to itself it writes true as 1 and false as nothing.
const cast = { boolean: String }
