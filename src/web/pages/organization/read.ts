import { refOf } from '#src/domain/evidence.ts'
import { type DerivedFigure, type DerivedKey, deriveFigures } from '#src/domain/facts/derived.ts'
import type { Form } from '#src/domain/form.ts'
import { toWorkPlaces } from '#src/domain/places/work-places.ts'
import { LEADS, TILES } from '#src/figures/sets.ts'
import { readAwards, readSubawards } from '#src/network/awards.ts'
import { readCitedCounterparties } from '#src/network/counterparties.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { toChanges } from '#src/organizations/figures/changes.ts'
import { toMoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { pickByKey } from '#src/organizations/figures/named-figures.ts'
import {
  deriveYears,
  toPriorYears,
  toSeries,
  toTrends,
  toYear,
} from '#src/organizations/figures/series.ts'
import { readApplications } from '#src/organizations/filings/applications.ts'
import { type Selection, selectFiling } from '#src/organizations/filings/select-filing.ts'
import { evidenceOfChecks, showChecks } from '#src/organizations/filings/shown-checks.ts'
import { countTables, readTableRows } from '#src/organizations/filings/table-rows.ts'
import { openFiler, openFiling, openYears } from '#src/organizations/open-profile.ts'
import type { Filing, Organization } from '#src/organizations/organization.ts'
import { toPage } from '#src/organizations/page/page.ts'
import { isRatedBy, outlineRating, toRatingView } from '#src/organizations/page/rating-view.ts'
import { readinessBy } from '#src/organizations/page/summary.ts'
import { readPeople } from '#src/organizations/people/people.ts'
import { readPeopleOf } from '#src/organizations/people/people-by-year.ts'
import { readRelated } from '#src/organizations/relations/related.ts'
import { sectionOn } from '#src/organizations/sections/definitions.ts'
import { readSections } from '#src/organizations/sections/read-section.ts'
import { SECTION_IDS, type SectionId } from '#src/organizations/sections/section.ts'
import type { Section } from '#src/organizations/sections/section-data.ts'
import { readCheckedLists } from '#src/organizations/store/read-checked-lists.ts'
import { readYears, type YearlyFiling } from '#src/organizations/store/read-organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { findSimilar } from '#src/search/similar.ts'
import { FIRST_ROWS } from '../../components/organization/band.tsx'
import type { Neighbors } from '../../components/organization/neighbors.tsx'
import { SECTION_PLACES } from '../../links.ts'
import type { WebDeps } from '../../render.ts'

// Each reader reads what one tab shows. All throw ApiError ProfileNotFound, FilingNotFound (whose
// message lists the filings), and StoreUnavailable. If a part cannot be read, the tab fails, because
// a missing list would look like an empty one.

// Forms require the largest first, but not all filers comply. Real returns describe up to thirty.
const COMPARED_PROGRAMS = 100
const LARGEST = { limit: FIRST_ROWS, minYear: undefined, allCategories: false }

export type Overview = Awaited<ReturnType<typeof readOverview>>

/** Reads the summary of a filing, its leading figures, and the first rows of other tabs. */
export async function readOverview(deps: ProfileDeps, ein: string, selection: Selection) {
  const { organization, filing, years } = await openShown(deps, ein, selection)
  const tables = sectionOn('Programs', filing.form)?.tables ?? []
  const filings = organization.filings.filter(({ taxYear }) => taxYear >= filing.taxYear - 1)
  const [summary, people, programs, applications, funders, grantees, related, postcard] =
    await Promise.all([
      readSummary(deps, organization, filing),
      readPeopleOf(deps, { filings }, { ...BEST_PAID, lastYear: filing.taxYear }),
      readTableRows(deps, filing, tables, { offset: 0, limit: COMPARED_PROGRAMS }),
      readApplications(deps, filing),
      readCitedCounterparties(deps, ein, 'Incoming', LARGEST),
      readCitedCounterparties(deps, ein, 'Outgoing', LARGEST),
      readRelated(deps, organization, filing, { offset: 0, limit: FIRST_ROWS }),
      readDetails(deps, organization, filing, 'overview'),
    ])
  const derived = deriveYears(organization, years)
  const shown = derived.find((year) => year.filing.objectId === filing.objectId)
  return {
    ...summary,
    rating: outlineRating(organization, filing),
    // Of two periods that end in one tax year, `derived` has the later one.
    figures: pickTiles(organization, filing, shown?.derived ?? deriveFigures({ filing, years })),
    trends: toTrends(LEADS[filing.form], derived),
    changes: toChanges(derived.map(toYear), filing.taxYear, people),
    people,
    postcard,
    programs: { rows: programs, total: countTables(tables, filing) },
    applications,
    workPlaces: toWorkPlaces(filing.narrative, (path) => refOf(filing, path)),
    funders,
    grantees,
    related,
  }
}

export type Money = Awaited<ReturnType<typeof readMoney>>

/** Reads all figures of a filing, those of other years, the flow of money, and federal awards. */
export async function readMoney(deps: ProfileDeps, ein: string, selection: Selection) {
  const { organization, filing, years } = await openShown(deps, ein, selection)
  const [people, details, awards, subawards] = await Promise.all([
    readPeople(deps, filing),
    readDetails(deps, organization, filing, 'money'),
    readAwards(deps, organization, { limit: FIRST_ROWS }),
    readSubawards(deps, organization, { limit: FIRST_ROWS }),
  ])
  return {
    page: toPage(organization, filing),
    figures: pickTiles(organization, filing, deriveFigures({ filing, years, people })),
    ...toYears(organization, years),
    flow: toMoneyFlow(years, filing),
    details,
    awards,
    subawards,
  }
}

/** Reads the figures of a form by year. */
export async function readTrends(deps: ProfileDeps, ein: string, form: Form | undefined) {
  const organization = await openFiler(deps, ein)
  const selected = selectFiling(organization, { form })
  return toYears(organization, await readYears(deps.postgres, ein, selected.form))
}

export type RatingData = Awaited<ReturnType<typeof readRating>>

/** Reads the summary of a filing, and its rating with all metrics if it is the rated filing. */
export async function readRating(deps: ProfileDeps, ein: string, selection: Selection) {
  const { organization, filing, years } = await openShown(deps, ein, selection)
  const whole = isRatedBy(organization, filing) && toRatingView(organization, filing, years)
  return {
    ...(await readSummary(deps, organization, filing)),
    evidence: evidenceOfChecks(organization, filing),
    rating: whole || { metrics: [], missing: [], ...outlineRating(organization, filing) },
  }
}

async function openShown(deps: ProfileDeps, ein: string, selection: Selection) {
  const organization = await openFiler(deps, ein)
  return { organization, ...(await openYears(deps, organization, selection)) }
}

/** Reads the page of a filing, its checks, and the diligence checks of the organization. */
async function readSummary(deps: ProfileDeps, organization: Organization, filing: Filing) {
  const isLatest = selectFiling(organization, {}).objectId === filing.objectId
  const [latest, checked] = await Promise.all([
    isLatest ? filing : openFiling(deps, organization, {}),
    readCheckedLists(deps.postgres, organization),
  ])
  return {
    page: toPage(organization, filing),
    readiness: readinessBy(organization, latest),
    /** The lists that the organization was checked against. */
    checked,
    checks: showChecks(organization, filing),
  }
}

const BEST_PAID = { sort: 'Pay', order: 'desc', offset: 0, limit: 1_000 } as const

/** Tabs show these sections in bands of their own. */
const DRAWN = new Set<SectionId>(['MoneyFlow', 'Leadership'])

/** Reads the sections that the lower part of a tab shows, with their first rows. */
export function readDetails(
  deps: ProfileDeps,
  organization: Organization,
  filing: Filing,
  tab: 'overview' | 'money' | 'people',
): Promise<Section[]> {
  const ids = SECTION_IDS.filter((id) => SECTION_PLACES[id].tab === tab && !DRAWN.has(id))
  const shown = tab === 'overview' ? ids.filter((id) => !SECTION_PLACES[id].hasPage) : ids
  return readSections(deps, organization, filing, { ids: shown, limit: FIRST_ROWS })
}

function pickTiles(
  organization: Organization,
  filing: Filing,
  derived: Partial<Record<DerivedKey, DerivedFigure>>,
) {
  const { asked, found } = TILES[filing.form]
  return pickByKey([...asked, ...found], { organization, filing, derived })
}

/** Returns the years of a form, and those that only the return of the next year describes. */
const toYears = (organization: Organization, years: readonly YearlyFiling[]) => ({
  series: toSeries(organization, years),
  prior: toPriorYears(years),
})

const MAX_SIMILAR = 3

/**
 * Finds similar organizations, most similar first. A page about one organization does not fail with
 * the search for others, and says that it failed.
 */
export async function findSimilarTo(deps: WebDeps, ein: string): Promise<Neighbors<SimilarHit>> {
  try {
    return { found: (await findSimilar(deps, { ein, limit: MAX_SIMILAR })).hits }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { found: [], error: error.code }
  }
}
