import { z } from 'zod'
import type { Form } from '../../domain/form.ts'
import type { Citation } from '../chat.ts'
import { dollarsParam, einParam, limitParam, yearParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

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

/** Who funded an organization by all current returns of its funders. */
export const listFunders: Tool<typeof params, ListCounterpartiesAnswer> = {
  name: 'list_funders',
  description:
    'Who gave grants to an organization, by the returns of the funders: names and dollars, the largest first. With counterparty: the grants of that one funder.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}

/** Whom an organization gave grants by all its current returns. */
export const listGrantees: Tool<typeof params, ListCounterpartiesAnswer> = {
  name: 'list_grantees',
  description:
    'To whom an organization gave grants, by its own returns: names and dollars, the largest first. With counterparty: the grants to that one recipient.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
