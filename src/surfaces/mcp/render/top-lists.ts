import { at, einAt, listAt, nameAt, numberAt, textAt } from './read.ts'
import { dollars, NOT_REPORTED } from './words.ts'

// Said once: at full size there are 250 lines of an organization each.
const OF_ALL_LISTS =
  'Amounts are revenue of the tax year beside them, that of the latest return. Score is the rating, 0 to 100, in whole points that it reached; size says nothing about quality.'

/** The lists with all that are in them: whole, the answer is too long to be text. */
export function renderTopLists(answer: unknown): string[] {
  const data = at(answer, 'data')
  return data ? renderTopListsB(data) : renderTopListsA(answer)
}

function renderTopListsB(data: unknown): string[] {
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

const renderTopListsA = (answer: unknown): string[] => [
  `${listedFor(numberAt(answer, 'FilingYear'))}, largest revenue first. ${OF_ALL_LISTS} get_profile of each has the Refs.`,
  ...listAt(answer, 'Lists').flatMap((list) => [
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

type Listed = {
  name: string | undefined
  ein: string | undefined
  year: number | undefined
  revenue: number | undefined
  revenueRef?: string | undefined
  score: number | undefined
  scoreRef?: string | undefined
}

function listedLine({ name, ein, year, revenue, revenueRef, score, scoreRef }: Listed): string {
  const cite = (ref: string | undefined) => (ref ? ` [${ref}]` : '')
  // Rounded up, a score would seem to reach a band that it does not.
  const points = score === undefined ? NOT_REPORTED : Math.floor(score)
  return `- ${name} (EIN ${ein}): ${dollars(revenue)} in ${year ?? NOT_REPORTED}${cite(revenueRef)}; score ${points}${cite(scoreRef)}`
}
