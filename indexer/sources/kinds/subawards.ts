import { createHash } from 'node:crypto'
import { normalizeName } from '#src/domain/names.ts'
import {
  amountField,
  type Columns,
  countryField,
  type Fields,
  keyField,
  listingsField,
  type Made,
  permalinkField,
  readFields,
  recordTable,
  textField,
  textOf,
  ueiField,
  vitalAmount,
  vitalDate,
} from '../../records/award-fields.ts'

const PRIME_AWARD_KEY = 'prime_award_unique_key'
const PRIME_AWARD_ID: Columns = ['prime_award_fain', 'prime_award_piid', 'prime_award_uri']
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
const PRIME_NAMES: Columns = ['prime_awardee_name', 'prime_awardee_dba_name']

/** Columns of table subaward as reported, without its key. */
const SUBAWARD_FACTS: Fields = {
  // A subaward that USAspending could not link has only the prime award's number.
  prime_award_key: keyField(PRIME_AWARD_KEY, ...PRIME_AWARD_ID),
  prime_award_id: textField(...PRIME_AWARD_ID),
  subaward_number: textField('subaward_number'),
  report_id: textField(REPORTS.SAM[0], REPORTS.FSRS[0]),
  report_system: {
    columns: Object.values(REPORTS).flat(),
    read: (reading) =>
      Object.entries(REPORTS).find(([, columns]) => textOf(reading, columns) !== null)?.[0],
  },
  last_modified: vitalDate(REPORTS.SAM[1], REPORTS.FSRS[1]),
  prime_recipient_name: textField('prime_awardee_name'),
  subaward_type: textField('subaward_type'),
  purpose: textField('subaward_description'),
  awarding_agency: textField('prime_award_awarding_agency_name'),
  awarding_sub_agency: textField('prime_award_awarding_sub_agency_name'),
  funding_agency: textField('prime_award_funding_agency_name'),
  funding_sub_agency: textField('prime_award_funding_sub_agency_name'),
  place_city: textField('subaward_primary_place_of_performance_city_name'),
  recipient_name: textField('subawardee_name'),
  recipient_city: textField('subawardee_city_name'),
  recipient_state: textField('subawardee_state_code'),
  recipient_dba_name: {
    columns: [DBA_NAME, ...PRIME_NAMES],
    read: ({ text }) => {
      const name = text(DBA_NAME)
      return PRIME_NAMES.some((column) => text(column) === name) ? null : name || null
    },
  },
  prime_amount: amountField('prime_award_amount'),
  prime_recipient_uei: ueiField('prime_awardee_uei'),
  amount: vitalAmount(SUBAWARD_AMOUNT),
  action_date: vitalDate(SUBAWARD_DATE),
  // One listing with its number and title: subawards reported until about 2021.
  listings: listingsField(
    ['prime_award_cfda_numbers_and_titles', 'prime_award_assistance_listing_numbers_and_titles'],
    { number: ['prime_award_cfda_number'], title: ['prime_award_cfda_title'] },
  ),
  place_state: textField(
    'subaward_primary_place_of_performance_state_code',
    'subaward_primary_place_of_performance_state_name',
  ),
  place_country: countryField(
    'subaward_primary_place_of_performance_country_name',
    'subaward_primary_place_of_performance_country_code',
  ),
  recipient_uei: ueiField(...SUBAWARDEE_ID),
  recipient_parent_uei: ueiField('subawardee_parent_uei'),
  permalink: permalinkField('usaspending_permalink'),
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
function subawardKey(facts: Made): string {
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
export const subaward = recordTable(
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
    const facts = readFields(reading, SUBAWARD_FACTS)
    return { subaward_key: subawardKey(facts), ...facts }
  },
)
