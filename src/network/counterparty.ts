import { type EdgeCategory, GRANT_CATEGORIES, PAID_CATEGORIES } from '../domain/network.ts'

/** An organization that gave or received, with what was given in all rows that match. */
export type Counterparty = {
  ein: string
  name: string | null
  city: string | null
  /** USPS code. */
  state: string | null
  /** ISO 3166 alpha-2 */
  country: string | null
  /** Null: it is known by registries alone, and no profile of it opens. */
  primaryForm: string | null
  entityType: string | null
  /** Dollars; null where no row files an amount, or the sum is too large to be exact. */
  amount: number | null
  grants: number
  earliestYear: number
  latestYear: number
  categories: EdgeCategory[]
}

/** What of a sum rests on rows whose EIN is filed beside a name that is another's. */
export type WeakPart = {
  /** Dollars; null where no such row files an amount, or the sum is too large to be exact. */
  amount: number | null
  rows: number
}

/** Those with the largest amounts, beside counts and sums over all that match. */
export type Counterparties<Item = Counterparty> = {
  items: Item[]
  /** All of them, with those that a limit held back. */
  count: number
  /** Dollars; null where no row files an amount, or the sum is too large to be exact. */
  totalAmount: number | null
}

/** Which rows count, and how many counterparties are wanted. */
export type CounterpartyFilter = {
  limit: number
  /** First tax year that counts. */
  minYear: number | undefined
  /** Dollars of a single row; one without an amount is not at or above any. */
  minAmount?: number | undefined
  /** Other money filed as paid beside grants. */
  allCategories: boolean
}

/** The categories that a sum is made of; what was only approved is in none. */
export const categoriesOf = ({
  allCategories,
}: Pick<CounterpartyFilter, 'allCategories'>): EdgeCategory[] => [
  ...(allCategories ? PAID_CATEGORIES : GRANT_CATEGORIES),
]
