import { createReadStream } from 'node:fs'
import { OperatorError } from '#src/platform/errors.ts'
import { readTable } from './delimited.ts'

const BATCH = /^(\d{4})_TEOS_XML_(\d{2})([A-Za-z])$/

/**
 * Returns the archives in an index's column XML_BATCH_ID, sorted and without repeats; none for
 * older indexes. Malformed values are left out, because they become part of addresses.
 */
export async function readBatches(indexPath: string): Promise<string[]> {
  const batches = new Set<string>()
  // Faults of rows are reported when the index is loaded.
  for await (const row of readTable(createReadStream(indexPath), { names: ['XML_BATCH_ID'] })) {
    const batch = 'fields' in row ? row.fields[0] : undefined
    if (batch && BATCH.test(batch)) batches.add(batch)
  }
  return [...batches].sort()
}

/** A file of the year to request: names to try; the first that exists counts. */
export type Wanted = { names: string[]; isNamed: boolean }

const withCase = (batch: string): string[] => {
  const [, year, month, letter = ''] = BATCH.exec(batch) ?? []
  const spelt = (one: string) => `${year}_TEOS_XML_${month}${one}.zip`
  // Indexes write 05a for the server's 05A, and vice versa.
  return [...new Set([letter, letter.toUpperCase(), letter.toLowerCase()].map(spelt))]
}

// The IRS has never split a month into more than four; an index may not list every part.
const LETTERS = ['A', 'B', 'C', 'D']

/**
 * Returns what to request: every archive the index lists, in each letter case, and then the other
 * letters of each month, which the index omits or confuses.
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

// Before 2021 archives were numbered from 1, up to eight in a year.
const NUMBERED = 8

const numberedArchives = (year: number): Wanted[] =>
  Array.from({ length: NUMBERED }, (_, index) => ({
    names: [`download990xml_${year}_${index + 1}.zip`],
    isNamed: false,
  }))

/**
 * Returns true if a file's first bytes fit the archive or index with that name. Some servers send a
 * web page with status 200 for a missing file.
 */
export const canBe = (name: string, head: Buffer): boolean =>
  name.endsWith('.zip')
    ? head.toString('latin1', 0, 2) === 'PK'
    : !/^\s*</.test(head.toString('utf8').replace(/^\uFEFF/, ''))

/**
 * Returns the year given with `--year`. Throws OperatorError if there are no e-file archives for
 * that year.
 */
export function readYear(text: unknown): number {
  const year = Number(text)
  if (Number.isInteger(year) && year >= 2009 && year <= 2099) return year
  throw new OperatorError(
    `--year: expected a year with archives, such as 2024; got ${String(text)}.`,
  )
}
