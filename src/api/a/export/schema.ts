import { Readable } from 'node:stream'
import { z } from 'zod'
import { COLUMN_NAMES, COLUMNS, type ColumnType } from '../../shared/export/columns.ts'
import { BAR, BROKEN_BAR } from '../../shared/export/text.ts'
import { columnNames, oneOfOrFirst, queryText } from '../../shared/parameters.ts'
import { checkFilters, QUERY } from '../../shared/search-filters.ts'
import { narrowingShape } from '../search.ts'

const EXPORT_FORMATS = ['csv', 'ndjson', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The parameters of a search without its pages. */
export const exportQuery = z
  .strictObject({
    Query: queryText(
      `${QUERY} If you omit Query, the export contains all organizations that match the filters.`,
    ).optional(),
    ...narrowingShape,
    Format: oneOfOrFirst(EXPORT_FORMATS, 'Format of the rows. The Accept header is ignored.'),
    Columns: columnNames(
      COLUMN_NAMES,
      `Columns to return, in the order you want, separated by commas. Defaults to all columns: ${COLUMN_NAMES.join(', ')}.`,
    ),
  })
  .superRefine(checkFilters)
export type ExportQuery = z.output<typeof exportQuery>

const VALUES: Record<ColumnType, () => z.ZodType> = {
  text: () => z.string(),
  texts: () => z.array(z.string()).min(1),
  int32: () => z.int(),
  int64: () => z.int(),
  double: () => z.number(),
  boolean: () => z.boolean(),
  date: () => z.iso.date(),
}

/** One line of `Format=ndjson`, without unknown values. */
const exportRow = z
  .strictObject(
    Object.fromEntries(
      COLUMNS.map(({ name, type, meaning }) => [name, VALUES[type]().optional().describe(meaning)]),
    ),
  )
  .meta({ id: 'ExportRow' })

const streamed = (description: string, more: object = {}) =>
  z
    .custom<Readable>((given) => given instanceof Readable)
    .meta({ type: 'string', ...more, description })

const LISTS = COLUMNS.flatMap(({ name, type }) => (type === 'texts' ? [name] : [])).join(', ')

export const exportContent = {
  'text/csv': {
    schema: streamed(
      `A header line and one line for each organization (RFC 4180, UTF-8). An empty cell means that the value is unknown. Text that a spreadsheet would read as a formula starts with an apostrophe. Values in lists (${LISTS}) are separated by "${BAR}", which is written as "${BROKEN_BAR}" inside a value. Read EIN as text to keep its leading zeros.`,
    ),
  },
  'application/x-ndjson': { schema: exportRow },
  'application/vnd.apache.parquet': {
    schema: streamed(
      'A Parquet file compressed with gzip. Amounts are INT64, Rank and years are INT32, PeriodEnd is DATE, ratios and scores are DOUBLE, lists are LIST of text, and all other columns are UTF8 or BOOLEAN. A null means that the value is unknown. The metadata contains `Release` and `Parameters`.',
      { format: 'binary' },
    ),
  },
}
