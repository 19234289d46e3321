import { formatCount } from '#src/domain/money.ts'

/** Texts of dense tables and the tools above them. */
export const tableTexts = {
  within: 'Search within',
  search: 'Search',
  clear: 'Clear',
  csv: 'Download CSV',
  csvPart: (rows: number) => `The file contains the first ${formatCount(rows)} rows.`,
  pages: 'Pages of this list',
} as const
