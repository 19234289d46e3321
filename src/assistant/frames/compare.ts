import { toFiledName } from '#src/domain/filed-text.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { at, textAt } from '#src/tools/json.ts'
import { type Line, line, type Value } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, sayWho } from '../asked.ts'
import { has, type Organization } from '../message.ts'
import { figure, inRegistry, sayMain } from './figure.ts'
import { type Paid, paidIn } from './people.ts'
import {
  computed,
  type Figure,
  figuresOf,
  isUnknown,
  joined,
  nameIn,
  type Read,
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
  const isOfCeo = /\bceo\b|chief executive|executive director|president/i.test(text)
  const keys = figuresOf(message).filter((key) => !isOfCeo || key !== 'highestPaidCompensation')
  const isPay = keys.length === 0 && (isOfCeo || has(message, 'role') || has(message, 'pay'))
  const isRating = keys.length === 0 && (has(message, 'rating') || /\brated\b/i.test(text))
  const named = new Set<string>()
  useLists(message, 'figure', 'feature', 'rating', 'role', 'pay', 'group')
  if (isPay) {
    const paid = await Promise.all(organizations.map((who) => paidIn(who, asked)))
    const entries = organizations.map((who, at): Entry => ({ who, ...(paid[at] as Paid) }))
    yield sayEntries(`pay of the ${paid[0]?.role}`, entries, LESS.test(text), named)
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
  const registered = isMain ? [] : await readRegistries(asked, read, keys)
  for (const place of (isRating ? [] : isMain ? MAIN : keys).keys()) {
    const first = ready[0]?.last.figures[place]
    const filed = ready.map(({ who, last }): Entry => {
      const own = last.figures[place]
      const year = `tax year ${last.year}${sayForm(last).replace(/ \((.*)\)/, ', $1')}`
      return {
        who,
        value: own?.value,
        note: own?.value ? year : `${year}, ${own?.why?.replace(/\.$/, '')}`,
      }
    })
    const key = keys[place] ?? first?.key
    if (!key) continue
    const entries = [...filed, ...registered.flatMap((of) => of(key))]
    if (entries.length === 0 || (isMain && entries.every(({ value }) => !value))) continue
    const isCost = COSTS.has(key)
    const isLower = LESS.test(text) || (isCost ? BETTER : WORSE).test(text)
    yield sayEntries(first ? nameIn(first) : nameOf(key).toLowerCase(), entries, isLower, named)
    if (first && /how much|difference/i.test(text)) yield* sayGap(entries, first)
  }
  for (const one of read) if (one.problem) yield sayProblem(one)
  yield* cautions.map((caution): Line => [caution])
  if (named.size > 0) yield LAG
}

/** Reads amounts of the IRS registry; each organization without a loaded return has its entry of a figure. */
const readRegistries = (asked: Asked, read: readonly Read[], keys: readonly FigureKey[]) =>
  Promise.all(
    read
      .filter(({ returns }) => returns.length === 0)
      .map(async (one) => {
        const known = await inRegistry(asked, one, keys)
        return (key: FigureKey): Entry[] => {
          const own = known.get(key)
          return own ? [{ who: one.who, value: own.value, note: `IRS registry, ${own.note}` }] : []
        }
      }),
  )

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
  if (isTie) return line`The ${name} is the same: ${list(known)}.`
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

function ratingOf(body: unknown): Pick<Entry, 'value' | 'note'> {
  const score = { Value: at(body, 'Rating.Score'), EvidenceRef: at(body, 'Rating.EvidenceRef') }
  const value = valueIn(score, 'Rating')
  if (!value) return { value, note: textAt(body, 'Rating.BottomLine') ?? 'no rating' }
  const note = textAt(body, 'Rating.Verdict') ?? 'its return is too old to judge it by'
  return { value: { ...value, text: `${Math.round(Number(value.value))} of 100` }, note }
}
