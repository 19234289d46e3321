import { at, listAt, numberAt, textAt } from './read.ts'
import { dollars } from './words.ts'

const count = (value: number | undefined): string =>
  value === undefined ? 'an unknown number of' : value.toLocaleString('en-US')

/** The sector in a few lines. */
export function renderSector(answer: unknown): string[] {
  const overview = at(answer, 'SectorOverview')
  const latest = numberAt(overview, 'LatestCompleteYear')
  const year = listAt(overview, 'Years').find((one) => numberAt(one, 'TaxYear') === latest)
  return [
    `${count(numberAt(answer, 'Charities'))} organizations with ${count(numberAt(answer, 'Filings'))} filings.`,
    ...(year
      ? [
          `Form 990, tax year ${latest}, the latest that is complete: revenue ${dollars(numberAt(year, 'Revenue', 'Total'))}, expenses ${dollars(numberAt(year, 'Expenses', 'Total'))}, assets ${dollars(numberAt(year, 'BalanceSheet', 'Assets'))}, of ${count(numberAt(year, 'OrganizationCount'))} organizations.`,
        ]
      : []),
    'Later years are partial: returns arrive up to two years after a year ends.',
  ]
}

/** The first of each list. */
export const renderTopLists = (answer: unknown): string[] => [
  `Largest by filed revenue, tax year ${textAt(answer, 'FilingYear')}; size says nothing about quality.`,
  ...listAt(answer, 'Lists').map((list) => {
    const [first] = listAt(list, 'Organizations')
    return `- ${textAt(list, 'Title')}: ${textAt(first, 'Name')} (EIN ${textAt(first, 'EIN')}), ${dollars(numberAt(first, 'Revenue'))}, and nine more`
  }),
]

/** What is left of each allowance. */
export const renderUsage = (answer: unknown): string[] => [
  `Tier ${textAt(answer, 'Tier')}, ${textAt(answer, 'Day')} (UTC):`,
  ...(['Data', 'Advanced'] as const).map(
    (name) =>
      `- ${name}: ${textAt(answer, name, 'Used')} used of ${textAt(answer, name, 'Limit')}, ${textAt(answer, name, 'Remaining')} left`,
  ),
  `Both reset at ${textAt(answer, 'ResetAt')}.`,
]
