import { groupBy } from '#src/domain/es2024.ts'
import { describeText } from '../../domain/description.ts'
import { formatEin } from '../../domain/ein.ts'
import { toLocation } from '../../domain/places.ts'
import type { Counterparty } from '../../network/counterparties.ts'
import type { Direction } from '../../network/direction.ts'
import type { Grant, GrantPage } from '../../network/grants.ts'
import { sumIdentified } from '../../network/identified.ts'
import type { Party } from '../../network/party.ts'
import type { Organization } from '../../organizations/organization.ts'
import { type Citation, distinct, known } from '../cite.ts'
import type { Counted } from '../tool.ts'

/** A funder or grantee that was resolved to an organization. */
export type CounterpartyShown = ReturnType<typeof toItem>

/** A grant as one row of a return lists it. */
export type GrantShown = ReturnType<typeof toGrantShown>

export type ListCounterpartiesAnswer = ReturnType<typeof toListAnswer>

type Sum = Omit<Counterparty, 'primaryForm' | 'entityType' | 'categories'>

/** A sum over the grants of one counterparty, and rows of it, the newest first. */
type SumOfRows = { sum: Sum; rows: readonly Grant[] }

/** Sums the counted rows between two organizations across all pages; empty if there are none. */
export function sumOfPair({ grants, totals }: GrantPage, direction: Direction): SumOfRows[] {
  const counted = totals.filter(({ isCounted }) => isCounted)
  const [first] = grants
  const party = first && partyOf(first, direction)
  if (counted.length === 0 || party?.ein === undefined) return []
  const amounts = counted.map(({ amount }) => amount ?? undefined)
  const count = counted.reduce((sum, { rows }) => sum + rows, 0)
  return [{ sum: toSum(party.ein, party, grants, amounts, count), rows: grants }]
}

/** Sums counted rows by the organization on the other side, the largest amount first. */
export function sumByParty({ grants }: GrantPage, direction: Direction): SumOfRows[] {
  const counted = grants.filter(({ notCounted }) => notCounted === undefined)
  const byEin = groupBy(counted, (grant) => partyOf(grant, direction).ein)
  const sums = [...byEin].flatMap(([ein, rows]) => {
    const [first] = rows
    if (ein === undefined || !first) return []
    const amounts = rows.map(({ amount }) => amount)
    return [{ sum: toSum(ein, partyOf(first, direction), rows, amounts, rows.length), rows }]
  })
  return sums.toSorted((left, right) => (right.sum.amount ?? 0) - (left.sum.amount ?? 0))
}

const partyOf = (grant: Grant, direction: Direction): Party =>
  direction === 'Incoming' ? grant.funder : grant.recipient

function toSum(
  ein: string,
  { name, place }: Party,
  rows: readonly Grant[],
  amounts: readonly (number | undefined)[],
  grants: number,
): Sum {
  const { city = null, state = null, country = null } = place
  const years = rows.map(({ taxYear }) => taxYear)
  return {
    ein,
    name,
    city,
    state,
    country,
    amount: addKnown(amounts),
    grants,
    earliestYear: Math.min(...years),
    latestYear: Math.max(...years),
  }
}

/** Adds the known amounts; null if there are none. */
export function addKnown(amounts: readonly (number | null | undefined)[]): number | null {
  const filed = amounts.filter((amount) => typeof amount === 'number')
  return filed.length > 0 ? filed.reduce((sum, one) => sum + one, 0) : null
}

/** Returns a counterparty with up to three of its newest rows; more would fill a page. */
export function toItem(sum: Sum, rows: readonly Grant[]) {
  const { ein, name, amount, grants, earliestYear, latestYear } = sum
  return {
    ein,
    name: name ?? `EIN ${formatEin(ein)}`,
    place: toLocation(sum),
    /**
     * Dollars of all its matching grants; in `counted`, because no filed value contains the sum.
     */
    amount: amount ?? undefined,
    grants,
    earliestYear,
    latestYear,
    citations: known(rows.slice(0, ROWS_SHOWN).map(citeGrant)),
  }
}

export const ROWS_SHOWN = 3

/** Cites a grant with its funder's EIN: on either side, the funder filed the row. */
function citeGrant({ funder, recipient, amount, taxYear, evidence }: Grant): Citation | undefined {
  if (funder.ein === undefined || amount === undefined) return undefined
  const label = `Grant from ${funder.name} to ${recipient.name}, tax year ${taxYear}`
  return { ein: funder.ein, label, value: amount, evidence }
}

const toGrantShown = (grant: Grant) => ({
  funder: toSide(grant.funder),
  recipient: toSide(grant.recipient),
  amount: grant.amount,
  /** As filed, cut at a sentence. */
  purpose: describeText(grant.purpose?.trim() ?? ''),
  form: grant.form,
  taxYear: grant.taxYear,
  /** False if sums leave it out, such as a grant to be paid later. */
  isCounted: grant.notCounted === undefined,
  citation: citeGrant(grant),
})

const toSide = ({ ein, name }: Party) => ({ ein, name })

/**
 * Returns the answer of both lists; `page` has the single rows and the totals of all that match.
 */
export function toListAnswer(
  { ein, name }: Pick<Organization, 'ein' | 'name'>,
  items: CounterpartyShown[],
  { count, totalAmount }: { count: number; totalAmount: number | null },
  page: Pick<GrantPage, 'grants' | 'totals'>,
) {
  const grants = page.grants.map(toGrantShown)
  const unresolved = page.totals.reduce((sum, total) => sum + total.unresolved, 0)
  const { given, identified } = sumIdentified(page.totals)
  const ofRows = known(grants.map(({ citation }) => citation))
  return {
    ein,
    name,
    /** Largest amount first. */
    items,
    /** All resolved counterparties, including those beyond the limit. */
    count,
    /** Dollars of all of them; undefined if no row files an amount. */
    totalAmount: totalAmount ?? undefined,
    /** Single rows as filed, newest and largest first, including unresolved recipients. */
    grants,
    /** Rows whose recipient was not found; sums leave them out. Grantees only. */
    unresolved,
    /** Dollars given in all, and the part whose recipient was found. Grantees only. */
    given,
    identified,
    citations: distinct([...items.flatMap(({ citations }) => citations), ...ofRows]),
    counted: [
      { label: 'Number of funders or grantees', value: count },
      ...(totalAmount === null ? [] : [{ label: 'Sum of all their grants', value: totalAmount }]),
      ...items.flatMap(countItem),
      { label: 'Grants whose recipient could not be identified', value: unresolved },
      ...(given === undefined || identified === undefined
        ? []
        : [
            { label: 'Sum of all grants', value: given },
            { label: 'Sum of grants with an identified recipient', value: identified },
          ]),
    ],
  }
}

const countItem = ({ name, amount, grants }: CounterpartyShown): Counted[] => [
  { label: `${name}: grants`, value: grants },
  ...(amount === undefined
    ? []
    : [{ label: `${name}: sum of ${grants} grants listed in current returns`, value: amount }]),
]
