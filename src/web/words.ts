import { formatCount } from '#src/domain/money.ts'
import type { Sort } from '#src/search/params.ts'

// Words that several pages share. A text of one page is where the page shows it.

/** The pages in the head of each page. */
export const MENU = {
  '/': 'Organizations',
  '/ask': 'Ask',
  '/grants': 'Grants',
  '/people': 'People',
  '/compare': 'Compare',
  '/sector': 'Sector',
  '/about': 'About',
} as const

/** What a table shows if a search within it finds no row. */
export const NO_MATCH = 'No row matches. Clear the search to see all.'

/** Returns a note on a CSV file that ends before the list does. */
export const csvPart = (rows: number): string =>
  `The file contains the first ${formatCount(rows)} rows.`

/** Returns the mark of a figure that only the next year's return states. */
export const namePrior = (year: number): string => `from the ${year} return`

export const HOLLOW_MARK =
  'A hollow mark shows what the next year’s return says about the year before.'

export const NO_NAME = 'Name not reported'

/** Why a compared figure is missing. */
export const UNKNOWN_STATES = {
  NotReported: 'not reported',
  NotOnForm: 'not on this form',
  NotComputable: 'cannot be calculated',
} as const

export const SORT_NAMES: Record<Sort, string> = {
  Relevance: 'Best match',
  Revenue: 'Revenue',
  Assets: 'Assets',
  Rating: 'Rating',
  ProgramRatio: 'Program share',
  Recent: 'Latest filing',
}
