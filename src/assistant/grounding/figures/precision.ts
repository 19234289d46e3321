import type { NumberFigure } from './figure.ts'

// "$1 million" for 1.4 million misleads although it is rounding, so rounded amounts may be off by
// at most a tenth.
const MOST_OFF = 0.1
// Floating point: 0.285 * 100 is slightly above 28.5.
const EPSILON = 1e-9

/** Whether a figure states a value, to the precision it is written with. */
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
  // Whole numbers are exact; decimals are rounded to the last one stated.
  return Number.isInteger(value) && unit === 1 ? 0 : unit / 2
}

function isHedged(value: number, { value: stated, hedge }: NumberFigure): boolean {
  const off = Math.abs(value) - Math.abs(stated)
  if (Math.abs(off) > MOST_OFF * Math.abs(stated)) return false
  return hedge === 'about' || (hedge === 'above' ? off >= 0 : off <= 0)
}
