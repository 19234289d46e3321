import type { FilingRecord } from '#indexer/records/filing.ts'
import type { CheckedFiling } from '#src/rating/cross-checks/check.ts'

const toChecked = (record: FilingRecord) => ({
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

/**
 * Returns each return as cross-checks see it, with that of the period before it if there is one. Of
 * two for the same period, the one received later is current.
 */
export function toCheckedFilings(
  records: readonly FilingRecord[],
): { record: FilingRecord; filing: CheckedFiling; isNewest: boolean; isCurrent: boolean }[] {
  const order = ({ taxPeriodEnd, returnedAt }: FilingRecord) =>
    `${taxPeriodEnd} ${returnedAt ?? ''}`
  return records.map((record) => {
    const own = records
      .filter(({ ein, form }) => ein === record.ein && form === record.form)
      .toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
    const earlier = own.find(({ taxPeriodEnd }) => taxPeriodEnd < record.taxPeriodEnd)
    return {
      record,
      filing: {
        ...toChecked(record),
        ...(earlier && { earlier: { ...toChecked(earlier), isAmended: earlier.isAmended } }),
      },
      isNewest: own[0] === record,
      isCurrent: own.find(({ taxPeriodEnd }) => taxPeriodEnd === record.taxPeriodEnd) === record,
    }
  })
}
