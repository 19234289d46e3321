import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import { readFunders, readGrantees } from '../../network/counterparties.ts'
import type { Direction } from '../../network/direction.ts'
import { readGrants } from '../../network/grants.ts'
import { requireFiler } from '../../network/require-filer.ts'
import type { AssistantDeps } from '../deps.ts'
import {
  type ListCounterpartiesAnswer,
  sumByParty,
  sumOfPair,
  toItem,
  toListAnswer,
} from './counterparty-answer.ts'
import { dollarsParam, einParam, limitParam, yearParam } from './params.ts'
import type { Tool } from './tool.ts'

export type {
  CounterpartyShown,
  GrantShown,
  ListCounterpartiesAnswer,
} from './counterparty-answer.ts'

const params = z.strictObject({
  ein: einParam,
  minYear: yearParam.optional(),
  maxYear: yearParam.optional(),
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
  if (wanted.maxYear !== undefined) return await listYears(deps, direction, wanted)
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
  { ein, minYear, maxYear, minAmount, counterparty, limit }: CounterpartyParams,
): Promise<ListCounterpartiesAnswer> {
  const filter = { direction, minYear, maxYear, minAmount, counterparty }
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

// Rows are summed here where years end: more than these are a list to be downloaded.
const MOST_ROWS_OF_YEARS = 500

async function listYears(
  deps: AssistantDeps,
  direction: Direction,
  { ein, minYear, maxYear, minAmount, limit }: CounterpartyParams,
): Promise<ListCounterpartiesAnswer> {
  const filter = { direction, minYear, maxYear, minAmount }
  const [organization, page] = await Promise.all([
    requireFiler(deps, ein),
    readGrants(deps, ein, filter, { limit: MOST_ROWS_OF_YEARS }),
  ])
  if (page.nextCursor !== undefined) {
    throw new ApiError('InvalidParameters', {
      message: 'These years hold more grants than are summed here; leave out maxYear.',
    })
  }
  const summed = sumByParty(page.grants, direction)
  const amounts = summed.flatMap(({ item }) => (item.amount === null ? [] : [item.amount]))
  const totalAmount = amounts.length > 0 ? amounts.reduce((sum, one) => sum + one, 0) : null
  const items = summed
    .slice(0, limit)
    .map(({ item, grants }) => toItem(item, grants.slice(0, ROWS_SHOWN)))
  const grants = page.grants.slice(0, limit)
  return toListAnswer(
    organization,
    items,
    { count: summed.length, totalAmount },
    { ...page, grants },
  )
}

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
