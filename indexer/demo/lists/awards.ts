import { stringify } from 'csv-stringify/sync'
import type { Ein } from '#src/domain/ein.ts'
import { readContent } from '../content.ts'
import type { Organization } from '../organization.ts'

type Row = Readonly<Record<string, string | number>>
type Everyone = ReadonlyMap<Ein, Organization>

/** What an agency obligated at one time; `isDeleted`: a later row of the file deletes it. */
type Action = { date: string; obligation: number; isDeleted: boolean }

const AGENCIES = readContent('agencies', 'code name subCode subName')
type Agency = (typeof AGENCIES)[number]

const ACTIONS = readContent('award-actions', 'award date obligation isDeleted')

/**
 * Made-up awards of real agencies; README.md says which case each one is. Empty values do not
 * apply.
 */
const AWARDS = readContent(
  'awards',
  'id kind recipient name uei agency listing title purpose countryCode countryName start end outlays isSummarized areActionsListed',
).map((row) => {
  const agency = AGENCIES.find(({ subCode }) => subCode === row.agency)
  if (!agency) throw new RangeError(`No agency has the code ${row.agency}`)
  return {
    ...row,
    kind: row.kind === 'contract' ? ('contract' as const) : ('assistance' as const),
    agency,
    actions: ACTIONS.filter(({ award }) => award === row.id).map((action) => ({
      date: action.date,
      obligation: Number(action.obligation),
      isDeleted: action.isDeleted === 'true',
    })),
  }
})
type Award = (typeof AWARDS)[number]

/**
 * Amounts that recipients passed on. `generation` is the reporting system of the time: FSRS, later
 * SAM.
 */
const SUBAWARDS = readContent(
  'subawards',
  'award number recipient name uei amount date purpose generation',
)
type Subaward = (typeof SUBAWARDS)[number]

const money = (amount: number | string): string => Number(amount).toFixed(2)
const MODIFIED = '2026-04-30'

/** Rows under their column names, quoted where needed, with line ends as in USAspending's files. */
const toCsv = (rows: readonly Row[]): string => stringify([...rows], { header: true })

const totalOf = ({ actions }: Award): number =>
  actions.reduce((sum, { obligation, isDeleted }) => sum + (isDeleted ? 0 : obligation), 0)

const keyOf = ({ kind, id, agency }: Award): string =>
  kind === 'assistance'
    ? `ASST_NON_${id}_${agency.code}`
    : `CONT_AWD_${id}_${agency.subCode}_-NONE-_-NONE-`

const agencyColumns = ({ code, name, subCode, subName }: Agency, prefix = ''): Row =>
  Object.fromEntries(
    ['awarding', 'funding'].flatMap((role) => [
      [`${prefix}${role}_agency_code`, code],
      [`${prefix}${role}_agency_name`, name],
      [`${prefix}${role}_sub_agency_code`, subCode],
      [`${prefix}${role}_sub_agency_name`, subName],
    ]),
  )

// Names are in capitals, as in the register of recipients.
const nameOf = (
  { recipient, name }: Pick<Award, 'recipient' | 'name'>,
  everyone: Everyone,
): string => name || (everyone.get(recipient)?.name.toUpperCase() ?? '')

function recipientColumns(award: Award, everyone: Everyone): Row {
  const address = everyone.get(award.recipient)?.address
  const name = nameOf(award, everyone)
  return {
    recipient_uei: award.uei,
    recipient_duns: '',
    recipient_name: name,
    recipient_name_raw: name,
    recipient_parent_uei: '',
    recipient_parent_name: '',
    recipient_country_code: 'USA',
    recipient_country_name: 'UNITED STATES',
    recipient_city_name: address?.city.toUpperCase() ?? '',
    recipient_state_code: address?.state ?? '',
  }
}

