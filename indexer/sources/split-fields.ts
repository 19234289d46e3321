import { CsvError, parse } from 'csv-parse/sync'

/** The fields of one line; undefined when a quote does not close. Few lines of the IRS have any. */
export function splitFields(line: string, delimiter = ','): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter)
  return splitRegular(line, delimiter) ?? splitIrregular(line, delimiter)
}

// What ends a line, or opens a quotation, within a field that does not begin with one.
const IRREGULAR = /["\r\n]/

/**
 * The fields of a line whose quotation marks each begin or end a field or stand doubled; undefined of
 * any other. A parser made anew for each line took 0.5 ms where lines have 300 columns.
 */
function splitRegular(line: string, delimiter: string): string[] | undefined {
  const fields: string[] = []
  for (let start = 0; start <= line.length; ) {
    if (line[start] === '"') {
      const end = closingQuote(line, start + 1)
      if (end === -1 || (end + 1 < line.length && line[end + 1] !== delimiter)) return undefined
      fields.push(line.slice(start + 1, end).replaceAll('""', '"'))
      start = end + 2
      if (start === line.length + 1) return fields
    } else {
      const found = line.indexOf(delimiter, start)
      const end = found === -1 ? line.length : found
      const field = line.slice(start, end)
      if (IRREGULAR.test(field)) return undefined
      fields.push(field)
      start = end + 1
    }
  }
  return fields
}

/** Where the quotation ends that begins at `start`; -1 when it does not. */
function closingQuote(line: string, start: number): number {
  for (let at = line.indexOf('"', start); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return -1
}

function splitIrregular(line: string, delimiter: string): string[] | undefined {
  try {
    const [record = []] = parse(line, { relax_quotes: true, relax_column_count: true, delimiter })
    return record
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
