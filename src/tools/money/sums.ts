import { groupBy } from '#src/domain/es2024.ts'
import { describeText } from '../../domain/description.ts'
import type { Form } from '../../domain/form.ts'
import { toLocation } from '../../domain/places.ts'
import type { Counterparty } from '../../network/counterparty.ts'
import type { Direction } from '../../network/direction.ts'
import type { Grant, GrantPage } from '../../network/grants.ts'
import type { Party } from '../../network/party.ts'
import type { Organization } from '../../organizations/organization.ts'
import { type Citation, distinct, known } from '../cite.ts'
import type { Counted, ToolAnswer } from '../tool.ts'

/** A funder or grantee that was resolved to an organization. */
export type CounterpartyShown = {
  ein: string
  name: string
  place: string | undefined
  /** Dollars of all its matching grants; in `counted`, because no filed value holds the sum. */
  amount: number | undefined
  grants: number
  earliestYear: number
  latestYear: number
  /** The newest rows of the sum, at most three. */
  citations: Citation[]
}

/** A grant as one row of a return lists it. */
export type GrantShown = {
  funder: { ein: string | undefined; name: string }
  recipient: { ein: string | undefined; name: string }
  amount: number | undefined
  /** As filed, cut at a sentence. */
  purpose: string | undefined
  form: Form
  taxYear: number
  /** False if no sum includes it, such as a grant to be paid later. */
  isCounted: boolean
  citation: Citation | undefined
}

export type ListCounterpartiesAnswer = ToolAnswer & {
  ein: string
  name: string
  /** Largest amount first. */
  items: CounterpartyShown[]
  /** All resolved counterparties, including those beyond the limit. */
  count: number
  /** Dollars of all of them; undefined if no row files an amount. */
  totalAmount: number | undefined
  /** Single rows as filed, newest and largest first, including unresolved recipients. */
  grants: GrantShown[]
  /** Rows whose recipient was not found; no sum includes them. Grantees only. */
  unresolved: number
}

type Summed = Pick<
  Counterparty,
  | 'ein'
  | 'name'
  | 'city'
  | 'state'
  | 'country'
  | 'amount'
  | 'grants'
  | 'earliestYear'
  | 'latestYear'
>

/** Sums the counted rows between two organizations; undefined if there are none. */
export function sumOfPair({ grants, totals }: GrantPage, direction: Direction): Summed | undefined {
  const counted = totals.filter(({ isCounted }) => isCounted)
  const [first] = grants
  const party = first && partyOf(first, direction)
  if (counted.length === 0 || party?.ein === undefined) return undefined
  const amounts = counted.map(({ amount }) => amount ?? undefined)
  const rows = counted.reduce((sum, { rows }) => sum + rows, 0)
  return toSum(party.ein, party, grants, amounts, rows)
}

/** Sums counted rows by the organization on the other side, the largest amount first. */
export function sumByParty(
  grants: readonly Grant[],
  direction: Direction,
): { item: Summed; grants: Grant[] }[] {
  const counted = grants.filter(({ notCounted }) => notCounted === undefined)
  const byEin = groupBy(counted, (grant) => partyOf(grant, direction).ein)
  const sums = [...byEin].flatMap(([ein, rows]) => {
    const [first] = rows
    if (ein === undefined || !first) return []
    const amounts = rows.map(({ amount }) => amount)
    const item = toSum(ein, partyOf(first, direction), rows, amounts, rows.length)
    return [{ item, grants: rows }]
  })
  return sums.toSorted((left, right) => (right.item.amount ?? 0) - (left.item.amount ?? 0))
}

const partyOf = (grant: Grant, direction: Direction): Party =>
  direction === 'Incoming' ? grant.funder : grant.recipient

function toSum(
  ein: string,
  { name, place }: Party,
  rows: readonly Grant[],
  amounts: readonly (number | undefined)[],
  grants: number,
): Summed {
  const { city = null, state = null, country = null } = place
  const filed = known(amounts)
  const years = rows.map(({ taxYear }) => taxYear)
  return {
    ein,
    name,
    city,
    state,
    country,
    amount: filed.length > 0 ? filed.reduce((sum, one) => sum + one, 0) : null,
    grants,
    earliestYear: Math.min(...years),
    latestYear: Math.max(...years),
  }
}

/** A counterparty with the newest of its rows. */
export function toItem(item: Summed, grants: readonly Grant[]): CounterpartyShown {
  const { ein, name, amount, earliestYear, latestYear } = item
  return {
    ein,
    name: name ?? `EIN ${ein}`,
    place: toLocation(item),
    amount: amount ?? undefined,
    grants: item.grants,
    earliestYear,
    latestYear,
    citations: known(grants.map(citeGrant)),
  }
}

/** Cites a grant with its funder's EIN: on either side, the funder filed the row. */
function citeGrant({ funder, recipient, amount, taxYear, evidence }: Grant): Citation | undefined {
  if (funder.ein === undefined || amount === undefined) return undefined
  const label = `Grant of ${funder.name} to ${recipient.name}, tax year ${taxYear}`
  return { ein: funder.ein, label, value: amount, evidence }
}

const toGrantShown = (grant: Grant): GrantShown => ({
  funder: sideOf(grant.funder),
  recipient: sideOf(grant.recipient),
  amount: grant.amount,
  purpose: describeText(grant.purpose?.trim() ?? ''),
  form: grant.form,
  taxYear: grant.taxYear,
  isCounted: grant.notCounted === undefined,
  citation: citeGrant(grant),
})

const sideOf = ({ ein, name }: Party): GrantShown['funder'] => ({ ein, name })

/** The answer of both lists; `page` holds the single rows and the totals of all that match. */
export function toListAnswer(
  { ein, name }: Pick<Organization, 'ein' | 'name'>,
  items: CounterpartyShown[],
  { count, totalAmount }: { count: number; totalAmount: number | null },
  page: Pick<GrantPage, 'grants' | 'totals'>,
): ListCounterpartiesAnswer {
  const grants = page.grants.map(toGrantShown)
  const unresolved = page.totals.reduce((sum, total) => sum + total.unresolved, 0)
  const ofRows = known(grants.map(({ citation }) => citation))
  return {
    ein,
    name,
    items,
    count,
    totalAmount: totalAmount ?? undefined,
    grants,
    unresolved,
    citations: distinct([...items.flatMap(({ citations }) => citations), ...ofRows]),
    counted: [
      { label: 'Organizations on the other side', value: count },
      ...(totalAmount === null ? [] : [{ label: 'Sum of all their grants', value: totalAmount }]),
      ...items.flatMap(countItem),
      { label: 'Grants whose recipient was not found', value: unresolved },
    ],
  }
}

const countItem = ({ name, amount, grants }: CounterpartyShown): Counted[] => [
  { label: `${name}: grants`, value: grants },
  ...(amount === undefined
    ? []
    : [{ label: `${name}: sum over ${grants} grants of current returns`, value: amount }]),
]
