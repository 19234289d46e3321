import type { Form } from '#src/domain/form.ts'
import { type Cause, nteeLabel } from '#src/domain/ntee.ts'
import { releaseTime } from '#src/domain/release.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import { COMPARED_FIGURES, type ComparedKey } from '#src/figures/sets.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { ProfileDeps } from '../deps.ts'
import { type DiligenceEntry, readDiligence } from '../diligence/diligence.ts'
import { type OpenedFigures, openFigures } from '../figures/open-figures.ts'
import { type SeriesYear, toSeries } from '../figures/series.ts'
import type { Selection } from '../filings/select-filing.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { outlineRating, type RatingOutline } from '../page/rating-view.ts'
import type { GovernanceKey } from '../people/governance.ts'
import { describeDifferences } from './compare-cautions.ts'
import { type ComparedField, pickCompared } from './compared-fields.ts'

/** How many organizations are compared at once: more columns than five nobody reads across. */
export const LEAST_COMPARED = 2
export const MOST_COMPARED = 5

/** One of the organizations, of one filing. */
export type ComparedOrganization = {
  ein: string
  name: string
  city: string | null
  state: string | null
  country: string | null
  /** By the registry's code; absent where it has none, or says "unknown". */
  cause?: Cause
  primaryForm: Form | null
  filing: FilingSummary
  /** Tax years that have a current filing of any form, newest first. */
  taxYears: number[]
  figures: ComparedField<ComparedKey>[]
  governance: ComparedField<GovernanceKey>[]
  /** Of the filing shown: nothing but the verdict where that form is not the one that is rated. */
  rating: RatingOutline
  /** As of today, by the latest filing. */
  readiness?: Readiness
  /** All years of the form shown, oldest first. */
  series: SeriesYear[]
}

/** One that cannot be compared, and why; its name and readiness where anything is known of it. */
export type NotCompared = { ein: string; why: string; name?: string; readiness?: Readiness }

export type Comparison = {
  /** In the order asked for. */
  organizations: (ComparedOrganization | NotCompared)[]
  /** What makes the figures hard to compare; empty where nothing does. */
  cautions: string[]
  /** When the store's newest release was minted, as ISO time; unknown where none was compared. */
  compiledAt?: string
}

/** Whether an organization could be compared. */
export const isCompared = (one: ComparedOrganization | NotCompared): one is ComparedOrganization =>
  'filing' in one

/**
 * Organizations side by side: the same figures, governance, rating and readiness of each, of their
 * latest filings or of those a selection names. A year without a form opens whichever form was
 * filed for it. All are read at once, so that it takes three round trips however many there are.
 * `today` is YYYY-MM-DD. Throws ApiError StoreUnavailable.
 */
export async function compareOrganizations(
  deps: ProfileDeps,
  eins: readonly string[],
  selection: Selection,
  today: string,
): Promise<Comparison> {
  const [opened, diligence] = await Promise.all([
    openEach(deps, eins, selection, COMPARED_FIGURES),
    readDiligence(deps, eins, today),
  ])
  const organizations = opened.map((one, at) =>
    'why' in one ? toNotCompared(one, diligence[at]) : toCompared(one, diligence[at]),
  )
  const compared = organizations.filter(isCompared)
  const release = opened.find((one) => 'organization' in one)?.organization.release
  const compiledAt = release && releaseTime(release)
  return {
    organizations,
    cautions: describeDifferences(compared.map(({ name, filing }) => ({ name, ...filing }))),
    ...(compiledAt && { compiledAt }),
  }
}

/**
 * The filings of several organizations with all that figures are picked from, in the order asked
 * for; one that cannot be opened says why, and leaves the others worth comparing. Throws ApiError
 * StoreUnavailable, and the signal's reason once it aborts.
 */
export const openEach = (
  deps: ProfileDeps,
  eins: readonly string[],
  selection: Selection,
  keys: readonly FigureKey[],
  signal?: AbortSignal,
): Promise<(OpenedFigures | { ein: string; why: string })[]> =>
  Promise.all(
    eins.map(async (ein) => {
      try {
        return await openFigures(deps, ein, selection, keys, signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { ein, why: error.message }
        throw error
      }
    }),
  )

function toCompared(
  opened: OpenedFigures,
  { found }: DiligenceEntry = { ein: '' },
): ComparedOrganization {
  const { organization, filing, years } = opened
  const { ein, name, city, state, country, primaryForm } = organization
  const cause = causeOf(organization)
  return {
    ein,
    name,
    city,
    state,
    country,
    ...(cause && { cause }),
    primaryForm,
    filing,
    taxYears: taxYearsOf(organization),
    ...pickCompared(opened),
    rating: outlineRating(organization, filing),
    ...(found && { readiness: found.readiness }),
    series: toSeries(organization, years),
  }
}

const toNotCompared = (
  { ein, why }: { ein: string; why: string },
  { found }: DiligenceEntry = { ein },
): NotCompared => ({ ein, why, ...(found && { name: found.name, readiness: found.readiness }) })

const taxYearsOf = ({ filings }: Organization): number[] =>
  [...new Set(filings.flatMap(({ isCurrent, taxYear }) => (isCurrent ? [taxYear] : [])))].sort(
    (a, b) => b - a,
  )

/** Z is the registry's word for not classified. */
function causeOf({ nteeCode }: Organization): Cause | undefined {
  const cause = nteeCode?.startsWith('Z') ? undefined : nteeCode && nteeLabel(nteeCode)
  return cause ? { code: cause.code, label: cause.label } : undefined
}
