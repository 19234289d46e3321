import type { NumberFigure } from './figure.ts'

// "About" and its like may round as people do; "$1 million" for 1.4 million misleads though it is
// rounding, so an amount written with "million" is never further off than this, either.
const MOST_OFF = 0.1
// Binary fractions: 0.285 * 100 is a hair above 28.5.
const EPSILON = 1e-9

/** Whether a value is what a figure states, to the precision it is stated with. */
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
  if (isScaled) return Math.min(unit / 2, MOST_OFF * Math.abs(stated))
  // Whole numbers are stated whole; what has decimals is rounded to the last one stated.
  return Number.isInteger(value) && unit === 1 ? 0 : unit / 2
}

function isHedged(value: number, { value: stated, hedge }: NumberFigure): boolean {
  const off = Math.abs(value) - Math.abs(stated)
  if (Math.abs(off) > MOST_OFF * Math.abs(stated)) return false
  return hedge === 'about' || (hedge === 'above' ? off >= 0 : off <= 0)
}
