import { HEADER, makeReturn } from '#test/unit/indexer/made-return.ts'
import type { ZipFile } from '#test/unit/indexer/zips.ts'

const pad = (value: number, length: number) => String(value).padStart(length, '0')

/** The id of the n-th made-up return, received on one of the first 300 days of 2023. */
export const madeObjectId = (n: number): string => `20231${pad(1 + (n % 300), 3)}${pad(n, 10)}`

export const madeEin = (n: number): string => `07${pad(n, 7)}`

export const madeHeader = (n: number): string => HEADER.replace('070000001', madeEin(n))

/** XML of the n-th made-up return: a separate organization, some grants, one in nine a 990-EZ. */
export function madeXml(n: number, revenue = n): string {
  const grants = Array.from(
    { length: n % 40 },
    (_, row) =>
      `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>Grantee ${row}` +
      `</BusinessNameLine1Txt></RecipientBusinessName><CashGrantAmt>${row * 100}</CashGrantAmt>` +
      '</RecipientTable>',
  ).join('')
  const data =
    n % 9 === 0
      ? `<IRS990EZ><TotalRevenueAmt>${revenue}</TotalRevenueAmt></IRS990EZ>`
      : `<IRS990><CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt></IRS990>` +
        `<IRS990ScheduleI>${grants}</IRS990ScheduleI>`
  return makeReturn({ header: madeHeader(n), data })
}

/** Files of an archive of returns `from` to `to`, in batch folders as the IRS packs them. */
export const madeFiles = (from: number, to: number): ZipFile[] =>
  Array.from({ length: to - from }, (_, index) => ({
    name: `batch${index % 3}/${madeObjectId(from + index)}_public.xml`,
    bytes: Buffer.from(madeXml(from + index)),
    level: 1,
  }))
