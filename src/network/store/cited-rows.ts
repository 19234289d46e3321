import { ApiError } from '#src/platform/errors.ts'
import { toRef } from '../../domain/evidence.ts'
import type { Form } from '../../domain/form.ts'

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
export const refsOf = (rows: readonly CitedRow[]): string[] =>
  rows.flatMap(({ path, ...place }) => (path === null ? [] : [toRef({ ...place, path })]))
