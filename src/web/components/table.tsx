import { type ComponentChild, type ComponentChildren, Fragment } from 'preact'
import type { Cell } from '#src/api/shared/csv.ts'
import type { SortOrder } from '#src/search/params.ts'

type ScrollProps = { name: string; class?: string; children: ComponentChildren }

/** Wide content with its own scroll area, keyboard included; screen readers call it `name`. */
export const Scroll = ({ name, class: kind = 'scroll', children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls must be reachable by keyboard.
  <section class={kind} aria-label={name} tabIndex={0}>
    {children}
  </section>
)

/** A column of a table. */
export type Column<Row> = {
  label?: ComponentChild
  /** The label of its cells on a phone if `label` is more than a text. */
  name?: string
  /** Whether it contains figures, which are aligned right. */
  isNumeric?: boolean
  /** The class of its cells. */
  cellClass?: string | ((row: Row) => string | undefined)
  /** The value of `Sort` that orders by it; without one, the column cannot be sorted. */
  sortKey?: string
  /** Absent: only the CSV file has the column. `at` is the position of the row. */
  cell?: (row: Row, at: number) => ComponentChildren
}

/** A column of a table on a page and of its CSV file. */
export type DataColumn<Row> = Column<Row> & {
  /** Its name in the CSV file. */
  key: string
  /** Absent: only the page has the column. */
  csv?: (row: Row) => Cell
}

/** Returns a column of texts. */
export const column = <Row,>(
  label: ComponentChild,
  cell: (row: Row, at: number) => ComponentChildren,
  more: Column<Row> = {},
): Column<Row> => ({ label, cell, ...more })

/** Returns a column of figures. */
export const numeric = <Row,>(
  label: ComponentChild,
  cell: (row: Row, at: number) => ComponentChildren,
  more: Column<Row> = {},
): Column<Row> => ({ label, isNumeric: true, cell, ...more })

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
  /** What screen readers call the table. */
  name: string
  /** Visually hidden unless `isCaptioned`; by default `name`. */
  caption?: ComponentChildren
  isCaptioned?: boolean
  class?: string
  rows?: readonly Row[]
  /** Rows under titles, instead of `rows`; a group without a title has no head. */
  groups?: readonly { title: string | undefined; rows: readonly Row[] }[]
  columns: readonly Column<Row>[]
  /** Returns the attributes of a row. */
  attributesOf?: (row: Row) => { id?: string; class?: string | undefined }
  /** Returns what a line of its own below a row shows. */
  detailOf?: (row: Row) => ComponentChildren
  /** The current order, and the address of the same list in another order. */
  sorted?: Sorted | undefined
  sortPath?: ((sort: { Sort: string; Order: SortOrder }) => string) | undefined
  /** Notes that scroll with the table. */
  after?: ComponentChildren
}

/**
 * A table with its own scroll area. Links in its head sort it on the server. On a phone, each row is a
 * card, whose cells show the labels of their columns.
 */
export const Table = <Row,>({ name, caption = name, columns, ...props }: TableProps<Row>) => {
  const { rows = [], groups = [{ title: undefined, rows }], isCaptioned = false } = props
  const { sorted, sortPath, attributesOf, detailOf } = props
  const visible = columns.filter(({ cell }) => cell)
  return (
    <Scroll name={name}>
      <table class={props.class}>
        <caption class={isCaptioned ? undefined : 'hidden'}>{caption}</caption>
        <thead>
          <tr>
            {visible.map((column, at) => (
              <Head key={at} column={column} sorted={sorted} sortPath={sortPath} />
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }, place) => (
          <tbody key={place}>
            {title !== undefined && (
              <tr class="group">
                <th scope="rowgroup" colSpan={visible.length}>
                  {title}
                </th>
              </tr>
            )}
            {rows.map((row, at) => {
              const detail = detailOf?.(row)
              return (
                <Fragment key={at}>
                  <tr {...attributesOf?.(row)}>
                    {visible.map(({ cell, isNumeric, ...column }, place) => {
                      const { cellClass: kind } = column
                      const cellClass = typeof kind === 'function' ? kind(row) : kind
                      return place === 0 ? (
                        <th key={place} scope="row" class={cellClass}>
                          {cell?.(row, at)}
                        </th>
                      ) : (
                        <td
                          key={place}
                          class={cellClass ?? (isNumeric ? 'number' : undefined)}
                          data-label={
                            column.name ??
                            (typeof column.label === 'string' ? column.label : undefined)
                          }
                        >
                          {cell?.(row, at)}
                        </td>
                      )
                    })}
                  </tr>
                  {detail && (
                    <tr class="detail">
                      <td colSpan={visible.length}>{detail}</td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        ))}
      </table>
      {props.after}
    </Scroll>
  )
}

type HeadProps = Pick<TableProps<never>, 'sorted' | 'sortPath'> & {
  column: Omit<Column<never>, 'cell' | 'cellClass'>
}

const Head = ({ column, sorted, sortPath }: HeadProps) => {
  const { label, isNumeric = false, sortKey } = column
  const isSortable = sortKey !== undefined && sortPath !== undefined
  const current = isSortable && sorted?.key === sortKey ? sorted.order : undefined
  // The first click shows the highest figures, or the names from A.
  const first: SortOrder = isNumeric ? 'desc' : 'asc'
  const order = current === undefined ? first : current === 'asc' ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      class={isNumeric ? 'number' : undefined}
      aria-sort={current && (current === 'asc' ? 'ascending' : 'descending')}
    >
      {isSortable ? (
        <a href={sortPath({ Sort: sortKey, Order: order })} rel="nofollow">
          {label}
          {current && <span aria-hidden="true">{current === 'asc' ? ' ▲' : ' ▼'}</span>}
        </a>
      ) : (
        label
      )}
    </th>
  )
}

/** A dense table. */
export const DataTable = <Row,>(props: TableProps<Row>) => <Table {...props} class="data-table" />

/** Code with its own scroll area; screen readers call it `name`. */
export const CodeBlock = ({ name, code }: { name: string; code: string }) => (
  <Scroll name={name} class="scroll code">
    <pre>
      <code>{code}</code>
    </pre>
  </Scroll>
)
