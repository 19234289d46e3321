import { z } from 'zod'
import type {
  ListedOrganization,
  SectorYearBody,
  StatsBody,
  TopListsBody,
} from '#mappings/sector.ts'
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
import { component, optional, required } from '../shared/schemas.ts'
import { toFields } from './fields.ts'
import { getOperation } from './operation.ts'

type Group = (typeof SECTOR_FIGURES)[SectorFigureKey]['a'][0]

const group = (name: Group) =>
  optional.object(
    'Sums in US dollars, by figure.',
    Object.fromEntries(
      Object.values(SECTOR_FIGURES).flatMap(({ a }) =>
        a[0] === name ? [[a[1], z.number().optional()]] : [],
      ),
    ),
  )

const sectorYear = component('SectorYear', {
  TaxYear: z.int(),
  OrganizationCount: required.int('Number of organizations in the sums, with one return each.'),
  FilingCount: required.int(
    'Number of current 990 returns for the year, including returns excluded from the sums.',
  ),
  Revenue: group('Revenue'),
  Expenses: group('Expenses'),
  BalanceSheet: group('BalanceSheet'),
  Coverage: z
    .record(z.string(), z.int())
    .optional()
    .describe(
      'Number of returns that report each figure, such as Revenue.Total. GroupReturnsLeftOut: group returns excluded because the sums include their members. ShortYearsLeftOut: returns excluded because the organization has a later return for the same year.',
    ),
})
type SectorYear = z.output<typeof sectorYear>

const sectorOverview = component('SectorOverview', {
  Form: z.literal('990'),
  OrganizationCount: required.int(
    'Number of organizations whose latest return is in SectorRevenue.',
  ),
  FilingCount: required.int('Number of current 990 returns for all years.'),
  LatestCompleteYear: required.int(
    "Latest tax year for which at least 90% of the previous year's filers have filed.",
  ),
  Years: required.array(sectorYear, 'Tax years, oldest first.'),
})

const sectorComposition = component('SectorComposition', {
  RegistryOrganizations: z.int(),
  RegistryUpdatedAt: z.iso.datetime().optional(),
  Groups: z.array(z.strictObject({ Key: z.string(), Label: z.string(), Organizations: z.int() })),
})

const stats = component('Stats', {
  Charities: required.int(
    'Number of organizations that have filed a return or a postcard (990-N).',
  ),
  Filings: required.int(
    'Number of current filings, including postcards and excluding superseded filings.',
  ),
  SectorRevenue: optional.number(
    "Sum of the total revenue in each organization's latest 990, in US dollars. A group return counts only if no member of the group has filed its own 990.",
  ),
  ProgramDollars: optional.number('Program expenses in the same returns, in US dollars.'),
  ModalLatestYear: required.int("Most common tax year among the organizations' latest filings."),
  FilingsByForm: z.record(z.string(), z.int()).optional(),
  CountsApproximate: z.boolean().optional(),
  SectorOverview: sectorOverview.optional(),
  SectorComposition: sectorComposition.optional(),
  ComputedAt: z.iso.datetime(),
})
export type Stats = z.output<typeof stats>

export const statsRoute = getOperation(
  '/api/v2/stats',
  {
    sharesPath: true,
    operationId: 'getStats',
    group: 'Sector',
    summary: 'Get sector totals by form and tax year',
    terms: { access: 'keyed', costs: 'Advanced', slot: 'shared', alsoWithoutKey: true },
    examples: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
    request: { querystring: noQuery },
    response: stats,
  },
  async (deps: SectorDeps) => {
    const answer = presentStats(await readSectorStats(deps))
    if (!answer) throw new ApiError('IndexNotReady', { message: NOTHING_FILED })
    return answer
  },
)

/** Returns undefined if nothing is filed, because the required fields would then be zeros. */
export function presentStats({ stats, years }: SectorStats): Stats | undefined {
  const { modalLatestYear, latestReturns, composition } = stats
  if (modalLatestYear === undefined || stats.charities === 0) return undefined
  return {
    ...toFields(stats, 'charities', 'filings', 'filingsByForm', 'computedAt'),
    SectorRevenue: latestReturns?.revenue?.sum,
    ProgramDollars: latestReturns?.programExpenses?.sum,
    ModalLatestYear: modalLatestYear,
    CountsApproximate: false,
    SectorOverview: presentOverview(stats, years),
    SectorComposition: composition && {
      RegistryOrganizations: composition.organizations,
      RegistryUpdatedAt: `${composition.updatedOn}T00:00:00.000Z`,
      Groups: composition.groups.map((group) => toFields(group)),
    },
  }
}

