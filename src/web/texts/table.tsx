import { formatCount } from '#src/domain/money.ts'

/** Texts of dense tables and the tools above them. */
export const tableTexts = {
  within: 'Search within',
  search: 'Search',
  clear: 'Clear',
  noMatch: 'No row matches. Clear the search to see all.',
  csv: 'Download CSV',
  csvPart: (rows: number) => `The file contains the first ${formatCount(rows)} rows.`,
  pages: 'Pages of this list',
} as const
