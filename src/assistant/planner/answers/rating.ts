import { explainRating, type RatedMetric } from '#src/tools/organization/rating.ts'
import { type Said, say, sayFiling, sayList, sayValue, sayWho } from './say.ts'
import type { Work } from './work.ts'

/** How a rating is calculated, what raises and lowers it, or why there is none. */
export async function* answerRating(work: Work, ein: string): Said {
  const rating = await work.call(explainRating, { ein })
  const { score, band, scoreCitation, bottomLine, categories, missing } = rating
  if (score === undefined) {
    yield* say(`${sayWho(rating)} has no rating. ${bottomLine}`)
  } else {
    yield* say(
      `${sayWho(rating)} is rated ${score} of 100${band ? ` (${band})` : ''}, from its ${sayFiling(rating)}.`,
      scoreCitation,
    )
    yield* say(bottomLine)
  }
  for (const { label, weight, points } of categories) {
    const got = points === undefined ? 'nothing of it is known' : `${points} of ${weight} points`
    yield* say(`- ${label}: ${got}`)
  }
  yield* sayMetrics('What lowers it most:', rating.lowering)
  yield* sayMetrics('What raises it most:', rating.raising)
  if (missing.length > 0) yield* say(`Not known, and so not counted: ${sayList(missing)}.`)
  yield* say('The rating is computed from filed figures, which lag behind current operations.')
}

function* sayMetrics(title: string, metrics: readonly RatedMetric[]) {
  if (metrics.length === 0) return
  yield* say(title)
  for (const metric of metrics) {
    const { label, points, pointsPossible, citation } = metric
    yield* say(
      `- ${label}: ${sayMetric(metric)}; ${points} of ${pointsPossible} points${sayPeers(metric)}.`,
      citation,
    )
  }
}

function sayMetric({ value, unit }: RatedMetric): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return sayValue({
    value,
    unit: unit === 'ratio' || unit === 'months' ? unit : 'count',
  })
}

const sayPeers = ({ percentile, peers }: RatedMetric): string =>
  percentile === undefined || peers === undefined
    ? ''
    : `; higher than ${Math.round(percentile * 100)}% of ${peers}`
