import {
  at,
  bracketed,
  dollars,
  einAt,
  listAt,
  NOT_REPORTED,
  nameAt,
  numberAt,
  textAt,
} from '../text.ts'
import type { OperationTool } from '../tool.ts'

export const topLists: OperationTool = {
  name: 'top_lists',
  description:
    'Ten rated organizations of each cause, this week: the most prominent, by revenue (its logarithm) times rating, each with its Ref; with a key the largest by filed revenue. A long answer.',
  operation: {
    title: 'Top ten organizations of each cause',
    path: '/api/v2/top-lists',
    arguments: {},
    // All of it: the whole JSON is too long to be sent as text.
    toText: (response) => {
      const data = at(response, 'data')
      return data ? withoutKeyToText(data) : withKeyToText(response)
    },
  },
}

// Said once, because the full lists have 250 lines.
const OF_ALL_LISTS =
  'Amounts are revenue of the tax year beside them, that of the latest return. Score is the rating, 0 to 100, in whole points that it reached; size says nothing about quality.'

function withoutKeyToText(data: unknown): string[] {
  const note = textAt(data, 'note')
  if (note) return [note]
  return [
    `${listedFor(numberAt(data, 'filing_year'))}, most prominent first: revenue (its logarithm) times score. ${OF_ALL_LISTS}`,
    ...listAt(data, 'lists').flatMap((list) => [
      `${textAt(list, 'title')}:`,
      ...listAt(list, 'organizations').map((one) =>
        listedLine({
          name: nameAt(one, 'name'),
          ein: einAt(one, 'ein'),
          year: numberAt(one, 'latest_year'),
          revenue: numberAt(one, 'revenue', 'value'),
          revenueRef: textAt(one, 'revenue', 'ref'),
          score: numberAt(one, 'score', 'value'),
          scoreRef: textAt(one, 'score', 'ref'),
        }),
      ),
    ]),
  ]
}

const withKeyToText = (response: unknown): string[] => [
  `${listedFor(numberAt(response, 'FilingYear'))}, largest revenue first. ${OF_ALL_LISTS} get_profile of each has the Refs.`,
  ...listAt(response, 'Lists').flatMap((list) => [
    `${textAt(list, 'Title')}:`,
    ...listAt(list, 'Organizations').map((one) =>
      listedLine({
        name: nameAt(one, 'Name'),
        ein: einAt(one, 'EIN'),
        year: numberAt(one, 'LatestYear'),
        revenue: numberAt(one, 'Revenue'),
        score: numberAt(one, 'Score'),
      }),
    ),
  ]),
]

const listedFor = (filingYear: number | undefined): string =>
  `Organizations whose latest return is of tax year ${filingYear ?? 'not known'} or later`

type Listed = Partial<
  Record<'name' | 'ein' | 'revenueRef' | 'scoreRef', string | undefined> &
    Record<'year' | 'revenue' | 'score', number | undefined>
>

function listedLine({ name, ein, year, revenue, revenueRef, score, scoreRef }: Listed): string {
  // Rounded up, a score could seem to reach a higher band.
  const points = score === undefined ? NOT_REPORTED : Math.floor(score)
  return `- ${name} (EIN ${ein}): ${dollars(revenue)} in ${year ?? NOT_REPORTED}${bracketed(revenueRef)}; score ${points}${bracketed(scoreRef)}`
}