function placeColumns({ recipient, countryCode, countryName }: Award, everyone: Everyone): Row {
  const organization = countryCode ? undefined : everyone.get(recipient)
  return {
    primary_place_of_performance_country_code: countryCode || 'USA',
    primary_place_of_performance_country_name: countryName || 'UNITED STATES',
    primary_place_of_performance_city_name: organization?.address.city.toUpperCase() ?? '',
    primary_place_of_performance_state_code: organization?.address.state ?? '',
    primary_place_of_performance_state_name: organization?.stateName.toUpperCase() ?? '',
  }
}

const identityColumns = (award: Award): Row =>
  award.kind === 'assistance'
    ? {
        assistance_award_unique_key: keyOf(award),
        award_id_fain: award.id,
        award_id_uri: '',
      }
    : {
        contract_award_unique_key: keyOf(award),
        award_id_piid: award.id,
        parent_award_id_piid: '',
      }

const typeColumns = ({ kind }: Award): Row =>
  kind === 'assistance'
    ? { assistance_type_code: '04', assistance_type_description: 'PROJECT GRANT (B)' }
    : { award_type_code: 'D', award_type: 'DEFINITIVE CONTRACT' }

const periodColumns = ({ start, end }: Award): Row => ({
  period_of_performance_start_date: start,
  period_of_performance_current_end_date: end,
})

// No permalinks: they would lead to a real site that has none of these awards.
const lastColumns = (modified = MODIFIED): Row => ({
  usaspending_permalink: '',
  last_modified_date: modified,
})

function toSummary(award: Award, everyone: Everyone): Row {
  const { actions, listing, title } = award
  return {
    ...identityColumns(award),
    total_obligated_amount: money(totalOf(award)),
    total_outlayed_amount: money(award.outlays),
    award_base_action_date: actions[0]?.date ?? '',
    award_latest_action_date: actions.at(-1)?.date ?? '',
    ...periodColumns(award),
    ...agencyColumns(award.agency),
    ...recipientColumns(award, everyone),
    ...placeColumns(award, everyone),
    ...(listing ? { cfda_numbers_and_titles: `${listing}: ${title}` } : {}),
    ...typeColumns(award),
    prime_award_base_transaction_description: award.purpose,
    ...lastColumns(),
  }
}

/** Returns both rows of a deleted action: as it was first reported, and the row that deletes it. */
const toTransactions = (award: Award, everyone: Everyone): Row[] =>
  award.actions.flatMap((action, at) => {
    const reported = toTransaction(award, action, at, everyone, '')
    return action.isDeleted && award.kind === 'assistance'
      ? [reported, toTransaction(award, action, at, everyone, 'D')]
      : [reported]
  })

function toTransaction(
  award: Award,
  { date, obligation }: Action,
  at: number,
  everyone: Everyone,
  correction: string,
): Row {
  const { kind, agency, id } = award
  const key =
    kind === 'assistance'
      ? { assistance_transaction_unique_key: `${agency.subCode}_${id}_-NONE-_${at}` }
      : { contract_transaction_unique_key: `${agency.subCode}_-NONE-_${id}_${at}_-NONE-_0` }
  const total = kind === 'assistance' ? 'total_obligated_amount' : 'total_dollars_obligated'
  return {
    ...key,
    ...identityColumns(award),
    modification_number: at,
    federal_action_obligation: money(obligation),
    [total]: money(totalOf(award)),
    total_outlayed_amount_for_overall_award: money(award.outlays),
    action_date: date,
    ...periodColumns(award),
    ...agencyColumns(agency),
    ...recipientColumns(award, everyone),
    ...placeColumns(award, everyone),
    ...(kind === 'assistance'
      ? {
          cfda_number: award.listing,
          cfda_title: award.title,
          correction_delete_indicator_code: correction,
        }
      : {}),
    ...typeColumns(award),
    transaction_description: award.purpose,
    prime_award_base_transaction_description: award.purpose,
    action_type_code: at === 0 ? 'A' : 'C',
    ...lastColumns(correction === 'D' ? '2026-05-04' : MODIFIED),
  }
}

