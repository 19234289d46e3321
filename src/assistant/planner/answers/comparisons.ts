import type { FigureKey } from '#src/figures/figures.ts'
import type { FilingShown } from '#src/tools/cite.ts'
import { compareOrganizations } from '#src/tools/organization/comparison.ts'
import type { ToolFigure } from '#src/tools/organization/figures.ts'
import { explainRating } from '#src/tools/organization/rating.ts'
import type { When } from '../questions/question.ts'
import {
  LAG,
  plainName,
  type Said,
  say,
  sayEin,
  sayFiling,
  sayList,
  sayScore,
  sayValue,
  sayWho,
  type Work,
} from './say.ts'

// Figures compared if the question names none.
const COMPARED: readonly FigureKey[] = [
  'revenue',
  'expenses',
  'assets',
  'programRatio',
  'reserveMonths',
]

/** Puts the same figures of several organizations side by side and states which is highest. */
export async function* answerComparison(
  work: Work,
  eins: readonly string[],
  { figures: keys, year }: When & { figures: readonly FigureKey[] },
): Said {
  const wanted = keys.length > 0 ? [...keys] : [...COMPARED]
  const compared = await work.call(compareOrganizations, {
    eins: [...eins],
    figures: wanted,
    year,
  })
  const { organizations, notCompared, cautions } = compared
  for (const { ein, why } of notCompared) yield* say(`${sayEin(ein)} cannot be compared: ${why}`)
  const filings = organizations.map(({ filing }) => `${sayWho(filing)}, ${sayFiling(filing)}`)
  if (filings.length > 0) yield* say(`Compared: ${filings.join('; ')}.`)
  // Cautions come before any ranking, so that people read them.
  for (const caution of cautions) yield* say(caution)
  for (const key of wanted) {
    yield* sayRow(
      organizations.flatMap(({ filing, figures }) => {
        const figure = figures.find((one) => one.key === key)
        return figure ? [{ filing, figure }] : []
      }),
    )
  }
  for (const { filing, unknown } of organizations) {
    for (const { label, why } of unknown) {
      yield* say(`- ${plainName(filing.name)}, ${label}: unknown. ${why}`)
    }
  }
  if (keys.length === 0)
    yield* sayRatings(
      work,
      organizations.map(({ filing }) => filing),
    )
  yield* say(LAG)
}

type Cell = { filing: FilingShown; figure: ToolFigure }

function* sayRow(cells: readonly Cell[]) {
  const [first] = cells
  if (!first) return
  const values = cells.map(({ filing, figure }) => `${plainName(filing.name)} ${sayValue(figure)}`)
  yield* say(
    `- ${first.figure.label}: ${values.join('; ')}.${sayHighest(cells)}`,
    ...cells.map(({ figure }) => figure.citation),
  )
}

/** States which is highest; empty if only one value is known or all are equal. */
function sayHighest(cells: readonly Cell[]): string {
  const most = Math.max(...cells.map(({ figure }) => figure.value))
  const highest = cells.filter(({ figure }) => figure.value === most)
  if (cells.length < 2 || highest.length === cells.length) return ''
  return ` Highest: ${sayList(highest.map(({ filing }) => plainName(filing.name)))}.`
}

async function* sayRatings(work: Work, filings: readonly FilingShown[]): Said {
  for (const { ein, name } of filings) {
    const { score, band, possible, scoreCitation } = await work.call(explainRating, { ein })
    const text = score === undefined ? 'not rated' : sayScore(score, band, possible)
    yield* say(`- Rating of ${plainName(name)}: ${text}.`, scoreCitation)
  }
}
