import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { FactsOfFiling } from '#src/domain/facts/derived-operands.ts'
import type { Facts, FactValue } from '#src/domain/facts/read-facts.ts'
import type { Form } from '#src/domain/form.ts'

export type Filed = Partial<Record<FactKey, FactValue>>

/** Parses "totalRevenue=500 groupReturn=true paragraph501c='5'". */
export const parseFiled = (text: string): Filed =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => {
        const [key = '', value = ''] = pair.split('=')
        return [key, value.startsWith("'") ? value.slice(1, -1) : JSON.parse(value)]
      }),
  )

/** Facts where the catalogue looks first. */
export function factsOf(form: Form, filed: Filed | string): Facts {
  const facts: Facts = {}
  for (const [key, value] of Object.entries(
    typeof filed === 'string' ? parseFiled(filed) : filed,
  )) {
    const place = CATALOGUE.find((fact) => fact.key === key)?.paths[form]?.[0]
    if (!place) throw new Error(`${key} is not on the ${form}`)
    facts[key as FactKey] = { value, path: place.path }
  }
  return facts
}

/** A filing of a calendar year with "totalRevenue=500" where the catalogue looks first. */
export const ofYear = (taxYear: number, form: Form, filed: Filed | string): FactsOfFiling => ({
  objectId: `${taxYear + 1}03199349301234`,
  form,
  taxYear,
  taxPeriodBegin: `${taxYear}-01-01`,
  taxPeriodEnd: `${taxYear}-12-31`,
  facts: factsOf(form, filed),
})
