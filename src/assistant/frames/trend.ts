import type { FigureKey } from '#src/figures/figures.ts'
import { type Line, line, type Value } from '#src/tools/line.ts'
import { type Frame, LAG, sayWho } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { figure, PRIOR, sayMain } from './figure.ts'
import { isInYears, largest } from './parts.ts'
import {
  computed,
  type Figure,
  figuresOf,
  isUnknown,
  isYesOrNo,
  joined,
  nameIn,
  type Read,
  type Return,
  readFigures,
  sayProblem,
  useLists,
} from './read-figures.ts'

// A growth that is filed for one year is asked over the years by what grows.
const GROWN: Partial<Record<FigureKey, FigureKey>> = {
  revenueGrowth: 'revenue',
  revenueGrowthThreeYears: 'revenue',
  expenseGrowth: 'expenses',
  programExpenseGrowthThreeYears: 'programExpenses',
}
// Explain a change by what changed most.
const PARTS: Partial<Record<FigureKey, FigureKey[]>> = {
  revenue: ['contributions', 'programServiceRevenue', 'investmentIncome', 'otherRevenue'],
  expenses: ['grantsPaid', 'salaries', 'programExpenses', 'managementExpenses'],
  revenueLessExpenses: ['revenue', 'expenses'],
  netAssets: ['assets', 'liabilities'],
}
const LOSS =
  /deficit|loss(es)?\b|lost|los(e|es|ing)\b|in(to)? the red|shortfall|spen[dt]s? more than/i
const UP =
  /\b(up|grow\w*|grew|grown|ris\w+|rose|increas\w*|higher|more|gain\w*|expand\w*|bigger)\b/i
const DOWN =
  /\b(down|shr[aiu]nk\w*|shrunk|fall\w*|fell|fallen|declin\w*|drop\w*|decreas\w*|lower|less|lost|smaller)\b/i
const JUMP = /increase|jump|grow|grew|rise|rose|drop|decline|fall|fell|change/i

/** A figure of a year that is known. */
type Point = { year: Return; figure: Figure; value: Value; amount: number }
/** Says how a figure changed; `of` is how the sentence begins: "The total revenue of NAME". */
type Say = (of: string, points: readonly Point[], message: Message) => Line

/** Answers how figures changed over the years, or which year was the best or the worst. */
export const trend: Frame = async function* (asked) {
  const { message } = asked
  const named = figuresOf(message).map((key) => GROWN[key] ?? key)
  useLists(message, 'figure', 'feature')
  const isOnce = message.years.ago && !/since|from|chang|gr[eo]w|compar/.test(message.masked)
  if (isOnce || isUnknown(message, named)) return yield* figure(asked)
  // "Is that more than the year before?" after an answer about grants
  if (message.isFollowUp && named.length === 0 && /\b(?:that|this)\b/.test(message.masked))
    return yield* sayMain(message)
  const isLoss = named.includes('revenueLessExpenses') && LOSS.test(message.text)
  const keys: FigureKey[] = named.length > 0 ? [...new Set(named)] : ['revenue', 'expenses']
  const isWhy = isLoss || has(message, 'feature', 'why')
  const asks = isWhy ? (PARTS[keys[0] as FigureKey] ?? []) : []
  const all = [...keys, ...asks]
  // "Is that more than the year before?", of which there may be no return.
  const { from, to } = message.years
  const priors =
    from !== undefined && from + 1 === to ? keys.flatMap((key) => PRIOR[key] ?? []) : []
  const { read } = await readFigures(asked, [...all, ...priors], { isEveryYear: true })
  const isExtreme = ['highest', 'lowest', 'bestYear'].some((key) => has(message, 'feature', key))
  const say = isExtreme ? (JUMP.test(message.text) ? sayJump : sayBest) : sayChange
  let isShown = false
  for (const one of read) {
    if (one.problem) {
      yield sayProblem(one)
      continue
    }
    const returns = returnsIn(one, message)
    for (const place of keys.keys()) {
      const label = nameIn(returns.at(-1)?.figures[place] ?? { label: '' })
      const who = place === 0 ? sayWho(one.who) : undefined
      const of = who ? `The ${label} of ${who}` : `Its ${label}`
      const points = returns.flatMap((year) => toPoint(year, place))
      const [only] = returns
      if (only && only.year === to && priors.length === keys.length)
        points.unshift(...toPoint({ ...only, year: to - 1 }, all.length + place))
      if (points.length < 2) yield* sayLone(of, returns, place)
      else if (isLoss) yield sayLosses(who ?? 'it', points, message)
      else yield say(of, points, message)
      const short = points.flatMap(({ year }) => (year.isShort ? [year.year] : []))
      if (short.length > 0)
        yield [
          `The return for ${short.join(', ')} is for a short year, of fewer than twelve months, so its amounts are lower.`,
        ]
      isShown ||= points.length > 0
    }
    if (asks.length > 0) yield* sayParts(returns, keys.length)
    if (isShown) yield* returns.map((year) => sayYear(year, keys.length))
  }
  if (isShown) yield LAG
}

function* sayLone(of: string, returns: Return[], place: number): Generator<Line> {
  const last = returns.at(-1)
  const { value, why = '' } = last?.figures[place] ?? {}
  if (value) yield line`${of} is known only for tax year ${last?.year}: ${value}.`
  else if (last) yield [`Not known for these years: ${of}. ${why}`]
}

function toPoint(year: Return, place: number): Point[] {
  const figure = year.figures[place]
  const amount = figure?.value?.value
  return figure?.value && typeof amount === 'number'
    ? [{ year, figure, value: figure.value, amount }]
    : []
}

