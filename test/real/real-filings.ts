import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FilingRecord, toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/read-return.ts'
import type { CheckedFiling, EarlierFiling } from '#src/rating/cross-checks/check.ts'

/**
 * A return next to the checkout as cross-checks see it, with the return before it if there is one.
 */
export type RealFiling = { file: string; filing: CheckedFiling }

const toFiling = (record: FilingRecord): CheckedFiling => ({
  objectId: record.objectId,
  form: record.form,
  taxYear: record.taxYear,
  taxPeriodBegin: record.taxPeriodBegin ?? null,
  taxPeriodEnd: record.taxPeriodEnd,
  schemaVersion: record.schemaVersion ?? null,
  receivedOn: record.receivedOn ?? null,
  facts: record.facts,
  blocks: record.contents.blocks,
  rows: record.contents.rows,
  rowFacts: record.rowFacts,
  warnings: record.warnings,
})

const toEarlier = (record: FilingRecord): EarlierFiling => ({
  ...toFiling(record),
  isAmended: record.isAmended,
})

const readRecord = (path: string, place: number): FilingRecord =>
  // File names of variants have no object id, so any valid one is used.
  toFilingRecord(
    readReturn(readFileSync(path)),
    /\d{18}/.exec(path)?.[0] ?? `202400000000${String(place).padStart(6, '0')}`,
  )

/** One return as cross-checks see it, without the one before. */
export const readRealFiling = (path: string): CheckedFiling => toFiling(readRecord(path, 0))

// Of two for the same period, the one received later is current.
const before = (records: readonly FilingRecord[], own: FilingRecord): FilingRecord | undefined =>
  records
    .filter(({ ein, form }) => ein === own.ein && form === own.form)
    .filter(({ taxPeriodEnd }) => taxPeriodEnd < own.taxPeriodEnd)
    .sort((a, b) =>
      `${b.taxPeriodEnd} ${b.returnedAt ?? ''}`.localeCompare(
        `${a.taxPeriodEnd} ${a.returnedAt ?? ''}`,
      ),
    )[0]

/** Every return of a folder, each with the one before it. */
export function readRealFilings(folder: string): RealFiling[] {
  const files = readdirSync(folder).sort()
  const records = files.map((file, place) => readRecord(join(folder, file), place))
  return records.map((record, place) => {
    const earlier = before(records, record)
    return {
      file: files[place] ?? '',
      filing: { ...toFiling(record), ...(earlier && { earlier: toEarlier(earlier) }) },
    }
  })
}
