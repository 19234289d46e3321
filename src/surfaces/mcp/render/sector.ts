import { at, listAt, numberAt, textAt } from './read.ts'
import { dollars } from './words.ts'

const count = (value: number | undefined): string =>
  value === undefined ? 'an unknown number of' : value.toLocaleString('en-US')

/** The sector in a few lines, in the form it has without a key, or in that with one. */
export function renderSector(answer: unknown): string[] {
  const { organizations, filings, latest, year } = at(answer, 'data')
    ? readSectorB(at(answer, 'data'))
    : readSectorA(answer)
  return [
    `${count(organizations)} organizations with ${count(filings)} filings.`,
    ...(year
      ? [
          `Form 990, tax year ${latest}, the latest that is complete: revenue ${dollars(year.revenue)}, expenses ${dollars(year.expenses)}, assets ${dollars(year.assets)}, of ${count(year.organizations)} organizations.`,
        ]
      : []),
    'Later years are partial: returns arrive up to two years after a year ends.',
  ]
}

type Year = Record<'revenue' | 'expenses' | 'assets' | 'organizations', number | undefined>
type Sector = Record<'organizations' | 'filings' | 'latest', number | undefined> & {
  /** The latest that is complete; undefined where none is known to be. */
  year: Year | undefined
}

function readSectorB(data: unknown): Sector {
  const overview = at(data, 'sector_overview')
  const latest = numberAt(overview, 'latest_complete_year')
  const year = listAt(overview, 'years').find((one) => numberAt(one, 'tax_year') === latest)
  const sum = (key: string) => numberAt(year, 'figures', key, 'value')
  return {
    organizations: numberAt(data, 'charities'),
    filings: numberAt(data, 'filings'),
    latest,
    year:
      year === undefined
        ? undefined
        : {
            revenue: sum('revenue'),
            expenses: sum('expenses'),
            assets: sum('assets'),
            organizations: numberAt(year, 'organizations'),
          },
  }
}

function readSectorA(answer: unknown): Sector {
  const overview = at(answer, 'SectorOverview')
  const latest = numberAt(overview, 'LatestCompleteYear')
  const year = listAt(overview, 'Years').find((one) => numberAt(one, 'TaxYear') === latest)
  return {
    organizations: numberAt(answer, 'Charities'),
    filings: numberAt(answer, 'Filings'),
    latest,
    year:
      year === undefined
        ? undefined
        : {
            revenue: numberAt(year, 'Revenue', 'Total'),
            expenses: numberAt(year, 'Expenses', 'Total'),
            assets: numberAt(year, 'BalanceSheet', 'Assets'),
            organizations: numberAt(year, 'OrganizationCount'),
          },
  }
}

/** What is left of each allowance. */
export const renderUsage = (answer: unknown): string[] => [
  `Tier ${textAt(answer, 'Tier')}, ${textAt(answer, 'Day')} (UTC):`,
  ...(['Data', 'Advanced'] as const).map(
    (name) =>
      `- ${name}: ${textAt(answer, name, 'Used')} used of ${textAt(answer, name, 'Limit')}, ${textAt(answer, name, 'Remaining')} left`,
  ),
  `Both reset at ${textAt(answer, 'ResetAt')}.`,
]
