import type { Functional } from './expenses.ts'
import type { YearFigures } from './year.ts'

// How much of the rent an amended return moves from programs to management.
const MOVED = 0.3

/**
 * The figures of an amended return: part of occupancy moves from programs to management, so that
 * functional totals differ from the original's and everything else stays.
 */
export function amendFigures(figures: YearFigures, amendment: number): YearFigures {
  const occupancy = figures.expenses.lines.OccupancyGrp
  if (amendment === 0 || !occupancy) return figures
  const moved = Math.round(occupancy.program * MOVED * amendment)
  const move = (line: Functional): Functional => ({
    ...line,
    program: line.program - moved,
    management: line.management + moved,
  })
  const { lines, total } = figures.expenses
  const expenses = {
    ...figures.expenses,
    lines: { ...lines, OccupancyGrp: move(occupancy) },
    total: move(total),
  }
  return { ...figures, expenses }
}
