import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'

/** The fields of one line; undefined when a quote does not close. Few lines have any. */
export function splitFields(line: string, delimiter = ','): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter)
  try {
    const [record = []] = parse(line, { relax_quotes: true, relax_column_count: true, delimiter })
    return record
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