/** The returns of the years asked; of one year, also that of the year before. */
function returnsIn({ returns }: Read, { years, text }: Message): Return[] {
  const { from = 0, to = 9999 } = years
  const last =
    /\b(?:last|past|previous|latest) (\d{1,2}|two|three|four|five|ten) (?:tax |fiscal )?years/i.exec(
      text,
    )?.[1]
  if (/\blast year\b/i.test(text) && from === 0) return returns.slice(-2)
  if (last) return returns.slice(-(Number(last) || WORDS[last.toLowerCase()] || 0))
  if (/\bsince\b/i.test(text)) return returns.filter(({ year }) => year >= from)
  if (years.relative === 'before') return returns.slice(-2)
  if (from !== to) return returns.filter(({ year }) => isInYears({ years }, year))
  const two = returns.filter(({ year }) => year <= to).slice(-2)
  // The year may be that of an earlier question.
  return two.length > 1 ? two : returns
}

const WORDS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, ten: 10 }

/** From the first to the last year: by how much it changed, and in which years it did not. */
const sayChange: Say = (of, points, { text }) => {
  const [first, last] = [points[0] as Point, points.at(-1) as Point]
  const change = last.amount - first.amount
  const [isUp, isDown] = [UP.test(text), DOWN.test(text)]
  const isAsked = isYesOrNo(text) && isUp !== isDown && !/\bor\b/.test(text)
  const answer = isAsked ? (change !== 0 && change > 0 === isUp ? 'Yes. ' : 'No. ') : ''
  if (change === 0)
    return line`${answer}${of} was the same in tax years ${first.year.year} and ${last.year.year}: ${last.value}.`
  const [verb, other, way] = change > 0 ? ['rose', 'fell', 'up'] : ['fell', 'rose', 'down']
  const against = points.flatMap(({ amount, year }, at) =>
    at > 0 && (amount - (points[at - 1]?.amount ?? 0)) * change < 0 ? [year.year] : [],
  )
  const steady =
    against.length > 0
      ? ` From one year to the next, it ${other} in ${against.join(', ')}.`
      : ` It ${verb} every year.`
  return line`${answer}${of} ${verb} from ${first.value} in tax year ${first.year.year} to ${last.value} in tax year ${last.year.year}, ${way} by ${sayDifference(first, change)}.${points.length > 2 ? steady : ''}`
}

function sayDifference({ figure, amount }: Point, change: number): Line {
  const size = Math.abs(change)
  if (figure.unit === 'ratio') return [`${(size * 100).toFixed(1)} percentage points`]
  const share = amount > 0 ? line`, or ${computed('Change', size / amount, 'ratio')}` : []
  return line`${computed('Difference', size, figure.unit ?? 'USD')}${share}`
}

/** The year with the largest change from the year before. */
const sayJump: Say = (of, points, { text }) => {
  const steps = points.slice(1).map((to, at) => {
    const from = points[at] as Point
    return { from, to, change: to.amount - from.amount }
  })
  const sign = DOWN.test(text) ? -1 : 1
  const [{ from, to, change }] = largest(steps, (step) => sign * step.change) as [(typeof steps)[0]]
  return line`${of} changed most in tax year ${to.year.year}: from ${from.value} to ${to.value}, by ${sayDifference(from, change)}.`
}

/** The year with the highest or the lowest value, and the next. */
const sayBest: Say = (of, points, message) => {
  const isLowest = has(message, 'feature', 'lowest') || /weak|worst|trough/i.test(message.text)
  const sorted = largest(points, ({ amount }) => (isLowest ? -amount : amount))
  const [best, next] = sorted as [Point, Point]
  return line`${of} was ${isLowest ? 'lowest' : 'highest'} in tax year ${best.year.year}, at ${best.value}; the next was ${next.value} in tax year ${next.year.year}.`
}

/** The year with the largest deficit, or the years with one. */
function sayLosses(who: string, points: readonly Point[], { text }: Message): Line {
  const losses = points.filter(({ amount }) => amount < 0)
  const [worst] = largest(losses, ({ amount }) => -amount)
  if (!worst)
    return line`${who} spent less than it received in every loaded tax year from ${points[0]?.year.year} to ${points.at(-1)?.year.year}, so it had no deficit.`
  if (/biggest|largest|worst|highest|greatest|most|deepest/i.test(text))
    return line`${who} had its largest deficit in tax year ${worst.year.year}: revenue less expenses of ${worst.value}.`
  const isYes = losses.length === points.length || !/\b(every|each|all|always)\b/i.test(text)
  const answer = isYesOrNo(text) ? (isYes ? 'Yes. ' : 'No. ') : ''
  const years = joined(losses.map(({ year, value }) => line`${year.year} (${value})`))
  return line`${answer}${who} spent more than it received in ${losses.length} of ${points.length} loaded tax years: ${years}.`
}

/** The parts of a figure in the last two years. */
function* sayParts(returns: readonly Return[], from: number): Generator<Line> {
  const [before, after] = returns.slice(-2)
  if (!before || !after) return
  for (const [place, figure] of after.figures.entries()) {
    const [[old], [now]] = [toPoint(before, place), toPoint(after, place)]
    if (place >= from && old && now)
      yield line`- ${figure.label}: ${old.value} in ${before.year}, ${now.value} in ${after.year}`
  }
}

function sayYear(year: Return, count: number): Line {
  const figures = year.figures.slice(0, count)
  const said = figures.map((one) => line`${nameIn(one)} ${one.value ?? 'not known'}`)
  return line`- ${year.year}${year.note}: ${joined(said, '; ')}`
}