function toSubaward(one: Subaward, prime: Award, everyone: Everyone): Row {
  const { generation } = one
  const address = everyone.get(one.recipient)?.address
  const [year = '', month = ''] = one.date.split('-')
  return {
    prime_award_unique_key: keyOf(prime),
    [prime.kind === 'assistance' ? 'prime_award_fain' : 'prime_award_piid']: prime.id,
    prime_award_amount: money(totalOf(prime)),
    ...agencyColumns(prime.agency, 'prime_award_'),
    prime_awardee_uei: prime.uei,
    prime_awardee_name: nameOf(prime, everyone),
    ...(prime.listing
      ? { prime_award_cfda_numbers_and_titles: `${prime.listing}: ${prime.title}` }
      : {}),
    subaward_type: prime.kind === 'assistance' ? 'sub-grant' : 'sub-contract',
    [`subaward_${generation}_report_id`]: `DEMO-${one.number}`,
    [`subaward_${generation}_report_year`]: year,
    [`subaward_${generation}_report_month`]: Number(month),
    subaward_number: one.number,
    subaward_amount: money(one.amount),
    subaward_action_date: one.date,
    subawardee_uei: one.uei,
    subawardee_name: nameOf(one, everyone),
    subawardee_dba_name: '',
    subawardee_parent_uei: '',
    subawardee_country_code: 'US',
    subawardee_city_name: address?.city.toUpperCase() ?? '',
    subawardee_state_code: address?.state ?? '',
    subaward_primary_place_of_performance_city_name: address?.city.toUpperCase() ?? '',
    subaward_primary_place_of_performance_state_code: address?.state ?? '',
    subaward_primary_place_of_performance_country_code: 'US',
    subaward_primary_place_of_performance_country_name: 'United States',
    subaward_description: one.purpose,
    usaspending_permalink: '',
    [`subaward_${generation}_report_last_modified_date`]: MODIFIED,
  }
}

function subawardRows(kind: Award['kind'], generation: 'fsrs' | 'sam', everyone: Everyone): Row[] {
  return SUBAWARDS.filter((one) => one.generation === generation).flatMap((one) => {
    const prime = AWARDS.find(({ id }) => id === one.award)
    return prime?.kind === kind ? [toSubaward(one, prime, everyone)] : []
  })
}

/** Returns the tables of a download, as the members of its zip. */
export function writeUsaspending(everyone: Everyone): { name: string; text: string }[] {
  const of = (kind: Award['kind']) => AWARDS.filter((one) => one.kind === kind)
  const summaries = (kind: Award['kind']) =>
    toCsv(
      of(kind)
        .filter(({ isSummarized }) => isSummarized === 'true')
        .map((one) => toSummary(one, everyone)),
    )
  const transactions = (kind: Award['kind']) =>
    toCsv(
      of(kind)
        .filter(({ areActionsListed }) => areActionsListed === 'true')
        .flatMap((one) => toTransactions(one, everyone)),
    )
  return [
    { name: 'DEMO_Assistance_PrimeAwardSummaries_1.csv', text: summaries('assistance') },
    { name: 'DEMO_Contracts_PrimeAwardSummaries_1.csv', text: summaries('contract') },
    { name: 'DEMO_Assistance_PrimeTransactions_1.csv', text: transactions('assistance') },
    { name: 'DEMO_Contracts_PrimeTransactions_1.csv', text: transactions('contract') },
    {
      name: 'DEMO_Assistance_Subawards_1.csv',
      text: toCsv(subawardRows('assistance', 'sam', everyone)),
    },
    {
      name: 'DEMO_Contracts_Subawards_1.csv',
      text: toCsv(subawardRows('contract', 'sam', everyone)),
    },
  ]
}

/** Returns a subaward download of the older kind, not zipped. */
export const writeOldSubawards = (everyone: Everyone): string =>
  toCsv(subawardRows('assistance', 'fsrs', everyone))
