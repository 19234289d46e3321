import { filingsOfYear } from '../evidence/derived-ref.ts'
import type { Organization } from '../organization.ts'
import { primaryFormOf, type Selection } from './select-filing.ts'

/**
 * The filing a question means: as pages select it, but a year of which only another form is known
 * opens that form, since whoever asks about a year rarely knows which form was filed then.
 */
export function selectionOf(organization: Organization, { form, year }: Selection): Selection {
  if (form !== undefined || year === undefined) return { form, year }
  const ofYear = filingsOfYear(organization, year).map((filing) => filing.form)
  const primary = primaryFormOf(organization)
  return primary === undefined || ofYear.includes(primary) ? { year } : { form: ofYear[0], year }
}
