import { createHash } from 'node:crypto'
import type { RowRejection, StagedValue } from '../sources/source.ts'
import {
  amountOf,
  countryCode,
  keyOf,
  listingsOf,
  permalinkOf,
  type Reading,
  readingOf,
  type Texts,
  textOf,
  ueiOf,
  vitalAmount,
  vitalDate,
} from './award-fields.ts'
import type { Made } from './made.ts'
import {
  PRIME_NAMES,
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  SUBAWARD_DBA,
  SUBAWARD_KEY,
  SUBAWARD_OTHERS,
  SUBAWARD_TEXTS,
} from './usaspending-columns.ts'

/** A row of table subaward. */
export type Subaward = Record<string, StagedValue>

/** Every column of USAspending's subaward files that is read. */
export const READ_OF_SUBAWARDS: readonly string[] = [
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  ...SUBAWARD_DBA,
  ...PRIME_NAMES,
  ...[SUBAWARD_KEY, SUBAWARD_TEXTS, SUBAWARD_OTHERS].flatMap((columns) =>
    Object.values(columns).flat(),
  ),
]

// So many digits of a hash: within one report they tell a handful of subawards apart.
const KEY_DIGITS = 12

/**
 * What a subaward is known by. A report's id may stand on several subawards in files before 2025, and
 * numbers are written by whoever reports, so both count, under the prime award; a hash keeps the key
 * short and free of what they write.
 */
function subawardKey(prime: string, report: string, number: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([prime, number]))
    .digest('hex')
  return `${report}-${hash.slice(0, KEY_DIGITS)}`
}

function readKeys(reading: Reading) {
  const of = SUBAWARD_KEY
  const report = keyOf(reading, of.report_id)
  const number = textOf(reading, of.subaward_number)
  // A subaward that USAspending could not link names its prime award by number alone.
  const prime = keyOf(reading, [...of.prime_award_key, ...of.prime_award_id])
  return {
    subaward_key: subawardKey(prime, report, number ?? ''),
    prime_award_key: prime,
    report_id: report,
    prime_award_id: textOf(reading, of.prime_award_id),
    subaward_number: number,
  }
}

const readTexts = (reading: Reading): Subaward =>
  Object.fromEntries(
    Object.entries(SUBAWARD_TEXTS).map(([fact, columns]) => [fact, textOf(reading, columns)]),
  )

function dbaName(reading: Reading): string | null {
  const name = textOf(reading, SUBAWARD_DBA)
  const isPrime = name !== null && PRIME_NAMES.some((column) => reading.text(column) === name)
  return isPrime ? null : name
}

/** Facts of table subaward as a report states them, or why the row cannot be stored. */
export function toSubaward(row: number, text: Texts): Made<Subaward> | RowRejection {
  const reading = readingOf(row, text)
  const of = SUBAWARD_OTHERS
  const made = {
    ...readKeys(reading),
    ...readTexts(reading),
    recipient_dba_name: dbaName(reading),
    prime_amount: amountOf(reading, of.prime_amount),
    prime_recipient_uei: ueiOf(reading, of.prime_recipient_uei),
    amount: vitalAmount(reading, [SUBAWARD_AMOUNT]),
    action_date: vitalDate(reading, [SUBAWARD_DATE]),
    listings: JSON.stringify(listingsOf(reading, of)),
    place_state: textOf(reading, of.place_state),
    place_country: countryCode(reading, of.place_country, of.place_country_code),
    recipient_uei: ueiOf(reading, of.recipient_uei, of.recipient_duns),
    recipient_parent_uei: ueiOf(reading, of.recipient_parent_uei),
    permalink: permalinkOf(reading, of.permalink),
    last_modified: vitalDate(reading, of.last_modified),
  }
  return reading.fault ?? { made, warnings: [...reading.warnings] }
}
