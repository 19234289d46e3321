import type { SectionRow } from '#src/organizations/sections/section-data.ts'
import { Scroll } from '../scroll.tsx'
import { RowCards } from './cards.tsx'
import { Cells, classOf } from './cells.tsx'
import { cellsOf, isProse, isSumLine, type Plan, planColumns } from './columns.ts'
import { RowDetail } from './detail.tsx'
import { RowNumber } from './number.tsx'
import { groupByPart } from './parts.ts'
import type { RowsProps } from './props.ts'

/**
 * Rows of a table as filed: each cell a link to where it was filed, columns that no row fills named
 * below. Rows of long texts are shown one below the other.
 */
export const RowsTable = ({ limit, ...props }: RowsProps) => {
  const rows = props.rows.slice(0, limit)
  if (rows.length === 0) return null
  return isProse(rows) ? <RowCards {...props} rows={rows} /> : <Table {...props} rows={rows} />
}

const Table = ({ ein, filing, table, rows, isTitled, noteOn }: RowsProps) => {
  const { head, notes, columns, empty } = planColumns(table, rows)
  return (
    <div class="rows">
      <Scroll name={table.label}>
        <table>
          <caption class={isTitled ? 'hidden' : undefined}>
            {table.label} <span class="quiet">{table.line}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{head?.label ?? 'Line'}</th>
              {columns.map((column) => (
                <th key={column.key} scope="col" class={classOf(column)}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          {groupByPart(filing, rows).map(({ part, own }, place) => (
            <tbody key={place}>
              {part !== undefined && (
                <tr class="group">
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    {part}
                  </th>
                </tr>
              )}
              {own.map((shown, at) => (
                <TableRow
                  key={at}
                  {...{ ein, filing, table, shown, head, notes, columns, noteOn }}
                />
              ))}
            </tbody>
          ))}
        </table>
      </Scroll>
      <Empty labels={empty.map(({ label }) => label)} />
    </div>
  )
}

/** More of them than a line or two holds would bury what comes below the table. */
const MOST_EMPTY = 6

const Empty = ({ labels }: { labels: readonly string[] }) => {
  const told = `In none of these rows: ${labels.join('; ')}.`
  const isLong = labels.length > MOST_EMPTY
  return (
    <>
      <p class="quiet note">A dash: not reported.{labels.length > 0 && !isLong && ` ${told}`}</p>
      {isLong && (
        <details class="quiet note">
          <summary>{labels.length} columns that none of these rows fills</summary>
          <p>{told}</p>
        </details>
      )}
    </>
  )
}

type RowProps = Omit<RowsProps, 'rows' | 'limit'> &
  Pick<Plan, 'head' | 'notes' | 'columns'> & { shown: SectionRow }

const TableRow = ({ ein, filing, table, shown, head, notes, columns, noteOn }: RowProps) => (
  <>
    <tr class={isSumLine(shown) ? 'sum' : undefined}>
      <th scope="row">
        <div class="row-head">
          <RowNumber {...{ ein, filing, table, shown }} />
          <div>
            {shown.row.label ?? (head && <Cells {...{ ein, filing, shown }} column={head} />)}
            {notes
              .filter((column) => cellsOf(column, shown.row.cells).length > 0)
              .map((column) => (
                <div key={column.key} class="row-note">
                  <Cells {...{ ein, filing, shown, column }} />
                </div>
              ))}
            {noteOn?.(shown)}
          </div>
        </div>
      </th>
      {columns.map((column) => (
        <td key={column.key} class={classOf(column)}>
          <Cells {...{ ein, filing, shown, column }} />
        </td>
      ))}
    </tr>
    {shown.detail && (
      <tr class="detail">
        <td colSpan={columns.length + 1}>
          <RowDetail ein={ein} filing={filing} detail={shown.detail} />
        </td>
      </tr>
    )}
  </>
)
