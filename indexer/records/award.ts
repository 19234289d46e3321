import { createHash } from 'node:crypto'
import { normalizeName } from '#src/domain/names.ts'
import type { Texts } from '../sources/header-table.ts'
import type { Made, RowRejection, StagedValue, TabularSource } from '../sources/source.ts'
import {
  amountOf,
  countryCode,
  dateOf,
  keyOf,
  type Listing,
  letterOf,
  listingsOf,
  permalinkOf,
  type Reading,
  readingOf,
  textOf,
  ueiOf,
  vitalAmount,
  vitalDate,
} from './award-fields.ts'
import { rejectValue } from './row.ts'
import {
  ASSISTANCE_KEY,
  AWARD_ID,
  AWARD_KEY,
  AWARD_OTHERS,
  AWARD_TEXTS,
  CORRECTION,
  OBLIGATED,
  OBLIGATION,
  PRIME_NAMES,
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  SUBAWARD_DBA,
  SUBAWARD_KEY,
  SUBAWARD_OTHERS,
  SUBAWARD_REPORT,
  SUBAWARD_TEXTS,
  TRANSACTION_KEY,
  TRANSACTION_OTHERS,
} from './usaspending-columns.ts'

/** What a row states about its award, by columns of table award. */
type AwardFacts = Record<string, string | number | null | Listing[]>

/** Every column that is read from USAspending's prime files. */
export const READ_OF_AWARDS: readonly string[] = [
  ...TRANSACTION_KEY,
  ...AWARD_KEY,
  ...AWARD_ID,
  ...OBLIGATED,
  OBLIGATION,
  ...CORRECTION,
  ...[AWARD_TEXTS, AWARD_OTHERS, TRANSACTION_OTHERS].flatMap((columns) =>
    Object.values(columns).flat(),
  ),
]

function readTexts(reading: Reading): AwardFacts {
  const texts = Object.entries(AWARD_TEXTS).map(([fact, columns]) => [
    fact,
    textOf(reading, columns),
  ])
  return Object.fromEntries(texts)
}

function readFacts(reading: Reading, key: string): AwardFacts {
  const of = AWARD_OTHERS
  return {
    kind: reading.text(ASSISTANCE_KEY) === '' ? 'contract' : 'assistance',
    // Aggregates have their id only in their key.
    award_id: textOf(reading, AWARD_ID) ?? key,
    amount: vitalAmount(reading, OBLIGATED),
    outlays: amountOf(reading, of.outlays),
    ...readTexts(reading),
    listings: listingsOf(reading, of),
    place_state: textOf(reading, of.place_state),
    place_country: countryCode(reading, of.place_country, of.place_country_code),
    start_date: dateOf(reading, of.start_date),
    end_date: dateOf(reading, of.end_date),
    latest_action_date: dateOf(reading, of.latest_action_date),
    recipient_uei: ueiOf(reading, of.recipient_uei, of.recipient_duns),
    recipient_parent_uei: ueiOf(reading, of.recipient_parent_uei),
    permalink: permalinkOf(reading, of.permalink),
    last_modified: vitalDate(reading, of.last_modified),
  }
}

/** Returns a row of table award_summary, whose `award` is JSON, or its rejection. */
export function toAwardSummary(row: number, text: Texts): Made | RowRejection {
  const reading = readingOf(row, text)
  const key = keyOf(reading, AWARD_KEY)
  const award = readFacts(reading, key)
  const made = { award_key: key, award, last_modified: award.last_modified }
  return reading.fault ?? { made, warnings: [...reading.warnings] }
}

function readAction(reading: Reading): Made['made'] {
  const key = keyOf(reading, AWARD_KEY)
  return {
    award_key: key,
    modification: textOf(reading, TRANSACTION_OTHERS.modification),
    action_date: vitalDate(reading, TRANSACTION_OTHERS.action_date),
    action_type: textOf(reading, TRANSACTION_OTHERS.action_type),
    obligation: vitalAmount(reading, [OBLIGATION]),
    award: readFacts(reading, key),
  }
}

