import type { SqlValue } from '#src/platform/clients/postgres.ts'
import { type EdgeCategory, GRANT_CATEGORIES, type MatchConfidence } from '../../domain/network.ts'
import { DIRECTIONS, type Direction, type GrantKey } from '../direction.ts'
import { SIDES } from './shared-sql.ts'

/** A filter of an organization's rows; the empty one matches all grants. */
export type GrantFilter = {
  direction?: Direction | undefined
  categories?: readonly EdgeCategory[] | undefined
  /** Without `categories`: every category instead of only grants. */
  allCategories?: boolean
  /** Tax years, both inclusive. */
  minYear?: number | undefined
  maxYear?: number | undefined
  /** Dollars; excludes rows without an amount. */
  minAmount?: number | undefined
  /** EIN of the other side. */
  counterparty?: string | undefined
  /** The minimum confidence; `None` includes all. */
  match?: MatchConfidence | undefined
}

/** Returns the categories of a filter; undefined for every one. */
export const listedCategories = ({
  categories,
  allCategories = false,
}: GrantFilter): readonly EdgeCategory[] | undefined =>
  categories ?? (allCategories ? undefined : GRANT_CATEGORIES)

/** The parameters of a statement; the first is the EIN. */
export class Values {
  readonly all: SqlValue[]

  constructor(ein: string) {
    this.all = [ein]
  }

  /** Adds a value and returns its placeholder. */
  put(value: SqlValue, type: string): string {
    this.all.push(value)
    return `$${this.all.length}::${type}`
  }
}

const ORDER = 'tax_year desc, amount desc nulls last, object_id, ordinal'

/** Returns the statement for all rows that match, in both directions unless the filter has one. */
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
 * Returns statements that read at most `most` rows and together contain the page after a row
 * (undefined: the first page). Each reads the index in its order: the rest of the same year and
 * amount, smaller amounts of the year, earlier years. A single condition would read the whole year
 * again.
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
  // Also used for rows without an amount, because the planner cannot tell that their amounts are
  // equal.
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
