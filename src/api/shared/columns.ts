import { z } from 'zod'
import type { Cell } from './csv.ts'
import { optional, required } from './schemas.ts'

/** How tables of pages and CSV files show a field of a list. Its schema has its name and meaning. */
export type Column = {
  kind: 'text' | 'count' | 'dollars' | 'year' | 'party'
  /** The head in tables of pages. Without one, pages lack it. */
  label?: string
  /** The value of `Sort` that orders by it. */
  sort?: string
  /** Returns the cell of the CSV file; by default, the value. False: the file lacks it. */
  csv?: false | ((value: never) => Cell)
}
type Shown = Omit<Column, 'kind'>

const COLUMNS = z.registry<Column>()

/** Returns a schema that is a column of its kind. */
const column = <Schema extends z.ZodType>(schema: Schema, meta: Column): Schema => {
  COLUMNS.add(schema, meta)
  return schema
}

/** A column of texts, or of values that a page shows in cells of its own. */
export const text = <Schema extends z.ZodType>(schema: Schema, shown: Shown = {}): Schema =>
  column(schema, { kind: 'text', ...shown })

export const count = (meaning: string | undefined, shown: Shown = {}) => {
  const schema = z.int().min(0)
  const meant = meaning === undefined ? schema : schema.describe(meaning)
  return column(meant, { kind: 'count', ...shown })
}

/** A column of US dollars, which are unknown if no row states an amount. */
export const dollars = (meaning: string, shown: Shown = {}) =>
  column(optional.number(`${meaning} in US dollars. Absent if no row states an amount.`), {
    ...{ kind: 'dollars', ...shown },
  })

/** A column of tax years. */
export const year = (shown: Shown = {}) => column(z.int(), { kind: 'year', ...shown })

/** The columns of one side of a flow of money. A page shows them in one cell. */
export const party = (label: string, sort: string) => ({
  name: column(
    required.string(
      'Name of the organization. If the organization was not identified, or no loaded source knows its EIN, this is the name as filed or `Unnamed recipient`.',
    ),
    { kind: 'party', label, sort },
  ),
  ein: text(optional.string('EIN, nine digits. Absent if the recipient was not identified.')),
  location: text(z.string().optional()),
  profileAvailable: text(required.boolean('Whether the organization has a profile.'), {
    csv: false,
  }),
})

/** Returns the columns of a row by the names of its fields, in order. */
export const columnsOf = (row: z.ZodObject): [field: string, column: Column][] =>
  Object.entries(row.shape).flatMap(([field, schema]) => {
    const meta = COLUMNS.get(schema as z.ZodType)
    return meta ? [[field, meta]] : []
  })
