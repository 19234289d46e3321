import { createHash } from 'node:crypto'
import { normalizeName } from '#src/domain/names.ts'
import * as field from '../../records/award-fields.ts'

const PRIME_AWARD_KEY = 'prime_award_unique_key'
const PRIME_AWARD_ID: field.Columns = ['prime_award_fain', 'prime_award_piid', 'prime_award_uri']
const SUBAWARD_AMOUNT = 'subaward_amount'
const SUBAWARD_DATE = 'subaward_action_date'
const SUBAWARDEE_ID = ['subawardee_uei', 'subawardee_duns'] as const

// The systems to which subawards are reported. FSRS was closed in 2025 and moved into SAM.
const REPORTS = {
  SAM: ['subaward_sam_report_id', 'subaward_sam_report_last_modified_date'],
  FSRS: ['subaward_fsrs_report_id', 'subaward_fsrs_report_last_modified_date'],
} as const

// In real files this has the prime recipient's name, not the subawardee's.
const DBA_NAME = 'subawardee_dba_name'
const PRIME_NAMES: field.Columns = ['prime_awardee_name', 'prime_awardee_dba_name']

/** Columns of table subaward as reported, without its key. */
const SUBAWARD_FACTS: field.Fields = {
  // A subaward that USAspending could not link has only the prime award's number.
  prime_award_key: field.key(PRIME_AWARD_KEY, ...PRIME_AWARD_ID),
  prime_award_id: field.text(...PRIME_AWARD_ID),
  subaward_number: field.text('subaward_number'),
  report_id: field.text(REPORTS.SAM[0], REPORTS.FSRS[0]),
  report_system: {
    columns: Object.values(REPORTS).flat(),
    read: (reading) =>
      Object.entries(REPORTS).find(([, columns]) => field.textOf(reading, columns) !== null)?.[0],
  },
  last_modified: field.vitalDate(REPORTS.SAM[1], REPORTS.FSRS[1]),
  prime_recipient_name: field.text('prime_awardee_name'),
  subaward_type: field.text('subaward_type'),
  purpose: field.text('subaward_description'),
  awarding_agency: field.text('prime_award_awarding_agency_name'),
  awarding_sub_agency: field.text('prime_award_awarding_sub_agency_name'),
  funding_agency: field.text('prime_award_funding_agency_name'),
  funding_sub_agency: field.text('prime_award_funding_sub_agency_name'),
  place_city: field.text('subaward_primary_place_of_performance_city_name'),
  recipient_name: field.text('subawardee_name'),
  recipient_city: field.text('subawardee_city_name'),
  recipient_state: field.text('subawardee_state_code'),
  recipient_dba_name: {
    columns: [DBA_NAME, ...PRIME_NAMES],
    read: ({ text }) => {
      const name = text(DBA_NAME)
      return PRIME_NAMES.some((column) => text(column) === name) ? null : name || null
    },
  },
  prime_amount: field.amount('prime_award_amount'),
  prime_recipient_uei: field.uei('prime_awardee_uei'),
  amount: field.vitalAmount(SUBAWARD_AMOUNT),
  action_date: field.vitalDate(SUBAWARD_DATE),
  // One listing with its number and title: subawards reported until about 2021.
  listings: field.listings(
    ['prime_award_cfda_numbers_and_titles', 'prime_award_assistance_listing_numbers_and_titles'],
    { number: ['prime_award_cfda_number'], title: ['prime_award_cfda_title'] },
  ),
  place_state: field.text(
    'subaward_primary_place_of_performance_state_code',
    'subaward_primary_place_of_performance_state_name',
  ),
  place_country: field.country(
    'subaward_primary_place_of_performance_country_name',
    'subaward_primary_place_of_performance_country_code',
  ),
  recipient_uei: field.uei(...SUBAWARDEE_ID),
  recipient_parent_uei: field.uei('subawardee_parent_uei'),
  permalink: field.permalink('usaspending_permalink'),
}

// What reporters write instead of a number, reduced to letters and digits.
const NO_NUMBER = /^(?:0*|NA|NONE|NULL|TBD|UNKNOWN|NOTAPPLICABLE|NOTAVAILABLE|X+)$/

// Enough hash digits that ten million subawards have no collision.
const KEY_DIGITS = 24

/**
 * Returns a subaward's key: prime award, number, recipient, and day; if there is no number, also
 * amount and description. Report ids are not stable: FSRS and SAM differ for the same subaward.
 * https://github.com/fedspendingtransparency/usaspending-api/issues/3807
 */
function subawardKey(facts: field.Made): string {
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

/** USAspending's subawards, in any generation of its columns: one row per subaward. */
export const subaward = field.recordTable(
  {
    kind: 'subaward',
    required: [
      [PRIME_AWARD_KEY, ...PRIME_AWARD_ID],
      ['subaward_number'],
      [SUBAWARD_AMOUNT],
      [SUBAWARD_DATE],
      ['subawardee_name'],
      SUBAWARDEE_ID,
    ],
    marks: [SUBAWARD_AMOUNT, 'subaward_number'],
    delimiter: 'detect',
    fields: SUBAWARD_FACTS,
    columns: ['subaward_key'],
  },
  (reading) => {
    const facts = field.readFields(reading, SUBAWARD_FACTS)
    return { subaward_key: subawardKey(facts), ...facts }
  },
)
