import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { FilingSummary } from '../organization.ts'

/** The filing of an organization that is held against others. */
export type FilingCompared = { name: string } & Pick<
  FilingSummary,
  'form' | 'taxYear' | 'taxPeriodBegin' | 'taxPeriodEnd' | 'isGroupReturn'
>

const LIST = new Intl.ListFormat('en')

/** What makes figures of filings hard to compare, in sentences; none where nothing does. */
export function describeDifferences(filings: readonly FilingCompared[]): string[] {
  const forms = [...new Set(filings.map(({ form }) => FORM_NAMES[form]))]
  const years = [...new Set(filings.map(({ taxYear }) => String(taxYear)))].sort()
  const namesOf = (claim: (filing: FilingCompared) => boolean) =>
    LIST.format(filings.filter(claim).map(({ name }) => cutShort(name, SHOWN_NAME_LENGTH)))
  const groups = namesOf(({ isGroupReturn }) => isGroupReturn)
  const short = namesOf(isShortYear)
  return [
    ...(forms.length > 1 ? [`They file different forms: ${LIST.format(forms)}.`] : []),
    ...(years.length > 1 ? [`The figures are of different tax years: ${LIST.format(years)}.`] : []),
    ...(groups ? [`A group return stands for several organizations: ${groups}.`] : []),
    ...(short ? [`The tax year has under twelve months: ${short}.`] : []),
  ]
}
