import { FORMS, type Form } from '#src/domain/form.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { FilingSummary, Organization } from '../organization.ts'

export type Selection = { form?: Form | undefined; year?: number | undefined }

const RETURNS = new Set<Form>(['990', '990EZ', '990PF'])

/**
 * Returns the form an organization is shown by: the resolved one, otherwise by the same rule from its
 * current filings, because between a load and its resolve no form is stored.
 */
export function primaryFormOf({
  filings,
  primaryForm,
}: Pick<Organization, 'filings' | 'primaryForm'>): Form | undefined {
  if (primaryForm) return primaryForm
  const forms = filings.filter(({ isCurrent }) => isCurrent).map(({ form }) => form)
  const newestReturn = forms.find((form) => RETURNS.has(form))
  return newestReturn ?? forms.find((form) => form === '990N') ?? forms[0]
}

/** Whether a filing counts; if not, whether a later one of its period does, or it is excluded. */
export function stateOf({
  isCurrent,
  exclusion,
}: Pick<FilingSummary, 'isCurrent' | 'exclusion'>): 'Current' | 'Superseded' | 'Excluded' {
  if (isCurrent) return 'Current'
  return exclusion === null ? 'Superseded' : 'Excluded'
}

/** The warnings of a filing; the last one says why it is excluded. */
export const warningsOf = ({
  warnings,
  exclusion,
}: Pick<FilingSummary, 'warnings' | 'exclusion'>): string[] =>
  exclusion === null ? warnings : [...warnings, `Excluded: ${exclusion}`]

/** Whether any filing of an organization counts; the IRS's lists alone may know one without. */
export const hasFiling = ({ filings }: Pick<Organization, 'filings'>): boolean =>
  filings.some(({ isCurrent }) => isCurrent)

/**
 * The filing a client means: of the form given, else the primary one; of the tax year given, else
 * the latest. Of two current filings in one year the one with the later period end (decisions
 * part 4). Throws ApiError FilingNotFound, whose message lists what there is.
 */
export function selectFiling(
  organization: Pick<Organization, 'filings' | 'primaryForm'>,
  { form = primaryFormOf(organization), year }: Selection,
): FilingSummary {
  const current = organization.filings.filter(({ isCurrent }) => isCurrent)
  const ofForm = current.filter((filing) => filing.form === form)
  if (ofForm.length === 0) throw new ApiError('FilingNotFound', { message: noForm(form, current) })
  const found = ofForm.find(({ taxYear }) => year === undefined || taxYear === year)
  if (found) return found
  const years = [...new Set(ofForm.map(({ taxYear }) => taxYear))].sort((a, b) => a - b)
  throw new ApiError('FilingNotFound', {
    message: `No Form ${form} of tax year ${year} is known; there are ${years.join(', ')}.`,
  })
}

function noForm(form: Form | undefined, current: FilingSummary[]): string {
  const forms = FORMS.filter((one) => current.some((filing) => filing.form === one))
  if (forms.length === 0) return 'No filing of this organization is known.'
  return `No Form ${form} of this organization is known; there are ${forms.join(', ')}.`
}
