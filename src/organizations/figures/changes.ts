import { knownFields } from '#src/domain/known-fields.ts'
import { latestPay, type PeopleByYear, type PersonByYear, payIn } from '../people/people-by-year.ts'
import type { SeriesFigure, SeriesYear } from './series.ts'

/** A figure of two consecutive years; `ratio` is the change as a share of the earlier value. */
export type Change = { figure: SeriesFigure; before: SeriesFigure; ratio: number }

/** What changed between two consecutive years of one form. */
export type Changes = {
  year: number
  before: number
  /** Largest relative changes first. */
  figures: Change[]
  /** The best-paid person that both returns list. */
  pay?: { person: PersonByYear; amount: number; before: number }
  /** People with pay whom only the newer or only the older return lists, best-paid first. */
  joined: PersonByYear[]
  left: PersonByYear[]
}

/** A figure below this share of revenue or expenses, the larger, is too small to mention. */
const LEAST_SHARE = 0.05

/**
 * Returns what changed from the year before: amounts of both returns, and paid people if both lists
 * can be compared. Undefined if there is no return for the year before, or either year is short.
 */
export function toChanges(
  series: readonly SeriesYear[],
  taxYear: number,
  people: PeopleByYear,
): Changes | undefined {
  const [year, before] = [taxYear, taxYear - 1].map((one) =>
    series.find((of) => of.taxYear === one && !of.isShortYear),
  )
  if (!year || !before) return undefined
  return knownFields({
    year: taxYear,
    before: taxYear - 1,
    figures: toFigures(year, before),
    ...toPeople(people, taxYear),
  })
}

function toFigures({ figures }: SeriesYear, before: SeriesYear): Change[] {
  const found = Object.entries(figures).flatMap(([key, figure]) => {
    const old = before.figures[key as keyof typeof figures]
    if (!old || old.value <= 0 || old.value === figure.value) return []
    return [{ figure, before: old, ratio: figure.value / old.value - 1 }]
  })
  const sizeOf = ({ figure, before }: Change) => Math.max(Math.abs(figure.value), before.value)
  const { revenue, expenses } = figures
  const least = LEAST_SHARE * Math.max(revenue?.value ?? 0, expenses?.value ?? 0)
  // Assets without liabilities are the net assets.
  const isRepeated = ({ figure, before: old }: Change, at: number) =>
    found
      .slice(0, at)
      .some((one) => one.figure.value === figure.value && one.before.value === old.value)
  return found
    .filter((change, at) => sizeOf(change) >= least && !isRepeated(change, at))
    .sort((a, b) => Math.abs(b.ratio) - Math.abs(a.ratio))
}

function toPeople(
  { years, people }: PeopleByYear,
  taxYear: number,
): Pick<Changes, 'pay' | 'joined' | 'left'> {
  const isCompared = (year: number) =>
    years.some(({ filing, isCompared }) => isCompared && filing.taxYear === year)
  if (![taxYear, taxYear - 1].every(isCompared)) return { joined: [], left: [] }
  const paid = people
    .filter((person) => (latestPay(person)?.amount ?? 0) > 0)
    .toSorted((a, b) => (latestPay(b)?.amount ?? 0) - (latestPay(a)?.amount ?? 0))
  const pays = paid.flatMap((person) => {
    const [amount, before] = [taxYear, taxYear - 1].map((year) => payIn(person, year)?.amount)
    return amount && before && amount !== before ? [{ person, amount, before }] : []
  })
  return knownFields({
    pay: pays[0],
    joined: paid.filter((one) => payIn(one, taxYear) && !payIn(one, taxYear - 1)),
    left: paid.filter((one) => !payIn(one, taxYear) && payIn(one, taxYear - 1)),
  })
}
