import type { Figure } from './figures/figure.ts'

type Years = ReadonlyMap<number, { isTaxYear: boolean }>

/** What may stand between a figure and the year it is of. */
const OF_YEAR =
  /^[\s(,]*(?:\w+\s){0,3}?(?:(?:in|for|of|during|at|as of|by|from|between|since|over|than in|compared)\s)?(?:(?:to|with|its|the|that|tax|fiscal|calendar|years?|end|ended|ending)\s)*\(?$/iu
/** After these, a year is what the figure is compared with. */
const COMPARED = /\b(?:from|since|over|than in|compared)\b/iu

/**
 * Returns the years of the figure at this index: those right after it, else those before it, else
 * the next ones. Years with no other figure between them belong together.
 */
export function yearsOf(sentence: string, figures: readonly Figure[], at: number): Years {
  const { end = 0 } = figures[at] ?? {}
  const next = runFrom(figures, at + 1)
  const between = sentence.slice(end, next[0]?.start ?? end)
  const isOfNext =
    next.length > 0 && OF_YEAR.test(between) && (next.length > 1 || !COMPARED.test(between))
  if (isOfNext) return toYears(sentence, next)
  const last = figures.slice(0, at).findLastIndex((figure) => yearOf(figure) !== undefined)
  if (last >= 0) return toYears(sentence, runBefore(figures, last))
  if (COMPARED.test(between)) return new Map()
  const later = figures.findIndex((figure, index) => index > at && yearOf(figure) !== undefined)
  return later < 0 ? new Map() : toYears(sentence, runFrom(figures, later))
}

function runFrom(figures: readonly Figure[], first: number): Figure[] {
  const rest = figures.slice(first)
  const end = rest.findIndex((figure) => yearOf(figure) === undefined)
  return end < 0 ? rest : rest.slice(0, end)
}

function runBefore(figures: readonly Figure[], last: number): Figure[] {
  const first = figures.slice(0, last).findLastIndex((figure) => yearOf(figure) === undefined)
  return figures.slice(first + 1, last + 1)
}

const toYears = (sentence: string, figures: readonly Figure[]): Years =>
  new Map(
    figures.flatMap((figure) => {
      const year = yearOf(figure)
      const isTaxYear = /\btax years?\s(?:\d{4}\s?\S*\s?)?$/iu.test(sentence.slice(0, figure.start))
      return year === undefined ? [] : [[year, { isTaxYear }] as const]
    }),
  )

function yearOf(figure: Figure): number | undefined {
  if (figure.kind === 'year') return figure.value
  if (figure.kind !== 'date' || !/^\d{4}/u.test(figure.iso)) return undefined
  return Number(figure.iso.slice(0, 4))
}
