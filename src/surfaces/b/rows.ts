import { toRef } from '../../domain/evidence.ts'
import type { Cell } from '../../domain/facts/tables/read-rows.ts'
import { type TableRow, tableOf } from '../../profiles/table-rows.ts'
import { type AnyFigure, asNumber, type FilingPlace, toSnakeCase, unitOf } from './figure.ts'

/** A cell of a row as B shows it. */
export function presentCell(
  place: FilingPlace,
  { table }: Pick<TableRow, 'table'>,
  key: string,
  { value, path }: Cell,
): AnyFigure {
  const column = tableOf(table).columns[key]
  return {
    value,
    ...(column && { label: column.label, ...unitOf(column.kind) }),
    ...(column?.unit && { unit: column.unit }),
    ref: toRef({ ...place, path }),
  }
}

/** All filed cells of a row, by the names of its columns. */
export const presentCells = (place: FilingPlace, found: TableRow): Record<string, AnyFigure> =>
  Object.fromEntries(
    Object.entries(found.row.cells).map(([key, cell]) => [
      toSnakeCase(key),
      presentCell(place, found, key, cell),
    ]),
  )

/** Those cells of a row that hold numbers; a text where an amount belongs is no amount. */
export const presentAmounts = (place: FilingPlace, found: TableRow) =>
  Object.fromEntries(
    Object.entries(presentCells(place, found)).flatMap(([key, figure]) => {
      const number = asNumber(figure)
      return number ? [[key, number] as const] : []
    }),
  )

/** The Ref of a row, or of its first cell where the row has no element of its own. */
export function rowRef(place: FilingPlace, { row }: TableRow): string {
  const path = row.path ?? Object.values(row.cells)[0]?.path ?? ''
  return toRef({ ...place, path })
}
