import { toFiledName } from '#src/domain/filed-text.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line, type Value } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, sayWho } from '../asked.ts'
import { has, type Organization } from '../message.ts'
import { figure, sayMain } from './figure.ts'
import {
  computed,
  type Figure,
  figuresOf,
  isUnknown,
  joined,
  nameIn,
  readFigures,
  sayForm,
  sayProblem,
  useLists,
} from './read-figures.ts'

const MAIN: FigureKey[] = [
  ...(['revenue', 'expenses', 'assets', 'programRatio', 'overheadRatio', 'reserveMonths'] as const),
]
/** Figures that are better if lower. */
const COSTS = new Set<FigureKey>([
  ...(['overheadRatio', 'administrativeRatio', 'fundraisingRatio'] as const),
  ...(['costToRaiseADollar', 'liabilities', 'liabilitiesToAssets'] as const),
])
const LESS =
  /\b(less|lower|lowest|smaller|smallest|fewer|fewest|least|cheaper|cheapest|poorer|leaner)\b/i
const BETTER = /\b(better|best|efficient|healthier|stronger)\b/i
const WORSE = /\b(worse|worst|weaker)\b/i
const TOP = /chief exec|\bceo\b|executive director|(?<!vice )\bpresident\b|superintendent/i

/** One organization and its value of what is compared. */
type Entry = { who: Organization; value: Value | undefined; note: string }

/** Answers which of several organizations is ahead, and shows their figures side by side. */
export const compare: Frame = async function* (asked) {
  const { message } = asked
  const { text, organizations } = message
  if (organizations.length < 2) {
    yield* figure(asked)
    return
  }
  const keys = figuresOf(message)
  const isPay = keys.length === 0 && (has(message, 'role') || has(message, 'pay'))
  const isRating = keys.length === 0 && has(message, 'rating')
  const named = new Set<string>()
  useLists(message, 'figure', 'feature', 'rating', 'role', 'pay', 'group')
  if (isPay) {
    const entries = await Promise.all(organizations.map((who) => payOf(asked, who)))
    yield sayEntries('pay of the top executive', entries, LESS.test(text), named)
    yield LAG
    return
  }
  if (isUnknown(message, keys) && !isRating) {
    yield* sayMain(message)
    return
  }
  const isMain = keys.length === 0
  const { read, cautions } = await readFigures(asked, isMain ? MAIN : keys)
  const ready = read.flatMap(({ who, returns, body }) => {
    const last = returns.at(-1)
    return last ? [{ who, body, last }] : []
  })
  const rated = ready.map(({ who, body }): Entry => ({ who, ...ratingOf(body) }))
  if (isMain && (isRating || rated.some(({ value }) => value))) {
    yield sayEntries('rating', rated, LESS.test(text) || WORSE.test(text), named)
  }
  for (const place of (isRating ? [] : isMain ? MAIN : keys).keys()) {
    const first = ready[0]?.last.figures[place]
    const entries = ready.map(({ who, last }): Entry => {
      const own = last.figures[place]
      const year = `tax year ${last.year}${sayForm(last).replace(/ \((.*)\)/, ', $1')}`
      return {
        who,
        value: own?.value,
        note: own?.value ? year : `${year}, ${own?.why?.replace(/\.$/, '')}`,
      }
    })
    if (!first || (isMain && entries.every(({ value }) => !value))) continue
    const isCost = COSTS.has(first.key)
    const isLower = LESS.test(text) || (isCost ? BETTER : WORSE).test(text)
    yield sayEntries(nameIn(first), entries, isLower, named)
    if (/how much|difference/i.test(text)) yield* sayGap(entries, first)
  }
  for (const one of read) if (one.problem) yield sayProblem(one)
  yield* cautions.map((caution): Line => [caution])
  if (ready.length > 0) yield LAG
}

/** Who is ahead, then the others in order; an organization has its EIN where it is named first. */
function sayEntries(
  name: string,
  entries: readonly Entry[],
  isLower: boolean,
  named: Set<string>,
): Line {
  const sign = isLower ? 1 : -1
  const known = entries
    .filter(({ value }) => value)
    .toSorted((a, b) => sign * (Number(a.value?.value) - Number(b.value?.value)))
  const show = (who: Organization) => {
    const text = named.has(who.ein) ? toFiledName(who.name) : sayWho(who)
    named.add(who.ein)
    return text
  }
  const list = (rest: readonly Entry[]): Line =>
    joined(
      [...rest, ...entries.filter(({ value }) => !value)].map(
        ({ who, value, note }) => line`${value ?? 'not known'} (${note}) for ${show(who)}`,
      ),
    )
  const [first, second] = known
  if (!first || !second) return line`The ${name} cannot be compared: ${list(known)}.`
  const rank = (isLower ? 'low' : 'high') + (known.length > 2 ? 'est' : 'er')
  const isTie = first.value?.value === second.value?.value
  return line`${show(first.who)} has the ${isTie ? 'same' : rank} ${name}${isTie ? ' as another' : ''}: ${first.value} (${first.note}), against ${list(known.slice(1))}.`
}

/** "By how much?": the difference of two amounts. */
function* sayGap(entries: readonly Entry[], { unit = 'USD', label }: Figure): Generator<Line> {
  const [one, other, third] = entries.map(({ value }) => value?.value)
  if (typeof one !== 'number' || typeof other !== 'number' || third !== undefined) return
  const gap = Math.abs(one - other)
  yield unit === 'ratio'
    ? [`The difference is ${(gap * 100).toFixed(1)} percentage points.`]
    : line`The difference is ${computed(label, gap, unit)}.`
}

function ratingOf(body: unknown): Pick<Entry, 'value' | 'note'> {
  const score = { Value: at(body, 'Rating.Score'), EvidenceRef: at(body, 'Rating.EvidenceRef') }
  const value = valueIn(score, 'Rating')
  if (!value) return { value, note: textAt(body, 'Rating.BottomLine') ?? 'no rating' }
  const note = textAt(body, 'Rating.Verdict') ?? 'its return is too old to judge it by'
  return { value: { ...value, text: `${Math.round(Number(value.value))} of 100` }, note }
}

/** The pay of the top executive in the newest year, or the year asked. */
async function payOf({ message, call }: Asked, who: Organization): Promise<Entry> {
  const year = message.years.to
  const given = { EIN: who.ein, ...(year !== undefined && { LastYear: year }), Limit: 50 }
  const { body } = await call('people', given)
  const newest = numberAt(body, 'Years.0.TaxYear')
  const paid = listAt(body, 'People').flatMap((person) => {
    const own = listAt(person, 'Years').find((one) => at(one, 'TaxYear') === newest)
    const amount = numberAt(own, 'Amount')
    const title = textAt(own, 'Title') ?? ''
    return amount === undefined ? [] : [{ person, own, amount, title, isTop: TOP.test(title) }]
  })
  const [best] = paid.toSorted((a, b) => Number(b.isTop) - Number(a.isTop) || b.amount - a.amount)
  if (!best) return { who, value: undefined, note: 'no pay is listed' }
  const part = listAt(best.own, 'Parts').find((one) => numberAt(one, 'Value'))
  const figure = { Value: best.amount, EvidenceRef: at(part, 'EvidenceRef') }
  const note = `${textAt(best.person, 'PersonName')}, ${best.title}, tax year ${newest}`
  return { who, value: valueIn(figure, 'Pay', 'USD'), note }
}
