import type { Block } from './blocks.ts'
import { isPointer } from './facts/narrative.ts'
import type { Facts } from './facts/read-facts.ts'
import { namesNobody } from './facts/row-facts-names.ts'
import { type Row, readAllRows } from './facts/tables/read-rows.ts'
import { TABLES } from './facts/tables/tables.ts'
import { readPacked } from './packed-json.ts'

/** The table of Form 990-PF that says how to apply for a grant. */
export const APPLICATIONS = 'applicationInformation'

/** The part of a return that contains it, which has its own row, and paths of its rows. */
export const APPLICATIONS_PART = 'IRS990PF'
export const APPLICATION_PATHS = TABLES[APPLICATIONS].rows.map(({ path }) => path)

const WHERE = ['name', 'street', 'email']

/** Returns the first cell of a row that says where to apply; not "N/A" or "See statement 3". */
const whereToApply = ({ cells }: Row) =>
  WHERE.map((key) => cells[key]).find(
    (cell) => typeof cell?.value === 'string' && !isPointer(cell.value) && !namesNobody(cell.value),
  )

/**
 * Returns the first row that says where to apply, with the cell that does. Undefined if there is
 * none, or if the box for giving only to preselected organizations is checked.
 */
export function acceptedApplication(facts: Facts, rows: readonly Row[]) {
  if (facts.onlyPreselected?.value === true) return undefined
  return rows.flatMap((row) => {
    const where = whereToApply(row)
    return where ? [{ row, where }] : []
  })[0]
}

/** Returns the rows that say how to apply, from the packed part. */
export function applicationRows(packed: Buffer): Row[] {
  const part = { block: APPLICATIONS_PART, ordinal: 1, content: readPacked<Block>(packed) }
  return readAllRows(TABLES[APPLICATIONS], { blocks: [part], repeats: [] })
}
