import { type CheckSide, checkReturn } from '#src/tools/organization/checks.ts'
import { checkDiligence, type DiligenceShown } from '#src/tools/organization/diligence.ts'
import { explainRating, type RatedMetric } from '#src/tools/organization/rating.ts'
import { counted } from '#src/tools/text.ts'
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

/** Answers about concerns: revocation, lists, diversions, old returns. */
export async function* answerCompliance(work: Work, ein: string): Said {
  const { organizations, citations } = await work.call(checkDiligence, { eins: [ein] })
  const [found] = organizations
  if (!found) {
    yield* say(`The loaded data does not contain ${sayEin(ein)}.`)
    return
  }
  yield* say(sayExemption(found), ...(found.exemption?.citations ?? []))
  const checked =
    found.label === 'Clear' ? `. No concerns were found. The check covered ${CHECKED}` : ''
  yield* say(`${sayWho(found)}: ${found.label}${checked}.`, ...citations)
  for (const reason of found.reasons) yield* say(`- ${reason}`)
  yield* say(sayRestriction(found))
  yield* say(
    'This information comes from public lists and filed returns, which lag behind current events. It is not legal advice.',
  )
}

const CHECKED =
  'revocation, restriction lists, reported diversions of assets, cross-checks of its latest return, and the age of that return'

function sayExemption({ exemption, ...who }: DiligenceShown): string {
  const name = sayWho(who)
  if (!exemption)
    return `It is unknown whether ${name} is still tax-exempt, because the registry does not list it.`
  const { isRevoked, listedAsOf } = exemption
  if (isRevoked) return `The IRS has revoked the tax exemption of ${name}.`
  return `The tax exemption of ${name} has not been revoked. The IRS registry${listedAsOf ? ` of ${listedAsOf}` : ''} lists it as exempt.`
}

function sayRestriction({ restriction }: DiligenceShown): string {
  if (!restriction) return 'No restriction lists are loaded, so none were checked.'
  const { status, confirmed, review } = restriction
  if (status === 'Clear')
    return 'No entry in the loaded restriction lists (OFAC, SAM) matches this organization.'
  const entries = [
    confirmed > 0 && `${counted(confirmed, 'entry', 'entries')} confirmed`,
    review > 0 && `${counted(review, 'entry', 'entries')} to review`,
  ].filter(Boolean)
  return `Restriction lists (OFAC, SAM): ${entries.join(', ')}.`
}

/** Reports where a return contradicts itself. */
export async function* answerChecks(work: Work, ein: string, { year }: When): Said {
  const checked = await work.call(checkReturn, { ein, year })
  const { filing, made, failed, checks, note } = checked
  const who = `${sayWho(filing)}, ${sayFiling(filing)}`
  if (made === 0) {
    yield* say(`${who}: no cross-checks are possible. ${note ?? ''}`)
    return
  }
  yield* say(
    failed === 0
      ? `${who}: no failures in ${counted(made, 'cross-check')}.`
      : `${who}: ${failed} of ${counted(made, 'cross-check')} failed:`,
  )
  for (const { label, status, left, right, difference } of checks) {
    const kind = status === 'Failed' ? 'Failed' : 'For information'
    const off = difference === undefined ? '' : `; difference: ${sayNumber(difference, left)}`
    yield* say(
      `- ${kind}: ${label}. ${saySide(left)}; ${saySide(right)}${off}.`,
      left.citation,
      right.citation,
    )
  }
  yield* say(LAG)
}

const saySide = (side: CheckSide): string => {
  const { label, value } = side
  if (typeof value === 'number') return `${label}: ${sayNumber(value, side)}`
  return `${label}: ${typeof value === 'boolean' ? (value ? 'yes' : 'no') : plainName(value)}`
}

const sayNumber = (value: number, { unit }: CheckSide): string =>
  sayValue({ value, unit: unit ?? 'count' })

/** Lists the evidence for a decision to give, without advice. */
export async function* answerAdvice(work: Work, ein: string): Said {
  yield* say(
    'I cannot tell you whether to give. This is not financial or donation advice. Here is the evidence:',
  )
  yield* sayRating(await work.call(explainRating, { ein }))
  yield* answerCompliance(work, ein)
}

/** Explains how a rating is calculated and what raises and lowers it, or why there is none. */
export async function* answerRating(work: Work, ein: string): Said {
  const rating = await work.call(explainRating, { ein })
  const { categories, missing } = rating
  yield* sayRating(rating)
  for (const { label, weight, points } of categories) {
    const got = points === undefined ? 'unknown' : `${Math.round(points)} of ${weight} points`
    yield* say(`- ${label}: ${got}`)
  }
  yield* sayMetrics('What lowers it most:', rating.lowering)
  yield* sayMetrics('What raises it most:', rating.raising)
  if (missing.length > 0) yield* say(`Unknown, and therefore not counted: ${sayList(missing)}.`)
  yield* say('The rating is computed from filed figures, which lag behind current operations.')
}

type Rating = Awaited<ReturnType<typeof explainRating.run>>

/** States the score, or that there is none, and the verdict. */
function* sayRating({ score, band, possible, scoreCitation, bottomLine, ...rating }: Rating) {
  const rated =
    score === undefined
      ? 'has no rating.'
      : `${band ? 'is rated' : 'scores'} ${sayScore(score, band, possible)}, based on its ${sayFiling(rating)}.`
  yield* say(`${sayWho(rating)} ${rated}`, scoreCitation)
  yield* say(bottomLine)
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
