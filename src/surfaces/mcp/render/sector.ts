import { at, einAt, listAt, numberAt, textAt } from './read.ts'
import { dollars } from './words.ts'

const count = (value: number | undefined): string =>
  value === undefined ? 'an unknown number of' : value.toLocaleString('en-US')

/** The sector in a few lines. */
export function renderSector(answer: unknown): string[] {
  const data = at(answer, 'data')
  const overview = at(data, 'sector_overview')
  const latest = numberAt(overview, 'latest_complete_year')
  const year = listAt(overview, 'years').find((one) => numberAt(one, 'tax_year') === latest)
  const sum = (key: string) => dollars(numberAt(year, 'figures', key, 'value'))
  return [
    `${count(numberAt(data, 'charities'))} organizations with ${count(numberAt(data, 'filings'))} filings.`,
    ...(year
      ? [
          `Form 990, tax year ${latest}, the latest that is complete: revenue ${sum('revenue')}, expenses ${sum('expenses')}, assets ${sum('assets')}, of ${count(numberAt(year, 'organizations'))} organizations.`,
        ]
      : []),
    'Later years are partial: returns arrive up to two years after a year ends.',
  ]
}

/** A line for each list, with all that are in it: whole, the answer is too long to be text. */
export function renderTopLists(answer: unknown): string[] {
  const data = at(answer, 'data')
  const note = textAt(data, 'note')
  if (note) return [note]
  return [
    'Most prominent first: revenue (its logarithm) times rating (of 100).',
    ...listAt(data, 'lists').map(
      (list) =>
        `- ${textAt(list, 'title')}: ${listAt(list, 'organizations').map(listed).join('; ')}.`,
    ),
  ]
}

const listed = (one: unknown): string =>
  `${textAt(one, 'name')} (EIN ${einAt(one, 'ein')}, ${dollars(numberAt(one, 'revenue', 'value'))}, ${textAt(one, 'score', 'value')})`

/** What is left of each allowance. */
export const renderUsage = (answer: unknown): string[] => [
  `Tier ${textAt(answer, 'Tier')}, ${textAt(answer, 'Day')} (UTC):`,
  ...(['Data', 'Advanced'] as const).map(
    (name) =>
      `- ${name}: ${textAt(answer, name, 'Used')} used of ${textAt(answer, name, 'Limit')}, ${textAt(answer, name, 'Remaining')} left`,
  ),
  `Both reset at ${textAt(answer, 'ResetAt')}.`,
]
