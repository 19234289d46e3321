import { type EdgeCategory, GRANT_CATEGORIES, PAID_CATEGORIES } from '../domain/network.ts'

/** An organization that gave or received, with its sum over all rows that match. */
export type Counterparty = {
  ein: string
  /** As filed in its largest row when no organization has the EIN; so is its place. */
  name: string | null
  city: string | null
  /** USPS code. */
  state: string | null
  /** ISO 3166 alpha-2 */
  country: string | null
  /** Null: only registries know it, or only the returns that name it; it has no profile. */
  primaryForm: string | null
  entityType: string | null
  /** Dollars; null when no row files an amount, or the sum is too large to be exact. */
  amount: number | null
  grants: number
  earliestYear: number
  latestYear: number
  categories: EdgeCategory[]
}

/**
 * The part of a sum from rows whose filed EIN and name disagree, or whose EIN only one funder files
 * and no organization has.
 */
export type WeakPart = {
  /** Dollars; null when no such row files an amount, or the sum is too large to be exact. */
  amount: number | null
  rows: number
}

/** The counterparties with the largest amounts; count and total cover all that match. */
export type Counterparties<Item = Counterparty> = {
  items: Item[]
  count: number
  /** Dollars; null when no row files an amount, or the sum is too large to be exact. */
  totalAmount: number | null
}

/** Which rows count, and how many counterparties to return. */
export type CounterpartyFilter = {
  limit: number
  /** First tax year that counts. */
  minYear: number | undefined
  /** Dollars of a single row; excludes rows without an amount. */
  minAmount?: number | undefined
  /** Includes payments other than grants. */
  allCategories: boolean
}

/** Returns the categories of a sum; grants approved for later payment are in no sum. */
export const categoriesOf = ({
  allCategories,
}: Pick<CounterpartyFilter, 'allCategories'>): EdgeCategory[] => [
  ...(allCategories ? PAID_CATEGORIES : GRANT_CATEGORIES),
]
