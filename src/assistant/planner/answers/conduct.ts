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
} from './say.ts'
import type { Work } from './work.ts'

/** Concerns about an organization: revocation, lists, diversions, old returns. */
export async function* answerCompliance(work: Work, ein: string): Said {
  const { organizations, citations } = await work.call(checkDiligence, { eins: [ein] })
  const [found] = organizations
  if (!found) {
    yield* say(`No loaded source contains ${sayEin(ein)}.`)
    return
  }
  yield* say(sayExemption(found), ...(found.exemption?.citations ?? []))
  const checked = found.label === 'Clear' ? `: no concerns found in ${CHECKED}` : ''
  yield* say(`${sayWho(found)}: ${found.label}${checked}.`, ...citations)
  for (const reason of found.reasons) yield* say(`- ${reason}`)
  yield* say(sayRestriction(found))
  yield* say(
    'This comes from public lists and filed returns, which lag behind; it is not legal advice.',
  )
}

const CHECKED =
  'what was checked (revocation, restriction lists, reported diversions of assets, cross-checks of its latest return, the age of that return)'

function sayExemption({ exemption, ...who }: DiligenceShown): string {
  const name = sayWho(who)
  if (!exemption)
    return `It is not known whether ${name} is still tax-exempt: the registry does not list it.`
  const { isRevoked, listedAsOf } = exemption
  if (isRevoked) return `The IRS has revoked the tax exemption of ${name}.`
  return `The tax exemption of ${name} is not revoked: the IRS registry${listedAsOf ? ` of ${listedAsOf}` : ''} lists it as exempt.`
}

function sayRestriction({ restriction }: DiligenceShown): string {
  if (!restriction) return 'No restriction list is loaded, so none was checked.'
  const { status, confirmed, review } = restriction
  if (status === 'Clear') return 'No entry of the loaded restriction lists (OFAC, SAM) matches it.'
  const entries = [
    confirmed > 0 && `${counted(confirmed, 'entry', 'entries')} confirmed`,
    review > 0 && `${counted(review, 'entry', 'entries')} to be reviewed`,
  ].filter(Boolean)
  return `Restriction lists (OFAC, SAM): ${entries.join(', ')}.`
}

/** Where a return contradicts itself. */
export async function* answerChecks(work: Work, ein: string, { year }: When): Said {
  const checked = await work.call(checkReturn, { ein, year })
  const { filing, made, failed, checks, note } = checked
  const who = `The ${sayFiling(filing)} of ${sayWho(filing)}`
  if (made === 0) {
    yield* say(`${who} could not be checked. ${note ?? ''}`)
    return
  }
  yield* say(
    failed === 0
      ? `${who} passes: of ${counted(made, 'cross-check')} none failed.`
      : `${who} fails ${failed} of ${counted(made, 'cross-check')}:`,
  )
  for (const { label, status, left, right, difference } of checks) {
    const kind = status === 'Failed' ? 'Failed' : 'For information'
    const off = difference === undefined ? '' : `; they differ by ${sayNumber(difference, left)}`
    yield* say(
      `- ${kind}: ${label}. ${saySide(left)}, but ${saySide(right)}${off}.`,
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

/** The evidence for a decision to give, without advice. */
export async function* answerAdvice(work: Work, ein: string): Said {
  yield* say(
    'I cannot advise whether to give: this is not financial or donation advice. Here is the evidence.',
  )
  const { score, band, scoreCitation, bottomLine, ...rating } = await work.call(explainRating, {
    ein,
  })
  const rated = score === undefined ? 'no rating' : `a rating of ${sayScore(score, band)}`
  yield* say(`${sayWho(rating)} has ${rated}, from its ${sayFiling(rating)}.`, scoreCitation)
  yield* say(bottomLine)
  yield* answerCompliance(work, ein)
}

/** How a rating is calculated, what raises and lowers it, or why there is none. */
export async function* answerRating(work: Work, ein: string): Said {
  const rating = await work.call(explainRating, { ein })
  const { score, band, scoreCitation, bottomLine, categories, missing } = rating
  if (score === undefined) {
    yield* say(`${sayWho(rating)} has no rating. ${bottomLine}`)
  } else {
    yield* say(
      `${sayWho(rating)} is rated ${sayScore(score, band)}, from its ${sayFiling(rating)}.`,
      scoreCitation,
    )
    yield* say(bottomLine)
  }
  for (const { label, weight, points } of categories) {
    const got = points === undefined ? 'not known' : `${points} of ${weight} points`
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
