import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'

/** The fields of one line; undefined when a quote does not close. Few lines have any. */
export function splitFields(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  try {
    const [record = []] = parse(line, { relax_quotes: true, relax_column_count: true })
    return record
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
