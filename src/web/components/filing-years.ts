import { FORMS, type Form } from '#src/domain/form.ts'
import type { Organization } from '#src/organizations/organization.ts'

/** Forms that an organization has current filings of, each with its tax years, newest first. */
export const yearsByForm = ({
  filings,
}: Pick<Organization, 'filings'>): { form: Form; years: number[] }[] =>
  FORMS.map((form) => ({
    form,
    years: [
      ...new Set(
        filings.flatMap((one) => (one.form === form && one.isCurrent ? [one.taxYear] : [])),
      ),
    ],
  })).filter(({ years }) => years.length > 0)
