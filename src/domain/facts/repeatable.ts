import { readTsv } from '../tsv.ts'
import type { TableDefinition } from './tables/table.ts'
import { TABLES } from './tables/tables.ts'

/**
 * Paths of elements that may repeat in a return and are no row of a table; a path that is only a part is
 * the part itself. Source: the unbounded groups of irsx's metadata (both name eras), without those that
 * the forms have once (lines of a balance sheet, of the public support test, …), all repeats in real
 * returns, including attachments, and the same groups in the wrappers of 2008 and before.
 */
const OTHERS = readTsv(new URL('repeatable.tsv', import.meta.url)).map((steps) =>
  ['', ...steps].join('/'),
)

/** The schedules whose supplemental information repeats; a table has that of Schedule O. */
const SUPPLEMENTED = [...'CDEFGHIJKLMNR']

// Lines of a form occur once. Rows without an element of their own are no element.
const rowPaths = Object.values<TableDefinition>(TABLES).flatMap(({ rows }) =>
  rows.flatMap(({ path, line, columns }) => (line || columns ? [] : [path])),
)

/** Paths of the elements that have a 1-based index in a Ref, even if a return has only one. */
export const REPEATABLE: ReadonlySet<string> = new Set([
  ...rowPaths,
  ...SUPPLEMENTED.map((letter) => `/IRS990Schedule${letter}/SupplementalInformationDetail`),
  ...OTHERS,
])
