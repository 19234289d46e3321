import { z } from 'zod'
import { describeText } from '../../domain/description.ts'
import type { Form } from '../../domain/form.ts'
import { readFunders, readGrantees } from '../../network/counterparties.ts'
import type { Counterparty } from '../../network/counterparty.ts'
import type { Direction } from '../../network/direction.ts'
import { type Grant, type GrantPage, readGrants } from '../../network/grants.ts'
import type { Party } from '../../network/party.ts'
import { requireFiler } from '../../network/require-filer.ts'
import type { Organization } from '../../profiles/organization.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { distinct, known, placeOf } from './cite.ts'
import { dollarsParam, einParam, limitParam, yearParam } from './params.ts'
import type { Counted, Tool, ToolAnswer } from './tool.ts'

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

const params = z.strictObject({
  ein: einParam,
  minYear: yearParam.optional(),
  minAmount: dollarsParam.optional().describe('Least dollars of a single grant'),
  counterparty: einParam.optional().describe('EIN of the other side alone'),
  limit: limitParam,
})

export type CounterpartyParams = z.output<typeof params>

// The newest rows of a counterparty; more would make an answer of ten a page of rows.
const ROWS_SHOWN = 3

const READ = { Incoming: readFunders, Outgoing: readGrantees } as const

async function list(
  deps: AssistantDeps,
  direction: Direction,
  wanted: CounterpartyParams,
  signal: AbortSignal,
): Promise<ListCounterpartiesAnswer> {
  if (wanted.counterparty !== undefined) return await listOne(deps, direction, wanted)
  const { ein, minYear, minAmount, limit } = wanted
  const filter = { direction, minYear, minAmount }
  const [organization, summed, page] = await Promise.all([
    requireFiler(deps, ein),
    READ[direction](deps, ein, { limit, minYear, minAmount, allCategories: false }),
    readGrants(deps, ein, filter, { limit }),
  ])
  signal.throwIfAborted()
  const items = await Promise.all(
    summed.items.map(async (item) => {
      const own = { ...filter, counterparty: item.ein }
      const { grants } = await readGrants(deps, ein, own, { limit: ROWS_SHOWN })
      return toItem(item, grants)
    }),
  )
  return toListAnswer(organization, items, summed, page)
}

// Of one pair, looked through for their years: some ten rows a year over the years filed online.
const MOST_ROWS_OF_A_PAIR = 200

async function listOne(
  deps: AssistantDeps,
  direction: Direction,
  { ein, minYear, minAmount, counterparty, limit }: CounterpartyParams,
): Promise<ListCounterpartiesAnswer> {
  const filter = { direction, minYear, minAmount, counterparty }
  const [organization, page] = await Promise.all([
    requireFiler(deps, ein),
    readGrants(deps, ein, filter, { limit: MOST_ROWS_OF_A_PAIR }),
  ])
  const item = sumOfPair(page, direction)
  const summed = { count: item ? 1 : 0, totalAmount: item?.amount ?? null }
  const items = item ? [toItem(item, page.grants.slice(0, ROWS_SHOWN))] : []
  const grants = page.grants.slice(0, limit)
  return toListAnswer(organization, items, summed, { ...page, grants })
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
function sumOfPair({ grants, totals }: GrantPage, direction: Direction): Summed | undefined {
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

function toItem(item: Summed, grants: readonly Grant[]): CounterpartyShown {
  const { ein, name, amount, earliestYear, latestYear } = item
  const place = placeOf(item)
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

function toListAnswer(
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

/** Who funded an organization by all current returns of its funders. */
export const listFunders: Tool<typeof params, ListCounterpartiesAnswer> = {
  name: 'list_funders',
  description:
    'Who gave grants to an organization, by the returns of the funders: names and dollars, the largest first. With counterparty: the grants of that one funder.',
  params,
  run: (deps, wanted, signal) => list(deps, 'Incoming', wanted, signal),
}

/** Whom an organization gave grants by all its current returns. */
export const listGrantees: Tool<typeof params, ListCounterpartiesAnswer> = {
  name: 'list_grantees',
  description:
    'To whom an organization gave grants, by its own returns: names and dollars, the largest first. With counterparty: the grants to that one recipient.',
  params,
  run: (deps, wanted, signal) => list(deps, 'Outgoing', wanted, signal),
}