/** LatestCompleteYear is required, so there is no overview until a year is complete. */
function presentOverview(
  { overview }: StatsBody,
  years: readonly SectorYearBody[],
): Stats['SectorOverview'] {
  if (overview?.latestCompleteYear === undefined) return undefined
  return {
    Form: '990',
    OrganizationCount: overview.organizations,
    FilingCount: overview.filings,
    LatestCompleteYear: overview.latestCompleteYear,
    Years: years.map(presentYear),
  }
}

function presentYear(year: SectorYearBody): SectorYear {
  const groups: Record<string, Record<string, number>> = {}
  const coverage: Record<string, number> = {}
  for (const key of SECTOR_FIGURE_KEYS) {
    const figure = year.figures[key]
    if (!figure) continue
    const [group, name] = SECTOR_FIGURES[key].a
    groups[group] = { ...groups[group], [name]: figure.sum }
    coverage[`${group}.${name}`] = figure.filings
  }
  return {
    TaxYear: year.taxYear,
    OrganizationCount: year.organizations,
    FilingCount: year.filings,
    ...groups,
    Coverage: {
      ...coverage,
      GroupReturnsLeftOut: year.groupReturnsLeftOut,
      ShortYearsLeftOut: year.shortYearsLeftOut,
    },
  }
}

const organization = z.strictObject({
  EIN: z.string().regex(/^\d{9}$/),
  Name: z.string(),
  Score: z.int().min(0).max(100).describe('Rating as a whole number.'),
  Location: z.string().optional(),
  PrimaryForm: z.enum(FORMS).optional(),
  Revenue: optional.number('Total revenue in the latest return, in US dollars.'),
  LatestYear: z.int().optional(),
})

const topLists = component('TopLists', {
  Week: z.int().min(1).max(53).describe('ISO week in which the lists were computed.'),
  FilingYear: required.int(
    'Tax year that most of the sector has filed for. Organizations whose latest return is for an earlier year are not listed.',
  ),
  Lists: z
    .array(
      z.strictObject({
        Key: required.string('Letter of the NTEE major group.'),
        Title: required.string('Label of the cause. Send it as CauseLabel in a search.'),
        Description: z.string(),
        Causes: required.strings('Cause labels in the group. Send one as Cause in a search.'),
        Organizations: z
          .array(organization)
          .length(LIST_LENGTH)
          .describe('Organizations, largest revenue first.'),
      }),
    )
    .min(1),
})
export type TopLists = z.output<typeof topLists>

export const topListsRoute = getOperation(
  '/api/v2/top-lists',
  {
    sharesPath: true,
    operationId: 'getTopLists',
    group: 'Sector',
    summary: 'List the ten largest rated organizations for each cause',
    terms: { access: 'keyed', costs: 'Advanced', slot: 'shared', alsoWithoutKey: true },
    examples: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
    request: { querystring: noQuery },
    response: topLists,
  },
  async (deps: SectorDeps) => {
    const answer = presentTopLists(await readSectorTopLists(deps))
    if (!answer) throw new ApiError('IndexNotReady', { message: NO_LISTS })
    return answer
  },
)

/** Returns undefined if no group has ten eligible organizations. */
export function presentTopLists({
  computedAt,
  filingYear,
  lists,
}: TopListsBody): TopLists | undefined {
  if (filingYear === undefined || lists.length === 0) return undefined
  return {
    Week: isoWeek(computedAt).week,
    FilingYear: filingYear,
    Lists: lists.map(({ key, byRevenue }) => ({
      Key: key,
      ...toFields(describeList(key)),
      Organizations: byRevenue.map(presentListed),
    })),
  }
}

const presentListed = (
  listed: ListedOrganization,
): TopLists['Lists'][number]['Organizations'][number] => ({
  EIN: listed.ein,
  Name: listed.name,
  Score: wholeScore(listed.score),
  Location: toLocation(listed),
  PrimaryForm: FORMS.find((form) => form === listed.form),
  Revenue: listed.revenue.value,
  LatestYear: listed.latestYear,
})
