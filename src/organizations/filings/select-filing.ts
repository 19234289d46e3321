import { FORMS, type Form } from '#src/domain/form.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { FilingSummary, Organization } from '../organization.ts'

export type Selection = { form?: Form | undefined; year?: number | undefined }

type Filings = Pick<Organization, 'filings' | 'primaryForm'>

const RETURNS = new Set<Form>(['990', '990EZ', '990PF'])

/**
 * Returns the form an organization is shown by: the resolved one, otherwise the result of the same
 * rule on its current filings, because no form is stored between a load and its resolve.
 */
export function primaryFormOf({ filings, primaryForm }: Filings): Form | undefined {
  if (primaryForm) return primaryForm
  const forms = filings.filter(({ isCurrent }) => isCurrent).map(({ form }) => form)
  const newestReturn = forms.find((form) => RETURNS.has(form))
  return newestReturn ?? forms.find((form) => form === '990N') ?? forms[0]
}

/** Returns whether a filing is current, or replaced by a later one of its period. */
export const stateOf = ({
  isCurrent,
}: Pick<FilingSummary, 'isCurrent'>): 'Current' | 'Superseded' =>
  isCurrent ? 'Current' : 'Superseded'

/**
 * Returns whether an organization has a current filing. Without one, it may still be on IRS lists.
 */
export const hasFiling = ({ filings }: Pick<Organization, 'filings'>): boolean =>
  filings.some(({ isCurrent }) => isCurrent)

/**
 * Returns the filing of the given form and tax year, by default the latest of the primary form. If
 * a year has two current filings, the later period end counts. Throws ApiError FilingNotFound,
 * whose message lists the forms or years that exist.
 */
export function selectFiling(
  organization: Filings,
  { form = primaryFormOf(organization), year }: Selection,
): FilingSummary {
  const current = organization.filings.filter(({ isCurrent }) => isCurrent)
  const ofForm = current.filter((filing) => filing.form === form)
  if (ofForm.length === 0) throw new ApiError('FilingNotFound', { message: noForm(form, current) })
  const found = ofForm.find(({ taxYear }) => year === undefined || taxYear === year)
  if (found) return found
  const years = [...new Set(ofForm.map(({ taxYear }) => taxYear))].sort((a, b) => a - b)
  throw new ApiError('FilingNotFound', {
    message: `No Form ${form} is available for tax year ${year}. Available tax years: ${years.join(', ')}.`,
  })
}

function noForm(form: Form | undefined, current: FilingSummary[]): string {
  const forms = FORMS.filter((one) => current.some((filing) => filing.form === one))
  if (forms.length === 0) return 'No filing of this organization is available.'
  return `No Form ${form} of this organization is available. Available forms: ${forms.join(', ')}.`
}

/**
 * Returns the current filing of each form for a tax year, with the latest period end; the primary form
 * comes first.
 */
export function filingsOfYear({ filings, primaryForm }: Filings, taxYear: number): FilingSummary[] {
  const ofYear = filings.filter((filing) => filing.isCurrent && filing.taxYear === taxYear)
  const forms = FORMS.toSorted((a, b) => Number(b === primaryForm) - Number(a === primaryForm))
  return forms.flatMap((form) => ofYear.find((filing) => filing.form === form) ?? [])
}

/**
 * Adds a form to a selection by year alone if the primary form was not filed for that year, because
 * people who ask about a year rarely know which form was filed.
 */
export function selectionOf(organization: Organization, { form, year }: Selection): Selection {
  if (form !== undefined || year === undefined) return { form, year }
  const ofYear = filingsOfYear(organization, year).map((filing) => filing.form)
  const primary = primaryFormOf(organization)
  return primary === undefined || ofYear.includes(primary) ? { year } : { form: ofYear[0], year }
}
