import { stringify } from 'csv-stringify/sync'

/**
 * Lines of CSV (RFC 4180): a line a row, each ending in CRLF; a text that holds a line break, of
 * whichever kind, is quoted. A text that a spreadsheet would take for a formula begins with an
 * apostrophe; what is undefined is an empty cell.
 */
export const toCsvLines = (
  rows: readonly (readonly (string | number | boolean | undefined)[])[],
): string => stringify([...rows], OPTIONS)

// What OWASP names (CSV Injection), of full width, too. Some programs are said to drop spaces before it
// when they read CSV; which and since when is told in different ways, so any white space counts.
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u

/** The text; with an apostrophe before it where a spreadsheet would take it for a formula. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

const OPTIONS = {
  record_delimiter: 'windows',
  // Left out, only CRLF is quoted, and a lone LF or CR of a text ends the row for most readers.
  quote_record_delimiter: true,
  cast: {
    // Left to itself it writes true as 1 and false as nothing.
    boolean: String,
    // The writer's escape_formulas knows neither a leading line feed nor values joined in one cell.
    string: withoutFormula,
  },
}
