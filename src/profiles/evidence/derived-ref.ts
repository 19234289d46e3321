import { formatRef } from '../../domain/evidence.ts'
import { DERIVED, DERIVED_KEYS, type DerivedKey } from '../../domain/facts/derived.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import type { FilingSummary, Organization } from '../organization.ts'

type Filings = Pick<Organization, 'filings' | 'primaryForm'>

/**
 * The filings whose derived figures of a tax year have Refs, the primary form's first: of each
 * form the current one with the latest period end.
 */
export function filingsOfYear({ filings, primaryForm }: Filings, taxYear: number): FilingSummary[] {
  const ofYear = filings.filter((filing) => filing.isCurrent && filing.taxYear === taxYear)
  const forms = FORMS.toSorted((a, b) => Number(b === primaryForm) - Number(a === primaryForm))
  return forms.flatMap((form) => ofYear.find((filing) => filing.form === form) ?? [])
}

/**
 * The Ref of a derived figure. It names no form, so where another form filed for the same year
 * comes first, the key carries the form: `derived:programRatio_990EZ:…`.
 */
export function toDerivedRef(
  organization: Filings & Pick<Organization, 'ein'>,
  { form, taxYear }: Pick<FilingSummary, 'form' | 'taxYear'>,
  key: DerivedKey,
): string {
  const [first] = filingsOfYear(organization, taxYear).filter((filing) => hasRule(key, filing.form))
  const suffix = first && first.form !== form ? `_${form}` : ''
  return formatRef({ kind: 'derived', key: `${key}${suffix}`, ein: organization.ein, taxYear })
}

const hasRule = (key: DerivedKey, form: Form): boolean => form in DERIVED[key].forms

/** The key and, where it carries one, the form of a derived Ref; undefined for an unknown key. */
export function readDerivedKey(text: string): { key: DerivedKey; form?: Form } | undefined {
  const [, name, suffix] = /^([A-Za-z]+)(?:_(\w+))?$/.exec(text) ?? []
  const key = DERIVED_KEYS.find((one) => one === name)
  const form = FORMS.find((one) => one === suffix)
  if (!key || (suffix !== undefined && !form)) return undefined
  return form ? { key, form } : { key }
}

/** The filing a derived Ref is computed from; undefined when no such filing is known. */
export function filingOfDerived(
  organization: Filings,
  { key, form }: { key: DerivedKey; form?: Form },
  taxYear: number,
): FilingSummary | undefined {
  return filingsOfYear(organization, taxYear).find(
    (filing) => (form === undefined || filing.form === form) && hasRule(key, filing.form),
  )
}
