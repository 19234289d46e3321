/** How a sentence qualifies its figure: "about", "over" or "nearly". */
export type Hedge = 'about' | 'above' | 'below'

type Span = { start: number; end: number; text: string }

/** A figure as a sentence states it. */
export type Figure = Span &
  (
    | {
        kind: 'number'
        /** With its sign; for a percentage, the number before the percent sign. */
        value: number
        /** The value of the last digit stated: 100,000 in "1.2 million". */
        unit: number
        /** `percent` includes cents per dollar. */
        measure: 'money' | 'percent' | 'plain'
        /** Written with "thousand", "million" …, so certainly rounded. */
        isScaled: boolean
        hedge?: Hedge
      }
    | { kind: 'year'; value: number }
    /** An ISO date or part of one: `2022-06-30`, `2022-06`, or `-06-30`. */
    | { kind: 'date'; iso: string }
    /** Nine digits. */
    | { kind: 'ein'; ein: string }
    /** Looks like a figure but cannot be read, so nothing supports it. */
    | { kind: 'unreadable' }
  )

/** A figure that is an amount, a share, or a count. */
export type NumberFigure = Extract<Figure, { kind: 'number' }>

/** Returns where a pattern occurs in a text. */
export const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index: start }) => ({
    start,
    end: start + found.length,
    text: found,
  }))

/** Returns the text with spans blanked; all other characters keep their position. */
export function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let blanked = text
  for (const { start, end } of spans) {
    blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end)
  }
  return blanked
}

/** Returns a share in words or as a fraction, as a percentage exact to one point. */
export const toShare = (share: number) =>
  ({ kind: 'number', value: share * 100, unit: 2, measure: 'percent', isScaled: false }) as const

// "$1 million" for 1.4 million is rounding, but misleads, so rounded amounts may be off by at most
// a tenth.
const MAX_OFF = 0.1
// Floating point: 0.285 * 100 is slightly above 28.5.
const EPSILON = 1e-9

/** Returns whether a figure states a value, to the precision it is written with. */
export function isStated(value: number, figure: NumberFigure): boolean {
  if (figure.value === 0)
    return Math.abs(value) < (Number.isInteger(value) ? EPSILON : figure.unit / 2)
  if (Math.sign(value) !== Math.sign(figure.value)) return false
  const off = Math.abs(value - figure.value)
  const slack = EPSILON * Math.max(1, Math.abs(value))
  if (off <= toleranceOf(value, figure) + slack) return true
  return figure.hedge !== undefined && isHedged(value, figure)
}

function toleranceOf(value: number, { value: stated, unit, isScaled }: NumberFigure): number {
  if (isScaled) return Math.min(unit / 2, MAX_OFF * Math.abs(stated))
  // Whole numbers are exact; decimals are rounded to the last digit stated.
  return Number.isInteger(value) && unit === 1 ? 0 : unit / 2
}

function isHedged(value: number, { value: stated, hedge }: NumberFigure): boolean {
  const off = Math.abs(value) - Math.abs(stated)
  if (Math.abs(off) > MAX_OFF * Math.abs(stated)) return false
  return hedge === 'about' || (hedge === 'above' ? off >= 0 : off <= 0)
}
