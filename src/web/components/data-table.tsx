import type { ComponentChildren } from 'preact'
import type { Cell } from '#src/api/shared/csv.ts'
import type { SortOrder } from '#src/search/params.ts'
import { withQuery } from '../links.ts'
import { Table } from './table.tsx'

/** A column of a table on a page and of its CSV file. */
export type DataColumn<Row> = {
  /** Its name in the CSV file. */
  key: string
  label: string
  isNumeric?: boolean
  /** The value of `Sort` that orders by it; without one, the column cannot be sorted. */
  sortKey?: string
  /** Absent: only the CSV file has the column. */
  cell?: (row: Row) => ComponentChildren
  /** Absent: only the page has the column. */
  csv?: (row: Row) => Cell
}

/** Returns a column whose cell is the plain text, as in the CSV file. */
export const textColumn = <Row,>(
  key: string,
  label: string,
  of: (row: Row) => string | number | undefined,
): DataColumn<Row> => ({ key, label, cell: of, csv: of })

type NumberOptions = { sortKey?: string; show?: (value: number) => ComponentChildren }

/** Returns a numeric column; `show` returns a cell, by default the plain value. */
export const numberColumn = <Row,>(
  key: string,
  label: string,
  of: (row: Row) => number | undefined,
  { show = (value) => value, ...sort }: NumberOptions = {},
): DataColumn<Row> => {
  const cell = (row: Row) => {
    const value = of(row)
    return value === undefined ? null : show(value)
  }
  return { ...{ key, label, isNumeric: true, cell, csv: of }, ...sort }
}

/** Returns the columns of the CSV file. */
export const toCsvColumns = <Row,>(columns: readonly DataColumn<Row>[]) =>
  columns.flatMap(({ key, csv }) => (csv ? [{ name: key, read: csv }] : []))

export type Sorted = { key: string; order: SortOrder }

export type TableProps<Row> = {
  name: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  /** The current order, and the address of the same list in another order. */
  sorted?: Sorted | undefined
  sortPath?: (sort: { Sort: string; Order: SortOrder }) => string
}

/** A dense table whose first column names the row. Links in its head sort it on the server. */
export const DataTable = <Row,>({ name, columns, rows, ...order }: TableProps<Row>) => {
  const shown = columns.filter(({ cell }) => cell)
  return (
    <Table name={name} class="data-table" heads={shown.map((column) => headOf(column, order))}>
      {rows.map((row, place) => (
        <tr key={place}>
          {shown.map(({ key, isNumeric, cell }, at) =>
            at === 0 ? (
              <th key={key} scope="row">
                {cell?.(row)}
              </th>
            ) : (
              <td key={key} class={isNumeric ? 'number' : undefined}>
                {cell?.(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </Table>
  )
}

type FoldedProps<Row> = Omit<TableProps<Row>, 'sorted' | 'sortPath'> & {
  /** How many rows are visible, and the label of the others. */
  most: number
  more: (count: number) => string
}

/** A table of which only the first rows are visible; the others open below them. */
export const FoldedTable = <Row,>({ most, more, rows, ...table }: FoldedProps<Row>) => {
  const rest = rows.slice(most)
  return (
    <>
      <DataTable {...table} rows={rows.slice(0, most)} />
      {rest.length > 0 && (
        <details>
          <summary>{more(rest.length)}</summary>
          <DataTable {...table} name={more(rest.length)} rows={rest} />
        </details>
      )}
    </>
  )
}

function headOf<Row>(
  { label, isNumeric = false, sortKey }: DataColumn<Row>,
  { sorted, sortPath }: Pick<TableProps<Row>, 'sorted' | 'sortPath'>,
) {
  const base = { class: isNumeric ? 'number' : undefined }
  if (sortKey === undefined || !sortPath) return { ...base, label }
  const current = sorted?.key === sortKey ? sorted.order : undefined
  // The first click shows the highest figures, or the names from A.
  const first: SortOrder = isNumeric ? 'desc' : 'asc'
  const order = current === undefined ? first : current === 'asc' ? 'desc' : 'asc'
  return {
    ...base,
    sort: current && (current === 'asc' ? ('ascending' as const) : ('descending' as const)),
    label: (
      <a href={sortPath({ Sort: sortKey, Order: order })} rel="nofollow">
        {label}
        {current && <span aria-hidden="true">{current === 'asc' ? ' ▲' : ' ▼'}</span>}
      </a>
    ),
  }
}

export type Fields = Readonly<Record<string, string | number | undefined>>

/** Parameters that a form sends again. */
export const HiddenFields = ({ fields }: { fields: Fields }) => (
  <>
    {Object.entries(fields).map(([name, value]) =>
      value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
  </>
)

type ToolsProps = {
  /** The address of the page without parameters, and the parameters that the form keeps. */
  path: string
  kept: Fields
  within?: string | undefined
  csvPath: string
  /** Describes a file that does not contain everything. */
  csvNote?: string | undefined
}

/** The field that searches within a list, and the link to the list as a CSV file. */
export const TableTools = ({ path, kept, within, csvPath, csvNote }: ToolsProps) => (
  <form class="table-tools row" action={path}>
    <HiddenFields fields={kept} />
    <label for="within">Search within</label>
    <input type="search" id="within" name="Within" value={within} maxLength={MAX_WITHIN} />
    <button type="submit" class="plain">
      Search
    </button>
    {within && <a href={withQuery(path, kept)}>Clear</a>}
    <CsvLink href={csvPath} />
    {csvNote && <span class="quiet">{csvNote}</span>}
  </form>
)

/** The link to a list as a CSV file. */
export const CsvLink = ({ href }: { href: string }) => (
  <a class="button plain" href={href} rel="nofollow" download>
    Download CSV
  </a>
)

/** Longer than any name that a reader types. */
const MAX_WITHIN = 200
