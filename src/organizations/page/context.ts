import { FORMS, type Form } from '#src/domain/form.ts'
import { primaryFormOf } from '../filings/select-filing.ts'
import type { Filing, Organization } from '../organization.ts'

export type PageContext = {
  selectedForm: Form
  selectedYear: number
  primaryForm: Form
  availableForms: { form: Form; latestYear: number; isPrimary: boolean }[]
  /** Tax years of all its current filings, whatever their form. */
  filingRange: { firstYear: number; latestYear: number }
}

/** Which filing is shown, and which others there are; superseded ones do not count. */
export function toContext(organization: Organization, { form, taxYear }: Filing): PageContext {
  const primaryForm = primaryFormOf(organization)
  const current = organization.filings.filter(({ isCurrent }) => isCurrent)
  const years = current.map((filing) => filing.taxYear)
  const latestOf = (one: Form) => current.find((filing) => filing.form === one)?.taxYear
  return {
    selectedForm: form,
    selectedYear: taxYear,
    primaryForm: primaryForm ?? form,
    availableForms: FORMS.flatMap((one) => {
      const latestYear = latestOf(one)
      return latestYear === undefined
        ? []
        : [{ form: one, latestYear, isPrimary: one === primaryForm }]
    }),
    filingRange: { firstYear: Math.min(...years), latestYear: Math.max(...years) },
  }
}
