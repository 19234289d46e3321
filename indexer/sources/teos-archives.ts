import { createReadStream } from 'node:fs'
import { OperatorError } from '#src/platform/errors.ts'
import { readTable } from './delimited.ts'

const BATCH = /^(\d{4})_TEOS_XML_(\d{2})([A-Za-z])$/

/**
 * The archives that rows of an index name in XML_BATCH_ID, without repeats, in order.
 * Empty for the older indexes, which have no such column. Other values are left out: they come
 * from a file and become addresses.
 */
export async function readBatches(indexPath: string): Promise<string[]> {
  const batches = new Set<string>()
  // What is wrong with a row is told when the index is loaded.
  for await (const row of readTable(createReadStream(indexPath), { names: ['XML_BATCH_ID'] })) {
    const batch = 'fields' in row ? row.fields[0] : undefined
    if (batch && BATCH.test(batch)) batches.add(batch)
  }
  return [...batches].sort()
}

/** A file of the year to ask for: names to try, the first that exists being it. */
export type Wanted = { names: string[]; isNamed: boolean }

const withCase = (batch: string): string[] => {
  const [, year, month, letter = ''] = BATCH.exec(batch) ?? []
  const spelt = (one: string) => `${year}_TEOS_XML_${month}${one}.zip`
  // Indexes write 05a where the server has 05A, and the other way round (sources part 1).
  return [...new Set([letter, letter.toUpperCase(), letter.toLowerCase()].map(spelt))]
}

// The IRS cut no month into more than four; a month may have parts the index does not name.
const LETTERS = ['A', 'B', 'C', 'D']

/**
 * What to ask for: every archive the index names, in each letter case, and after them the other
 * letters of each month, which the index forgets or takes one for another.
 */
export function archivesToTry(year: number, batches: readonly string[]): Wanted[] {
  const named = new Map(batches.map((batch) => [batch.toUpperCase(), batch]))
  const months = new Set(batches.map((batch) => batch.slice(0, -1)))
  const siblings = [...months]
    .flatMap((month) => LETTERS.map((letter) => `${month}${letter}`))
    .filter((batch) => !named.has(batch.toUpperCase()))
  const wanted = [...named.values()].map((batch) => ({ names: withCase(batch), isNamed: true }))
  const unnamed = siblings.map((batch) => ({ names: withCase(batch), isNamed: false }))
  return batches.length > 0 ? [...wanted, ...unnamed] : numberedArchives(year)
}

// Before 2021 the archives were numbered from 1; the years published so have at most eight.
const NUMBERED = 8

const numberedArchives = (year: number): Wanted[] =>
  Array.from({ length: NUMBERED }, (_, index) => ({
    names: [`download990xml_${year}_${index + 1}.zip`],
    isNamed: false,
  }))

/**
 * Whether a file's first bytes can be the archive or index of that name. Some servers answer for
 * a file they do not have with a web page and status 200.
 */
export const canBe = (name: string, head: Buffer): boolean =>
  name.endsWith('.zip')
    ? head.toString('latin1', 0, 2) === 'PK'
    : !/^\s*</.test(head.toString('utf8').replace(/^\uFEFF/, ''))

/** The year of `--year`. Throws OperatorError for anything that is no year of e-file archives. */
export function readYear(text: unknown): number {
  const year = Number(text)
  if (Number.isInteger(year) && year >= 2009 && year <= 2099) return year
  throw new OperatorError(`--year ${String(text)} is not a year of archives; give one like 2024.`)
}
