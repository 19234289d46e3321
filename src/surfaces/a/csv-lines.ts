import { stringify } from 'csv-stringify/sync'

/**
 * Lines of CSV (RFC 4180): a line a row, each ending in CRLF; a text that holds a line break, of
 * whichever kind, is quoted. A text that a spreadsheet would take for a formula begins with an
 * apostrophe; what is undefined is an empty cell.
 */
export const toCsvLines = (
  rows: readonly (readonly (string | number | boolean | undefined)[])[],
): string => stringify([...rows], OPTIONS)

const OPTIONS = {
  record_delimiter: 'windows',
  // Left out, only CRLF is quoted, and a lone LF or CR of a text ends the row for most readers.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: {
    // Left to itself it writes true as 1 and false as nothing.
    boolean: String,
    // A line feed before a formula is dropped by some spreadsheets; it is the one lead that
    // escape_formulas does not know.
    string: (text: string) => (text.startsWith('\n') ? `'${text}` : text),
  },
}
