import type { Form } from '#src/domain/form.ts'
import type { ProfileDeps } from '../deps.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { openFiler } from '../open-profile.ts'
import type { Organization } from '../organization.ts'
import { readYears } from '../store/read-filing.ts'
import { type SeriesYear, toSeries } from './series.ts'

/** The years of an organization's primary form, oldest first. */
export type Metrics = { organization: Organization; form: Form; series: SeriesYear[] }

/**
 * Yearly figures, ratios and growth of an organization; two round trips. Throws ApiError
 * ProfileNotFound for an organization without filings, and StoreUnavailable.
 */
export async function readMetrics(deps: ProfileDeps, ein: string): Promise<Metrics> {
  const organization = await openFiler(deps, ein)
  const { form } = selectFiling(organization, {})
  const years = await readYears(deps.postgres, ein, form)
  return { organization, form, series: toSeries(organization, years) }
}
