import { z } from 'zod'
import type { SectorYearBody, TopListsBody } from '#mappings/sector.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import { SECTOR_FIGURES } from '#src/figures/sector.ts'
import { SECTOR_FIGURE_KEYS, type SectorFigureKey } from '#src/figures/sets.ts'
import { ApiError } from '#src/platform/errors.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import {
  NOTHING_FILED,
  readSectorStats,
  readSectorTopLists,
  type SectorDeps,
  type SectorStats,
} from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH, NO_LISTS } from '#src/sector/top-lists.ts'
import { noQuery } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import type { OnA } from '../shared/skin.ts'
import { readOperation } from './operation.ts'

type Group = (typeof SECTOR_FIGURES)[SectorFigureKey]['a'][0]

const group = (name: Group) =>
  z
    .strictObject(
      Object.fromEntries(
        Object.values(SECTOR_FIGURES).flatMap(({ a }) =>
          a[0] === name ? [[a[1], z.number().optional()]] : [],
        ),
      ),
    )
    .optional()

const sectorYear = component('SectorYear', {
  taxYear: z.int(),
  organizationCount: z.int(),
  filingCount: z.int(),
  revenue: group('Revenue'),
  expenses: group('Expenses'),
  balanceSheet: group('BalanceSheet'),
  coverage: z.record(z.string(), z.int()).optional(),
})

const sectorOverview = component('SectorOverview', {
  form: z.literal('990'),
  organizationCount: z.int(),
  filingCount: z.int(),
  latestCompleteYear: z
    .int()
    .describe("Latest tax year for which at least 90% of the previous year's filers have filed."),
  years: z.array(sectorYear),
})

const sectorComposition = component('SectorComposition', {
  registryOrganizations: z.int(),
  registryUpdatedAt: z.iso.datetime().optional(),
  groups: z.array(z.strictObject({ key: z.string(), label: z.string(), organizations: z.int() })),
})

const stats = component('Stats', {
  charities: z.int(),
  filings: z.int(),
  sectorRevenue: z
    .number()
    .optional()
    .describe("Sum of the total revenue in each organization's latest 990."),
  programDollars: z.number().optional(),
  modalLatestYear: z.int(),
  filingsByForm: z.record(z.string(), z.int()).optional(),
  countsApproximate: z.boolean().optional(),
  sectorOverview: sectorOverview.optional(),
  sectorComposition: sectorComposition.optional(),
  computedAt: z.iso.datetime(),
})
export type Stats = z.output<OnA<typeof stats>>

export const statsRoute = readOperation(
  '/api/v2/stats',
  {
    sharesPath: true,
    operationId: 'getStats',
    group: 'Sector',
    summary: 'Get sector totals by form and tax year',
    terms: { access: 'keyed', costs: 'Advanced', slot: 'index', alsoWithoutKey: true },
    examples: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
    request: { querystring: noQuery },
    response: stats,
  },
  async (deps: SectorDeps) => toStats(await readSectorStats(deps)),
)

/** Throws ApiError IndexNotReady if nothing is filed, because the required fields would be zeros. */
function toStats({ stats, years }: SectorStats) {
  const { modalLatestYear, latestReturns, overview, composition } = stats
  if (modalLatestYear === undefined || stats.charities === 0)
    throw new ApiError('IndexNotReady', { message: NOTHING_FILED })
  return {
    ...stats,
    modalLatestYear,
    sectorRevenue: latestReturns?.revenue?.sum,
    programDollars: latestReturns?.programExpenses?.sum,
    countsApproximate: false,
    // LatestCompleteYear is required, so there is no overview until a year is complete.
    sectorOverview:
      overview?.latestCompleteYear !== undefined
        ? {
            ...{ form: '990' as const, latestCompleteYear: overview.latestCompleteYear },
            organizationCount: overview.organizations,
            filingCount: overview.filings,
            years: years.map(toYear),
          }
        : undefined,
    sectorComposition: composition && {
      registryOrganizations: composition.organizations,
      registryUpdatedAt: `${composition.updatedOn}T00:00:00.000Z`,
      groups: composition.groups,
    },
  }
}

function toYear(year: SectorYearBody) {
  const groups: Partial<Record<Group, Record<string, number>>> = {}
  const coverage: Record<string, number> = {}
  for (const key of SECTOR_FIGURE_KEYS) {
    const figure = year.figures[key]
    if (!figure) continue
    const [group, name] = SECTOR_FIGURES[key].a
    groups[group] = { ...groups[group], [name]: figure.sum }
    coverage[`${group}.${name}`] = figure.filings
  }
  return {
    taxYear: year.taxYear,
    organizationCount: year.organizations,
    filingCount: year.filings,
    ...{ revenue: groups.Revenue, expenses: groups.Expenses, balanceSheet: groups.BalanceSheet },
    coverage: {
      ...coverage,
      GroupReturnsLeftOut: year.groupReturnsLeftOut,
      ShortYearsLeftOut: year.shortYearsLeftOut,
    },
  }
}

const organization = z.strictObject({
  ein: z.string().regex(/^\d{9}$/),
  name: z.string(),
  score: z.int().min(0).max(100),
  location: z.string().optional(),
  primaryForm: z.enum(FORMS).optional(),
  revenue: z.number().optional(),
  latestYear: z.int().optional(),
})

const topLists = component('TopLists', {
  week: z.int().min(1).max(53),
  filingYear: z.int(),
  lists: z
    .array(
      z.strictObject({
        key: z.string().describe('Letter of the NTEE major group.'),
        title: z.string(),
        description: z.string(),
        causes: z.array(z.string()),
        organizations: z.array(organization).length(LIST_LENGTH),
      }),
    )
    .min(1),
})
export const topListsRoute = readOperation(
  '/api/v2/top-lists',
  {
    sharesPath: true,
    operationId: 'getTopLists',
    group: 'Sector',
    summary: 'List the ten largest rated organizations for each cause',
    terms: { access: 'keyed', costs: 'Advanced', slot: 'index', alsoWithoutKey: true },
    examples: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
    request: { querystring: noQuery },
    response: topLists,
  },
  async (deps: SectorDeps) => toTopLists(await readSectorTopLists(deps)),
)

/** Throws ApiError IndexNotReady if no group has ten eligible organizations. */
function toTopLists({ computedAt, filingYear, lists }: TopListsBody) {
  if (filingYear === undefined || lists.length === 0)
    throw new ApiError('IndexNotReady', { message: NO_LISTS })
  return {
    week: isoWeek(computedAt).week,
    filingYear,
    lists: lists.map(({ key, byRevenue }) => ({
      ...{ key, ...describeList(key) },
      organizations: byRevenue.map((listed) => ({
        ...listed,
        score: wholeScore(listed.score),
        location: toLocation(listed),
        primaryForm: FORMS.find((form) => form === listed.form),
        revenue: listed.revenue.value,
      })),
    })),
  }
}
