import type { SqlValue } from '../../clients/postgres.ts'
import { type EdgeCategory, GRANT_CATEGORIES, type MatchConfidence } from '../../domain/network.ts'
import { DIRECTIONS, type Direction, type GrantKey } from '../direction.ts'

/** Which of an organization's rows are wanted; without a field, all grants. */
export type GrantFilter = {
  direction?: Direction | undefined
  categories?: readonly EdgeCategory[] | undefined
  /** Without categories: every one instead of grants alone. */
  allCategories?: boolean
  /** Tax years, both inclusive. */
  minYear?: number | undefined
  maxYear?: number | undefined
  /** Dollars; a row without an amount is not at or above any. */
  minAmount?: number | undefined
  /** EIN of the other side. */
  counterparty?: string | undefined
  /** The least confidence; `None` are all. */
  match?: MatchConfidence | undefined
}

/** The categories a filter asks for; undefined: every one. */
export const listedCategories = ({
  categories,
  allCategories = false,
}: GrantFilter): readonly EdgeCategory[] | undefined =>
  categories ?? (allCategories ? undefined : GRANT_CATEGORIES)

/** Parameters of a statement; the first is the EIN it asks about. */
export class Values {
  readonly all: SqlValue[]

  constructor(ein: string) {
    this.all = [ein]
  }

  /** Takes a value; gives what stands for it in the statement. */
  put(value: SqlValue, type: string): string {
    this.all.push(value)
    return `$${this.all.length}::${type}`
  }
}

const SIDES = {
  Outgoing: { own: 'funder_ein', other: 'recipient_ein' },
  Incoming: { own: 'recipient_ein', other: 'funder_ein' },
} as const

const ORDER = 'tax_year desc, amount desc nulls last, object_id, ordinal'

/** The statement of all rows that match, of both directions unless one is wanted. */
export const matching = (values: Values, filter: GrantFilter): string =>
  directionsOf(filter)
    .map((direction) => matchingOf(values, filter, direction))
    .join(' union all ')

const directionsOf = ({ direction }: GrantFilter): readonly Direction[] =>
  direction ? [direction] : DIRECTIONS

function matchingOf(values: Values, filter: GrantFilter, direction: Direction): string {
  const { own, other } = SIDES[direction]
  const { minYear, maxYear, minAmount, counterparty, match } = filter
  const categories = listedCategories(filter)
  const conditions = [
    `${own} = $1`,
    categories && `category = any(${values.put([...categories], 'edge_category[]')})`,
    minYear !== undefined && `tax_year >= ${values.put(minYear, 'smallint')}`,
    maxYear !== undefined && `tax_year <= ${values.put(maxYear, 'smallint')}`,
    minAmount !== undefined && `amount >= ${values.put(minAmount, 'float8')}`,
    counterparty !== undefined && `${other} = ${values.put(counterparty, 'text')}`,
    match !== undefined && `match_confidence >= ${values.put(match, 'match_confidence')}`,
  ]
  return `select '${direction}' as direction, ${other} as ein, object_id as "objectId", ordinal,
      amount, category, tax_year as "taxYear", match_method as "matchMethod",
      match_confidence as "matchConfidence", is_counted as "isCounted"
    from money_edge where ${conditions.filter((one) => one).join(' and ')}`
}

/**
 * Statements of at most `most` rows each that together hold the page behind a row (undefined: the
 * first), each read from the index in its order: the rest of the same year and amount, what is
 * below in the same year, the years before. A single condition would walk the same year anew.
 */
export function branchesBehind(
  values: Values,
  filter: GrantFilter,
  after: GrantKey | undefined,
  most: string,
): string[] {
  return directionsOf(filter).flatMap((direction) =>
    piecesBehind(values, after).map(
      ({ where, order }) =>
        `(${matchingOf(values, filter, direction)}${where} order by ${order} limit ${most})`,
    ),
  )
}

type Piece = { where: string; order: string }

function piecesBehind(values: Values, after: GrantKey | undefined): Piece[] {
  if (!after) return [{ where: '', order: ORDER }]
  const [taxYear, amount, objectId, ordinal] = after
  const year = values.put(taxYear, 'smallint')
  const ofYear = ` and tax_year = ${year}`
  const row = `(object_id, ordinal) > (${values.put(objectId, 'text')}, ${values.put(ordinal, 'integer')})`
  const yearsBefore = { where: ` and tax_year < ${year}`, order: ORDER }
  const byRow = 'object_id, ordinal'
  // Of rows without an amount, too: the planner does not know that they are alike in that.
  const byAmount = `amount desc nulls last, ${byRow}`
  if (amount === null) {
    return [{ where: `${ofYear} and amount is null and ${row}`, order: byAmount }, yearsBefore]
  }
  const same = values.put(amount, 'float8')
  return [
    { where: `${ofYear} and amount = ${same} and ${row}`, order: byRow },
    { where: `${ofYear} and amount < ${same}`, order: byAmount },
    { where: `${ofYear} and amount is null`, order: byAmount },
    yearsBefore,
  ]
}
