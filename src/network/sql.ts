import { z } from 'zod'
import type { Postgres, SqlValue } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { toRef } from '../domain/evidence.ts'
import type { Form } from '../domain/form.ts'
import type { Direction } from './direction.ts'

/** A text in a cursor. Postgres accepts no NUL in text. */
export const cursorText = z.string().refine((value) => !value.includes('\0'))

/** The columns of `money_edge` for the organization itself and for the other side. */
export const SIDES = {
  Outgoing: { own: 'funder_ein', other: 'recipient_ein' },
  Incoming: { own: 'recipient_ein', other: 'funder_ein' },
} as const satisfies Record<Direction, object>

export type Side = (typeof SIDES)[Direction]

/** The organization of a party in table organization as `o`, which may be missing (PartyRow). */
export const KNOWN_AS = `o.name as "knownName", o.city as "knownCity", o.state as "knownState",
  o.country as "knownCountry", coalesce(o.primary_form is not null, false) as "hasProfile"`

/**
 * Returns the condition for counted rows of the categories in $2, in table money_edge or its alias.
 * `is true` makes this a filter instead of an index condition: Postgres 18 would search each category
 * and year of each counterparty separately ("skip scan"), which takes ten times as long as reading
 * all rows of the organization.
 */
export const counted = (edge = 'money_edge'): string =>
  `${edge}.is_counted and (${edge}.category = any($2::edge_category[])) is true`

/** Reads the only row of a statement that always returns one. Throws ApiError StoreUnavailable. */
export async function readRow<Row extends object>(
  db: Pick<Postgres, 'query'>,
  sql: string,
  values: SqlValue[],
): Promise<Row> {
  const [row] = await db.query<Row>(sql, values)
  if (!row) throw new Error('A query that must return one row returned none.')
  return row
}

/** A row of a filing; without a path while the filing is being replaced. */
export type CitedRow = { form: Form; taxYear: number; objectId: string; path: string | null }

/**
 * Returns the table and condition of a join with the filed row `e` of an edge. A load or derive may
 * renumber a filing's rows before they are resolved, so category and amount must match, too.
 */
export const filedEdge = (edge: string, objectId = 'object_id'): string => `
  filed_edge e on e.object_id = ${edge}.${objectId} and e.ordinal = ${edge}.ordinal
    and e.category = ${edge}.category and e.amount is not distinct from ${edge}.amount`

/** SQL joins of filing `f` and filed row `e` for edges named `edge`. */
export const CITED = `
  left join filing f on f.object_id = edge.object_id
  left join ${filedEdge('edge')}`

/** Returns SQL for the first rows of a group of edges with `CITED`, as `CitedRow`. */
export const citedRows = (order: string, most: number): string => `
  (array_agg(
    json_build_object('form', f.form, 'taxYear', f.tax_year, 'objectId', f.object_id, 'path', e.path)
    order by ${order}))[1:${most}]`

/**
 * Throws ApiError StoreUnavailable if a row's filing is gone or has other rows under these numbers,
 * which can happen until rows are resolved again.
 */
export function requireWhole(rows: readonly { path: string | null; form: Form | null }[]): void {
  if (rows.every(({ path, form }) => path !== null && form !== null)) return
  throw new ApiError('StoreUnavailable', {
    message: 'The filings of these grants are being replaced. Try again.',
  })
}

/** Returns the Refs of rows. */
export const rowRefs = (rows: readonly CitedRow[]): string[] =>
  rows.flatMap(({ path, ...place }) => (path === null ? [] : [toRef({ ...place, path })]))
