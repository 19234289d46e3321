import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | undefined
type Cells = readonly (Cell | readonly string[])[]

/** Separates the values of a list; a vertical bar within a value is written as a broken bar. */
export const BAR = '|'
export const BROKEN_BAR = '¦'

/** Yields a table as CSV (RFC 4180, UTF-8): the header line, then one piece per batch of rows. */
export async function* toCsvPieces<Row>(
  columns: readonly { name: string; read: (row: Row) => Cells[number] }[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield toCsvLines([columns.map(({ name }) => name)])
  for await (const rows of batches) {
    yield toCsvLines(rows.map((row) => columns.map(({ read }) => read(row))))
  }
}

/**
 * Returns one line of CSV per row, each ending in CRLF. Texts with line breaks of any kind are
 * quoted; a text, or a value of a list, that a spreadsheet would read as a formula begins with an
 * apostrophe; undefined is an empty cell.
 */
export const toCsvLines = (rows: readonly Cells[]): string => stringify([...rows], OPTIONS)

// The characters that OWASP lists (CSV Injection), including their full-width forms. Some programs
// drop spaces before them when they read CSV, so any leading white space is ignored.
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u

/** Returns the text, with an apostrophe before it if a spreadsheet would read it as a formula. */
const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const OPTIONS = {
  record_delimiter: 'windows',
  // Otherwise only CRLF is quoted, and most readers end the row at a lone LF or CR.
  quote_record_delimiter: true,
  cast: {
    // By default, the writer prints true as 1 and false as an empty cell.
    boolean: String,
    // The writer's escape_formulas misses a leading line feed and values joined in one cell.
    string: withoutFormula,
    // Each value is made safe separately, because spreadsheets split texts into cells.
    object: (list: object) =>
      Object.values(list)
        .map((value: string) => withoutFormula(value.replaceAll(BAR, BROKEN_BAR)))
        .join(BAR),
  },
}
