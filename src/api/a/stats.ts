import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { SectorYearBody, StatsBody } from '#mappings/sector.ts'
import { SECTOR_FIGURES } from '#src/figures/sector.ts'
import { SECTOR_FIGURE_KEYS, type SectorFigureKey } from '#src/figures/sets.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { SectorDeps } from '#src/sector/deps.ts'
import { NOTHING_FILED, readSectorStats, type SectorStats } from '#src/sector/read-sector.ts'
import { noQuery } from '../shared/parameters.ts'
import { operation } from './operation.ts'

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

const sectorYear = z
  .strictObject({
    TaxYear: z.int(),
    OrganizationCount: z.int().describe('Organizations whose return is in the sums, one each.'),
    FilingCount: z
      .int()
      .describe(
        'Current 990 returns of the year: those in the sums, and those left out, which Coverage counts.',
      ),
    Revenue: group('Revenue'),
    Expenses: group('Expenses'),
    BalanceSheet: group('BalanceSheet'),
    Coverage: z
      .record(z.string(), z.int())
      .optional()
      .describe(
        'How many of the summed returns report each figure (Revenue.Total), and what was left out: GroupReturnsLeftOut whose members are in the sums, ShortYearsLeftOut whose organization has a later return of the year.',
      ),
  })
  .meta({ id: 'SectorYear' })
type SectorYear = z.output<typeof sectorYear>

const sectorOverview = z
  .strictObject({
    Form: z.literal('990'),
    OrganizationCount: z.int().describe('Organizations whose latest return is in SectorRevenue.'),
    FilingCount: z.int().describe('Current 990 returns of all years.'),
    LatestCompleteYear: z
      .int()
      .describe('Latest tax year for which 90 % of the filers of the year before have filed.'),
    Years: z.array(sectorYear).describe('Oldest first.'),
  })
  .meta({ id: 'SectorOverview' })

const sectorComposition = z
  .strictObject({
    RegistryOrganizations: z.int(),
    RegistryUpdatedAt: z.iso.datetime().optional(),
    Groups: z.array(z.strictObject({ Key: z.string(), Label: z.string(), Organizations: z.int() })),
  })
  .meta({ id: 'SectorComposition' })

const stats = z
  .strictObject({
    Charities: z.int().describe('Organizations with a return or a postcard.'),
    Filings: z.int().describe('Current filings, postcards included; superseded ones left out.'),
    SectorRevenue: z
      .number()
      .optional()
      .describe(
        "Total revenue of each organization's latest current 990, summed; of a group return only where no member files its own.",
      ),
    ProgramDollars: z
      .number()
      .optional()
      .describe('Program service expenses of the same returns, summed.'),
    ModalLatestYear: z.int().describe('The latest tax year of most filers of a return.'),
    FilingsByForm: z.record(z.string(), z.int()).optional(),
    CountsApproximate: z.boolean().optional(),
    SectorOverview: sectorOverview.optional(),
    SectorComposition: sectorComposition.optional(),
    ComputedAt: z.iso.datetime(),
  })
  .meta({ id: 'Stats' })
export type Stats = z.output<typeof stats>

export const statsRoutes =
  (deps: SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/stats', {
      constraints: { surface: 'a' },
      ...operation({
        operationId: 'getStats',
        group: 'Sector',
        summary: 'Totals of the sector, by form and tax year',
        terms: { access: 'keyed', costs: 'Advanced', slot: 'shared', alsoWithoutKey: true },
        examples: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
        request: { querystring: noQuery },
        response: stats,
      }),
      handler: async () => {
        const answer = presentStats(await readSectorStats(deps))
        if (!answer) throw new ApiError('IndexNotReady', { message: NOTHING_FILED })
        return answer
      },
    })
  }

/**
 * Undefined if nothing is filed, because the required fields would then be zeros presented as
 * facts.
 */
export function presentStats({ stats, years }: SectorStats): Stats | undefined {
  const { modalLatestYear, latestReturns, composition } = stats
  if (modalLatestYear === undefined || stats.charities === 0) return undefined
  const { revenue, programExpenses } = latestReturns ?? {}
  const overview = presentOverview(stats, years)
  return {
    Charities: stats.charities,
    Filings: stats.filings,
    ...(revenue && { SectorRevenue: revenue.sum }),
    ...(programExpenses && { ProgramDollars: programExpenses.sum }),
    ModalLatestYear: modalLatestYear,
    FilingsByForm: stats.filingsByForm,
    CountsApproximate: false,
    ...(overview && { SectorOverview: overview }),
    ...(composition && { SectorComposition: presentComposition(composition) }),
    ComputedAt: stats.computedAt,
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

const presentComposition = ({
  organizations,
  updatedOn,
  groups,
}: NonNullable<StatsBody['composition']>): NonNullable<Stats['SectorComposition']> => ({
  RegistryOrganizations: organizations,
  RegistryUpdatedAt: `${updatedOn}T00:00:00.000Z`,
  Groups: groups.map((group) => ({
    Key: group.key,
    Label: group.label,
    Organizations: group.organizations,
  })),
})
