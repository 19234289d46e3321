import { type Delivery, toDelivery } from './operating-model/delivery.ts'
import { type Modifier, toModifiers } from './operating-model/modifiers.ts'
import { type Resource, toResource } from './operating-model/resource.ts'
import type { Filing, Organization } from './organization.ts'

/** Forms that say where money comes from and how it is spent. */
const FORMS = ['990', '990EZ', '990PF'] as const

export type OperatingModel = {
  form: (typeof FORMS)[number]
  taxYear: number
  resource: Resource
  delivery: Delivery
  modifiers: Modifier[]
}

/**
 * Where an organization's revenue comes from and how it spends it (decisions part 8), from the
 * lines of one filing. Undefined for other forms, and when the lines that would tell either are
 * not filed or there was no revenue or no spending: no class then holds.
 */
export function toOperatingModel(
  organization: Pick<Organization, 'ein' | 'registry' | 'filings' | 'primaryForm'>,
  filing: Filing,
): OperatingModel | undefined {
  const form = FORMS.find((one) => one === filing.form)
  const resource = form && toResource(form, filing)
  const delivery = form && toDelivery(form, organization, filing)
  if (!form || !resource || !delivery) return undefined
  return {
    form,
    taxYear: filing.taxYear,
    resource,
    delivery,
    modifiers: toModifiers(organization, filing),
  }
}
