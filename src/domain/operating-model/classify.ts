import type { Citable } from '../cite.ts'
import type { FactKey } from '../facts/definitions.ts'
import { type Classed, type Delivery, SPENDING_KEYS, toDelivery } from './delivery.ts'
import { type Resource, toResource } from './resource.ts'
import { REVENUE_KEYS } from './revenue-sources.ts'

/** Forms that say where money comes from and how it is spent. */
const FORMS = ['990', '990EZ', '990PF'] as const

export type OperatingClasses = {
  form: (typeof FORMS)[number]
  resource: Resource
  delivery: Delivery
}

/** Facts that `classifyOperation` reads. */
export const OPERATING_KEYS: readonly FactKey[] = [...new Set([...REVENUE_KEYS, ...SPENDING_KEYS])]

/**
 * Where revenue comes from and how it is spent (decisions part 8), from the lines of one filing.
 * Undefined for other forms, and when the lines that would tell either are not filed or there was
 * no revenue or no spending: no class then holds.
 */
export function classifyOperation(
  organization: Classed,
  filing: Citable,
): OperatingClasses | undefined {
  const form = FORMS.find((one) => one === filing.form)
  const resource = form && toResource(form, filing)
  const delivery = form && toDelivery(form, organization, filing)
  return form && resource && delivery ? { form, resource, delivery } : undefined
}
