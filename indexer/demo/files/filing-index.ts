import type { Filing } from '../filings.ts'

// What the IRS writes, not what our reader wants: with the reader's own list, no demo would show
// that it wants another name.
const COLUMNS = [
  'RETURN_ID',
  'FILING_TYPE',
  'EIN',
  'TAX_PERIOD',
  'SUB_DATE',
  'TAXPAYER_NAME',
  'RETURN_TYPE',
  'DLN',
  'OBJECT_ID',
] as const

/** A filing and the zip that holds it. */
export type Archived = { filing: Filing; batch: string }

/** `index_YYYY.csv` as the IRS publishes it; the column naming the zip came with 2024. */
export function writeIndex(year: number, rows: readonly Archived[]): string {
  const withBatch = year >= 2024
  const header = [...COLUMNS, ...(withBatch ? ['XML_BATCH_ID'] : [])].join(',')
  const lines = rows.map(({ filing, batch }, index) =>
    [
      // Recent files leave the return id empty.
      withBatch ? '' : String(20_000_000 + year * 1_000 + index),
      'EFILE',
      filing.organization.ein,
      filing.end.slice(0, 7).replace('-', ''),
      withBatch ? String(year) : submissionDate(filing.received),
      filing.organization.name.toUpperCase().replaceAll(',', ''),
      filing.form,
      filing.dln,
      filing.objectId,
      ...(withBatch ? [batch] : []),
    ].join(','),
  )
  return `${[header, ...lines].join('\r\n')}\r\n`
}

// The index trails the day a return was received by weeks.
function submissionDate(received: string): string {
  const date = new Date(Date.parse(received) + 38 * 86_400_000)
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} 4:35:34 PM`
}
