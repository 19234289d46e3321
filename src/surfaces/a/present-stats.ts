import type { SectorYearBody, StatsBody } from '#mappings/sector.ts'
import { SECTOR_FIGURE_KEYS, SECTOR_FIGURES } from '../../sector/figures.ts'
import type { SectorStats } from '../../sector/read-sector.ts'
import type { SectorYear, Stats } from './stats-schema.ts'

/**
 * The sector's sums as surface A shows them; undefined when nobody has filed, since the fields
 * that A requires would then be zeros presented as facts (decisions part 9).
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

/** LatestCompleteYear is required, so without a year known to be complete there is no overview. */
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
