import { refOf } from '#src/domain/cite.ts'
import { deriveFigures } from '#src/domain/facts/derived.ts'
import { readNarrative } from '#src/domain/facts/narrative.ts'
import { toWorkPlaces, type WorkPlace } from '#src/domain/places/work-places.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import { LEADS, TILES } from '#src/figures/sets.ts'
import {
  type AttributedPage,
  type AwardRow,
  readAwards,
  readSubawards,
  type SubawardRow,
} from '#src/network/awards.ts'
import { type CitedCounterparties, readCitedCounterparties } from '#src/network/counterparties.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type MoneyFlow, toMoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { type NamedFigure, pickByKey } from '#src/organizations/figures/named-figures.ts'
import {
  type PriorYear,
  type SeriesYear,
  toPriorYears,
  toSeries,
  toTrends,
  type YearValue,
} from '#src/organizations/figures/series.ts'
import { type Selection, selectFiling } from '#src/organizations/filings/select-filing.ts'
import { type ShownCheck, showChecks } from '#src/organizations/filings/shown-checks.ts'
import { countTables, readTableRows, type TableRow } from '#src/organizations/filings/table-rows.ts'
import { openFiler, openFiling } from '#src/organizations/open-profile.ts'
import type { Filing, FilingSummary, Organization } from '#src/organizations/organization.ts'
import { type Page, toPage } from '#src/organizations/page/page.ts'
import {
  isRatedBy,
  outlineRating,
  type RatingOutline,
  type RatingView,
  toRatingView,
} from '#src/organizations/page/rating-view.ts'
import { readinessBy } from '#src/organizations/page/summary.ts'
import { type GovernanceField, readGovernance } from '#src/organizations/people/governance.ts'
import { readPeople } from '#src/organizations/people/people.ts'
import { type Relationship, readRelated } from '#src/organizations/relations/related.ts'
import { sectionOn } from '#src/organizations/sections/definitions.ts'
import { type CheckedList, readCheckedLists } from '#src/organizations/store/read-checked-lists.ts'
import {
  readYears,
  requireVersionIn,
  type YearlyFiling,
} from '#src/organizations/store/read-filing.ts'
import type { Readiness } from '#src/rating/diligence.ts'

/** The first rows of a list, which links to the whole list. */
export const FIRST_ROWS = 5
// Forms require the largest first, but not all filers comply. Real returns describe up to thirty.
const COMPARED_PROGRAMS = 100

/** One filing of an organization, and what its other filings and lists say: each tab shows a part. */
export type TabData = {
  page: Page
  /** The filing that opens by default. */
  latest: FilingSummary
  figures: Partial<Record<FigureKey, NamedFigure>>
  series: SeriesYear[]
  /** Years that only the return of the next year describes. */
  prior: PriorYear[]
  /** The leading figures of the form by year. */
  trends: Partial<Record<FigureKey, YearValue[]>>
  flow: MoneyFlow
  rating: RatingOutline & Partial<RatingView>
  readiness: Readiness
  /** The lists that the organization was checked against. */
  checked: CheckedList[]
  governance: GovernanceField[]
  checks: ShownCheck[]
  /** The people the form lists; undefined if there are none, or too many to compare. */
  people: Awaited<ReturnType<typeof readPeople>>
}

/** What the overview shows of other tabs. */
export type Overview = TabData & {
  programs: { rows: TableRow[]; total: number }
  workPlaces: WorkPlace[]
  related: { relationships: Relationship[]; total: number }
  funders: CitedCounterparties
  grantees: CitedCounterparties
}

/** Federal money, which the tab for money shows. */
export type Awarded = {
  awards: AttributedPage<AwardRow>
  subawards: AttributedPage<SubawardRow>
}

/**
 * Reads the organization, the filing, and its years. Throws ApiError ProfileNotFound,
 * FilingNotFound (whose message lists the filings), or StoreUnavailable.
 */
export async function readTabData(
  deps: ProfileDeps,
  ein: string,
  selection: Selection,
): Promise<TabData> {
  const organization = await openFiler(deps, ein)
  const shown = selectFiling(organization, selection)
  const latest = selectFiling(organization, {})
  const [filing, newest, years, checked] = await Promise.all([
    openFiling(deps, organization, selection),
    latest.objectId === shown.objectId ? undefined : openFiling(deps, organization, {}),
    readYears(deps.postgres, ein, shown.form),
    readCheckedLists(deps.postgres, organization),
  ])
  requireVersionIn(filing, years)
  const people = await readPeople(deps, filing)
  return {
    page: toPage(organization, filing),
    latest,
    ...toFigures(organization, filing, years, people),
    readiness: readinessBy(organization, newest ?? filing),
    governance: readGovernance(organization, filing),
    checks: showChecks(organization, filing),
    checked,
    people,
  }
}

/**
 * Reads the profile and the first rows of other tabs. If a part cannot be read, the page fails,
 * because a missing list would look like an empty one. Throws what `readTabData` throws.
 */
export async function readOverview(
  deps: ProfileDeps,
  ein: string,
  selection: Selection,
): Promise<Overview> {
  const profile = await readTabData(deps, ein, selection)
  const { organization, filing } = profile.page
  const tables = sectionOn('Programs', filing.form)?.tables ?? []
  const [funders, grantees, programs, related] = await Promise.all([
    readCitedCounterparties(deps, ein, 'Incoming', GIVEN),
    readCitedCounterparties(deps, ein, 'Outgoing', GIVEN),
    readTableRows(deps, filing, tables, { offset: 0, limit: COMPARED_PROGRAMS }),
    readRelated(deps, organization, filing, { offset: 0, limit: FIRST_ROWS }),
  ])
  return {
    ...profile,
    funders,
    grantees,
    programs: { rows: programs, total: countTables(tables, filing) },
    workPlaces: toWorkPlaces(readNarrative(filing.form, filing.narrative ?? []), (path) =>
      refOf(filing, path),
    ),
    related,
  }
}

/** Reads the first federal awards. Throws ApiError StoreUnavailable. */
export async function readAwarded(deps: ProfileDeps, { organization }: Page): Promise<Awarded> {
  const [awards, subawards] = await Promise.all([
    readAwards(deps, organization, { limit: FIRST_ROWS }),
    readSubawards(deps, organization, { limit: FIRST_ROWS }),
  ])
  return { awards, subawards }
}

const GIVEN = { limit: FIRST_ROWS, minYear: undefined, allCategories: false }

function toFigures(
  organization: Organization,
  filing: Filing,
  years: readonly YearlyFiling[],
  people: TabData['people'],
) {
  const derived = deriveFigures({ filing, years, people })
  const { asked, found } = TILES[filing.form]
  const whole = isRatedBy(organization, filing) && toRatingView(organization, filing, years)
  return {
    figures: pickByKey([...asked, ...found], { organization, filing, derived }),
    series: toSeries(organization, years),
    prior: toPriorYears(years),
    trends: toTrends(LEADS[filing.form], organization, years),
    flow: toMoneyFlow(years, filing),
    rating: whole || outlineRating(organization, filing),
  }
}
