import type { Citable } from '../cite.ts'
import type { FactKey } from '../facts/definitions.ts'
import { misreadFacts } from '../facts/read-facts.ts'
import { type Classed, type Delivery, SPENDING_KEYS, toDelivery } from './delivery.ts'
import { type Resource, toResource } from './resource.ts'
import { REVENUE_KEYS } from './revenue-sources.ts'

/** Forms with lines for revenue and spending. */
const FORMS = ['990', '990EZ', '990PF'] as const

export type OperatingClasses = {
  form: (typeof FORMS)[number]
  resource: Resource
  delivery: Delivery
}

/** Facts that `classifyOperation` reads. */
export const OPERATING_KEYS: readonly FactKey[] = [...new Set([...REVENUE_KEYS, ...SPENDING_KEYS])]

/**
 * Classifies revenue and spending from the lines of one filing. Undefined for other forms, if a
 * line is unreadable, or if revenue or spending is zero or blank.
 */
export function classifyOperation(
  organization: Classed,
  filing: Citable,
): OperatingClasses | undefined {
  const form = FORMS.find((one) => one === filing.form)
  const misread = misreadFacts(filing.form, filing.warnings ?? [])
  if (OPERATING_KEYS.some((key) => misread.has(key))) return undefined
  const resource = form && toResource(form, filing)
  const delivery = form && toDelivery(form, organization, filing)
  return form && resource && delivery ? { form, resource, delivery } : undefined
}
