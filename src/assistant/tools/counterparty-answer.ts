import { describeText } from '../../domain/description.ts'
import type { Form } from '../../domain/form.ts'
import { toLocation } from '../../domain/places.ts'
import type { Counterparty } from '../../network/counterparty.ts'
import type { Direction } from '../../network/direction.ts'
import type { Grant, GrantPage } from '../../network/grants.ts'
import type { Party } from '../../network/party.ts'
import type { Organization } from '../../profiles/organization.ts'
import type { Citation } from '../chat.ts'
import { distinct, known } from './cite.ts'
import type { Counted, ToolAnswer } from './tool.ts'

/** A funder or grantee that was resolved to an organization. */
export type CounterpartyShown = {
  ein: string
  name: string
  place?: string
  /** Dollars of all its grants that match; in `counted`, as no leaf holds it. */
  amount?: number
  grants: number
  earliestYear: number
  latestYear: number
  /** The newest and largest of the rows it was summed from; at most three. */
  citations: Citation[]
}

/** One row of a return that tells of a grant. */
export type GrantShown = {
  funder: { ein?: string; name: string }
  recipient: { ein?: string; name: string }
  amount?: number
  /** As filed, cut at a sentence. */
  purpose?: string
  form: Form
  taxYear: number
  /** Paid later, or for another reason in no sum. */
  isCounted: boolean
  citation?: Citation
}

export type ListCounterpartiesAnswer = ToolAnswer & {
  ein: string
  name: string
  /** Largest amount first. */
  items: CounterpartyShown[]
  /** All resolved counterparties, those beyond the limit too. */
  count: number
  /** Dollars of all of them; absent where no row files an amount. */
  totalAmount?: number
  /** Single rows as filed, newest and largest first, unresolved recipients too. */
  grants: GrantShown[]
  /** Rows whose recipient was not found; they are in no sum. Grantees alone. */
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

/** What all counted rows between two organizations come to; undefined where there is none. */
export function sumOfPair({ grants, totals }: GrantPage, direction: Direction): Summed | undefined {
  const counted = totals.filter(({ isCounted }) => isCounted)
  const amounts = counted.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  const [first] = grants
  const party = direction === 'Incoming' ? first?.funder : first?.recipient
  if (counted.length === 0 || party?.ein === undefined) return undefined
  const years = grants.map(({ taxYear }) => taxYear)
  const { city = null, state = null, country = null } = party.place
  return {
    ein: party.ein,
    name: party.name,
    city,
    state,
    country,
    amount: amounts.length > 0 ? amounts.reduce((sum, one) => sum + one, 0) : null,
    grants: counted.reduce((sum, { rows }) => sum + rows, 0),
    earliestYear: Math.min(...years),
    latestYear: Math.max(...years),
  }
}

/** What counted rows come to by who is on the other side, the largest amount first. */
export function sumByParty(
  grants: readonly Grant[],
  direction: Direction,
): { item: Summed; grants: Grant[] }[] {
  const counted = grants.filter(({ notCounted }) => notCounted === undefined)
  const partyOf = (grant: Grant) => (direction === 'Incoming' ? grant.funder : grant.recipient)
  const byEin = Map.groupBy(counted, (grant) => partyOf(grant).ein)
  const sums = [...byEin].flatMap(([ein, rows]) => {
    const [first] = rows
    return ein === undefined || !first
      ? []
      : [{ item: toSum(ein, partyOf(first), rows), grants: rows }]
  })
  return sums.toSorted((left, right) => (right.item.amount ?? 0) - (left.item.amount ?? 0))
}

function toSum(ein: string, { name, place }: Party, rows: readonly Grant[]): Summed {
  const { city = null, state = null, country = null } = place
  const amounts = rows.flatMap(({ amount }) => (amount === undefined ? [] : [amount]))
  const years = rows.map(({ taxYear }) => taxYear)
  return {
    ein,
    name,
    city,
    state,
    country,
    amount: amounts.length > 0 ? amounts.reduce((sum, one) => sum + one, 0) : null,
    grants: rows.length,
    earliestYear: Math.min(...years),
    latestYear: Math.max(...years),
  }
}

/** A counterparty with the rows that are shown of it. */
export function toItem(item: Summed, grants: readonly Grant[]): CounterpartyShown {
  const { ein, name, amount, earliestYear, latestYear } = item
  const place = toLocation(item)
  return {
    ein,
    name: name ?? `EIN ${ein}`,
    ...(place && { place }),
    ...(amount !== null && { amount }),
    grants: item.grants,
    earliestYear,
    latestYear,
    citations: known(grants.map(citeGrant)),
  }
}

/** Cited with the EIN of who filed the row: its funder, on either side. */
function citeGrant({ funder, recipient, amount, taxYear, evidence }: Grant): Citation | undefined {
  if (funder.ein === undefined || amount === undefined) return undefined
  const label = `Grant of ${funder.name} to ${recipient.name}, tax year ${taxYear}`
  return { ein: funder.ein, label, value: amount, evidence }
}

function toGrantShown(grant: Grant): GrantShown {
  const { funder, recipient, amount, form, taxYear, notCounted } = grant
  const purpose = describeText(grant.purpose?.trim() ?? '')
  const citation = citeGrant(grant)
  return {
    funder: sideOf(funder),
    recipient: sideOf(recipient),
    ...(amount !== undefined && { amount }),
    ...(purpose !== undefined && { purpose }),
    form,
    taxYear,
    isCounted: notCounted === undefined,
    ...(citation && { citation }),
  }
}

const sideOf = ({ ein, name }: Party): GrantShown['funder'] => ({
  ...(ein !== undefined && { ein }),
  name,
})

/** The answer of both lists; `page` holds the single rows and what all that match come to. */
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
    ...(totalAmount !== null && { totalAmount }),
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