// Only the key of a deletion matters, so nothing else can reject it.
const readDeleted = (reading: Reading): Made['made'] => ({
  award_key: textOf(reading, AWARD_KEY) === null ? null : keyOf(reading, AWARD_KEY),
  award: {},
})

/**
 * Returns a row of table award_transaction, or its rejection. A deletion may have only its own key.
 * https://github.com/fedspendingtransparency/usaspending-api, populate_monthly_delta_files.py
 */
export function toAwardTransaction(
  row: number,
  text: Texts,
  { isFileDate = false }: Pick<TabularSource, 'isFileDate'>,
): Made | RowRejection {
  const reading = readingOf(row, text)
  const correction = letterOf(reading, CORRECTION, 'CD')
  const made = {
    // Older files write it in lower case.
    transaction_key: keyOf(reading, TRANSACTION_KEY).toUpperCase(),
    last_modified: vitalDate(reading, AWARD_OTHERS.last_modified),
    is_correction: correction === 'C',
    is_deleted: correction === 'D',
    ...(correction === 'D' ? readDeleted(reading) : readAction(reading)),
  }
  // Only the file's month orders it.
  if (made.is_deleted && made.last_modified === null && isFileDate) {
    reading.warnings.add('DeletionOfFileDate')
  }
  return reading.fault ?? { made, warnings: [...reading.warnings] }
}

/** Columns that are read from the clearinghouse's table `general`. */
export const AUDIT_COLUMNS = [
  'report_id',
  'audit_year',
  'auditee_uei',
  'auditee_ein',
  'auditor_ein',
  'auditee_name',
  'auditee_city',
  'auditee_state',
  'fac_accepted_date',
] as const

/** A row of table audit or audit_identifier. */
type AuditRow = Record<string, StagedValue>

// The clearinghouse's data begins in 2016; older audits may be added.
const FIRST_YEAR = '1990'

/**
 * Returns an audit with its identifiers as filed, or its rejection. `asOf` is the file's month: an
 * audit of a later year is wrong.
 */
export function toAudit(
  row: number,
  text: Texts,
  { asOf }: Pick<TabularSource, 'asOf'>,
): Made<AuditRow> | RowRejection {
  const reading = readingOf(row, text)
  const year = text('audit_year')
  const isYear = /^\d{4}$/.test(year) && year >= FIRST_YEAR && year <= asOf.slice(0, 4)
  const made = {
    report_id: keyOf(reading, ['report_id']),
    audit_year: Number(year),
    uei: textOf(reading, ['auditee_uei']),
    ein: textOf(reading, ['auditee_ein']),
    auditor_ein: textOf(reading, ['auditor_ein']),
    name: textOf(reading, ['auditee_name']),
    city: textOf(reading, ['auditee_city']),
    state: textOf(reading, ['auditee_state']),
    accepted_on: dateOf(reading, ['fac_accepted_date']),
  }
  if (reading.fault) return reading.fault
  if (!isYear) return rejectValue(row, 'InvalidYear', 'a year in audit_year', year)
  return { made, warnings: [...reading.warnings] }
}

/** Columns that are read from the tables `additional_eins` and `additional_ueis`. */
export const IDENTIFIER_COLUMNS = ['report_id', 'additional_ein', 'additional_uei'] as const

/** Returns another EIN or UEI that an audit covers, or the row's rejection. */
export function toIdentifier(row: number, text: Texts): Made<AuditRow> | RowRejection {
  const reading = readingOf(row, text)
  const ein = text('additional_ein')
  const made = {
    report_id: keyOf(reading, ['report_id']),
    kind: ein === '' ? 'uei' : 'ein',
    value: keyOf(reading, ['additional_ein', 'additional_uei']).toUpperCase(),
  }
  return reading.fault ?? { made, warnings: [] }
}

/** A row of table subaward. */
type Subaward = Record<string, StagedValue>

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

const readSubawardTexts = (reading: Reading): Subaward =>
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
    ...readSubawardTexts(reading),
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
