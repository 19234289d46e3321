import { toFiledName } from '#src/domain/filed-text.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { textAt } from '#src/tools/json.ts'
import { type Line, line, type Value } from '#src/tools/line.ts'
import { type Frame, LAG, sayWho } from '../asked.ts'
import { has, type Organization } from '../message.ts'
import { figure, inRegistry, sayMain } from './figure.ts'
import { largest, scoreIn } from './parts.ts'
import { type Paid, paidIn } from './people.ts'
import {
  COSTS,
  computed,
  type Figure,
  figuresOf,
  isUnknown,
  joined,
  rankedName,
  readFigures,
  sayProblem,
  useLists,
} from './read-figures.ts'

const MAIN: FigureKey[] = [
  ...(['revenue', 'expenses', 'assets', 'programRatio', 'overheadRatio', 'reserveMonths'] as const),
]
const LESS =
  /\b(less|lower|lowest|smaller|smallest|fewer|fewest|least|cheaper|cheapest|poorer|leaner)\b/i
const SIZE = /\b(?:big|bigger|biggest|large|larger|largest|small|smaller|smallest|size)\b/i
const BETTER = /\b(better|best|efficient|healthier|stronger)\b/i
const WORSE = /\b(worse|worst|weaker)\b/i

/** One organization and its value of what is compared. */
type Entry = { who: Organization; value: Value | undefined; note: string }

/** Answers which of several organizations is ahead, and shows their figures side by side. */
export const compare: Frame = async function* (asked) {
  const { message } = asked
  const { text, organizations } = message
  if (organizations.length < 2) return yield* figure(asked)
  const isOfCeo = /\bceo\b|chief executive|executive director|president/i.test(text)
  const named = figuresOf(message).filter((key) => !isOfCeo || key !== 'highestPaidCompensation')
  const keys: FigureKey[] = named.length === 0 && SIZE.test(text) ? ['revenue'] : named
  const isMain = keys.length === 0
  const isPay = isMain && (isOfCeo || has(message, 'role') || has(message, 'pay'))
  const isRating = isMain && (has(message, 'rating') || /\brated\b/i.test(text))
  const [isLess, isWorse] = [LESS.test(text), WORSE.test(text)]
  const told = new Set<string>()
  useLists(message, 'figure', 'feature', 'rating', 'role', 'pay', 'group')
  if (isPay) {
    const paid = await Promise.all(organizations.map((who) => paidIn(who, asked)))
    const entries = organizations.map((who, at): Entry => ({ who, ...(paid[at] as Paid) }))
    yield* [sayEntries(`pay of the ${paid[0]?.role}`, entries, isLess, told), LAG]
    return
  }
  if (isUnknown(message, keys) && !isRating) return yield* sayMain(message)
  const { read, cautions } = await readFigures(asked, isMain ? MAIN : keys)
  const ready = read.flatMap((one) => one.returns.slice(-1).map((last) => ({ ...one, last })))
  const rated = ready.map(({ who, body }): Entry => {
    const old = textAt(body, 'Rating.Verdict') ?? 'its return is too old to judge it by'
    const value = scoreIn(body)
    return { who, value, note: value ? old : (textAt(body, 'Rating.BottomLine') ?? 'no rating') }
  })
  if (isRating || (isMain && rated.some(({ value }) => value)))
    yield sayEntries('rating', rated, isLess || isWorse, told)
  const missing = isMain ? [] : read.filter(({ returns }) => returns.length === 0)
  const registered = await Promise.all(
    missing.map(async (one) =>
      (await inRegistry(asked, one, keys)).map(({ note, ...own }) => ({
        ...{ ...own, who: one.who, note: `IRS registry, ${note}` },
      })),
    ),
  )
  for (const [place, key] of (isRating ? [] : isMain ? MAIN : keys).entries()) {
    const first = ready[0]?.last.figures[place]
    const filed = ready.map(({ who, last }): Entry => {
      const { value, why } = last.figures[place] as Figure
      const year = `tax year ${last.year}${last.note.replace(/ \((.*)\)/, ', $1')}`
      return { who, value, note: value ? year : `${year}, ${why?.replace(/\.$/, '')}` }
    })
    const entries = [...filed, ...registered.flat().filter((one) => one.key === key)]
    if (entries.length === 0 || (isMain && entries.every(({ value }) => !value))) continue
    const isLower = isLess || (COSTS.has(key) ? BETTER.test(text) : isWorse)
    yield sayEntries(rankedName(first?.label ?? nameOf(key)), entries, isLower, told)
    if (first && /how (?:much|many)|difference/i.test(text)) yield* sayGap(entries, first)
  }
  for (const one of read) if (one.problem) yield sayProblem(one)
  yield* cautions.map((caution): Line => [caution])
  if (told.size > 0) yield LAG
}

/** Who is ahead, then the others in order; an organization has its EIN where it is named first. */
function sayEntries(
  name: string,
  entries: readonly Entry[],
  isLower: boolean,
  named: Set<string>,
): Line {
  const known = largest(
    entries.filter(({ value }) => value),
    ({ value }) => (isLower ? -1 : 1) * Number(value?.value),
  )
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
  if (first.value?.value === second.value?.value)
    return line`The ${name} is the same: ${list(known)}.`
  const rank = (isLower ? 'low' : 'high') + (known.length > 2 ? 'est' : 'er')
  return line`${show(first.who)} has the ${rank} ${name}: ${first.value} (${first.note}), against ${list(known.slice(1))}.`
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
