import { createHash } from 'node:crypto'
import { normalizeName } from '#src/domain/names.ts'
import type { Texts } from '../sources/header-table.ts'
import type { Made, RowRejection, StagedValue } from '../sources/source.ts'
import {
  amountOf,
  countryCode,
  keyOf,
  listingsOf,
  permalinkOf,
  type Reading,
  readingOf,
  textOf,
  ueiOf,
  vitalAmount,
  vitalDate,
} from './award-fields.ts'
import {
  PRIME_NAMES,
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  SUBAWARD_DBA,
  SUBAWARD_KEY,
  SUBAWARD_OTHERS,
  SUBAWARD_REPORT,
  SUBAWARD_TEXTS,
} from './usaspending-columns.ts'

/** A row of table subaward. */
export type Subaward = Record<string, StagedValue>

/** Every column that is read from USAspending's subaward files. */
export const READ_OF_SUBAWARDS: readonly string[] = [
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  ...SUBAWARD_DBA,
  ...PRIME_NAMES,
  ...[SUBAWARD_KEY, SUBAWARD_TEXTS, SUBAWARD_OTHERS].flatMap((columns) =>
    Object.values(columns).flat(),
  ),
]

// What reporters write instead of a number, reduced to letters and digits.
const NO_NUMBER = /^(?:0*|NA|NONE|NULL|TBD|UNKNOWN|NOTAPPLICABLE|NOTAVAILABLE|X+)$/

// Enough hash digits that ten million subawards have no collision.
const KEY_DIGITS = 24

/**
 * Returns a subaward's key: prime award, number, recipient, and day; if there is no number, also
 * amount and description. Report ids are not stable: FSRS and SAM differ for the same subaward.
 * https://github.com/fedspendingtransparency/usaspending-api/issues/3807
 */
function subawardKey(facts: Subaward): string {
  const number = String(facts.subaward_number ?? '').toUpperCase()
  const isNumbered = !NO_NUMBER.test(number.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const identity = [
    facts.prime_award_key,
    facts.recipient_uei ?? normalizeName(String(facts.recipient_name ?? '')),
    facts.action_date,
    ...(isNumbered ? [number] : [facts.amount, facts.purpose]),
  ]
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex')
  return hash.slice(0, KEY_DIGITS)
}

const SYSTEMS = ['SAM', 'FSRS'] as const

const readReport = (reading: Reading): Subaward => ({
  report_id: textOf(reading, SUBAWARD_OTHERS.report_id),
  report_system:
    SYSTEMS.find((system) => textOf(reading, SUBAWARD_REPORT[system]) !== null) ?? null,
  last_modified: vitalDate(reading, SUBAWARD_OTHERS.last_modified),
})

function readKeys(reading: Reading): Subaward {
  const of = SUBAWARD_KEY
  return {
    // A subaward that USAspending could not link has only the prime award's number.
    prime_award_key: keyOf(reading, [...of.prime_award_key, ...of.prime_award_id]),
    prime_award_id: textOf(reading, of.prime_award_id),
    subaward_number: textOf(reading, of.subaward_number),
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

/** Returns the facts of table subaward as reported, or the row's rejection. */
export function toSubaward(row: number, text: Texts): Made<Subaward> | RowRejection {
  const reading = readingOf(row, text)
  const of = SUBAWARD_OTHERS
  const facts: Subaward = {
    ...readKeys(reading),
    ...readReport(reading),
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
  }
  if (reading.fault) return reading.fault
  return { made: { subaward_key: subawardKey(facts), ...facts }, warnings: [...reading.warnings] }
}
