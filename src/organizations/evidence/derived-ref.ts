import { DERIVED, DERIVED_KEYS } from '#src/domain/facts/derived.ts'
import { type CitedKey, formatDerivedRef } from '#src/domain/facts/derived-refs.ts'
import { ROW_SUM_KEYS, ROW_SUMS, type RowSumKey } from '#src/domain/facts/row-facts.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { FORM_BLOCK, FORMS, type Form } from '#src/domain/form.ts'
import { RATED_FORMS } from '#src/rating/rating.ts'
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
  key: CitedKey,
): string {
  const first = filingsOfYear(organization, taxYear).find((filing) => mayHave(key, filing.form))
  const { ein } = organization
  return formatDerivedRef({ ein, taxYear }, key, first && first.form !== form ? form : undefined)
}

// A schedule's table says 990, and stands with a 990-EZ, too.
const formsOfSum = (key: RowSumKey): readonly Form[] => {
  const { form, rows } = TABLES[ROW_SUMS[key].table]
  const isSchedule = rows.some(({ path }) => !path.startsWith(`/${FORM_BLOCK[form]}/`))
  return isSchedule ? [form, '990EZ'] : [form]
}

const FORMS_OF = new Map<CitedKey, readonly Form[]>([
  ...DERIVED_KEYS.map((key) => [key, Object.keys(DERIVED[key].forms) as Form[]] as const),
  ...ROW_SUM_KEYS.map((key) => [key, formsOfSum(key)] as const),
  // A postcard has nothing to hold against each other.
  ['failedChecks', FORMS.filter((form) => form !== '990N')],
  ['rating', RATED_FORMS],
])

/** Whether returns of a form may have a figure. */
const mayHave = (key: CitedKey, form: Form): boolean => FORMS_OF.get(key)?.includes(form) ?? false

/** The key and, where it carries one, the form of a derived Ref; undefined for an unknown key. */
export function readDerivedKey(text: string): { key: CitedKey; form?: Form } | undefined {
  const [, name, suffix] = /^([A-Za-z\d]+)(?:_(\w+))?$/.exec(text) ?? []
  const key = [...FORMS_OF.keys()].find((one) => one === name)
  const form = FORMS.find((one) => one === suffix)
  if (!key || (suffix !== undefined && !form)) return undefined
  return form ? { key, form } : { key }
}

/** The filing a derived Ref is computed from; undefined when no such filing is known. */
export function filingOfDerived(
  organization: Filings,
  { key, form }: { key: CitedKey; form?: Form },
  taxYear: number,
): FilingSummary | undefined {
  return filingsOfYear(organization, taxYear).find(
    (filing) => (form === undefined || filing.form === form) && mayHave(key, filing.form),
  )
}
