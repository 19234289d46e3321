import { type ComponentChildren, Fragment } from 'preact'
import { refOf } from '#src/domain/evidence.ts'
import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import { asksFor, describeTable, lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import type {
  SectionFact,
  SectionRow,
  SectionTable,
} from '#src/organizations/sections/section-data.ts'
import { evidencePath } from '#src/web/links.ts'
import { FactList, NotReported, Value } from '../figure.tsx'
import { formatValue, showContact } from '../formats.ts'
import { column, Table } from '../table.tsx'
import {
  cellsOf,
  groupByPart,
  isProse,
  isSumLine,
  numberOf,
  type Plan,
  planColumns,
  type ShownColumn,
} from './columns.ts'

type Props = {
  ein: string
  /** The filing that contains the rows. */
  filing: CitedFiling
  table: SectionTable
  /** Rows of this table; those of people with their row of Schedule J. */
  rows: readonly SectionRow[]
  /** Whether a heading above names the table, so that its caption is hidden. */
  isTitled?: boolean | undefined
  /** Returns a note to show below the name of a row. */
  noteOn?: ((shown: SectionRow) => ComponentChildren) | undefined
}

/**
 * Rows of a table as filed: each cell a link to where it was filed, empty columns named below. Rows
 * of long texts are cards.
 */
export const RowsTable = (props: Props) => {
  const { ein, filing, table, rows, isTitled } = props
  if (rows.length === 0) return null
  if (isProse(rows)) return <RowCards {...props} />
  const plan = planColumns(table, rows)
  const { head, columns, empty } = plan
  return (
    <div class="rows">
      <Table<SectionRow>
        name={table.label}
        caption={<Caption table={table} />}
        isCaptioned={!isTitled}
        groups={groupByPart(filing, rows).map(({ part, own }) => ({ title: part, rows: own }))}
        attributesOf={(shown) => ({ class: isSumLine(shown) ? 'sum' : undefined })}
        detailOf={({ detail }) => detail && <RowDetail ein={ein} filing={filing} detail={detail} />}
        columns={[
          column(head?.label ?? 'Line', (shown) => (
            <RowHead {...props} shown={shown} plan={plan} />
          )),
          ...columns.map((one) => ({
            label: one.label,
            isNumeric: isNumeric(one),
            cell: (shown: SectionRow) => (
              <Cells ein={ein} filing={filing} shown={shown} column={one} />
            ),
          })),
        ]}
      />
      <Empty
        labels={empty.map(({ label }) => label)}
        isShaded={rows.some((shown) => columns.some((one) => !isAsked(shown, one)))}
      />
    </div>
  )
}

type RowProps = Omit<Props, 'rows'> & { shown: SectionRow; plan: Plan }

const RowHead = ({ noteOn, shown, plan: { head, notes }, ...props }: RowProps) => {
  const cited = { ein: props.ein, filing: props.filing, shown }
  return (
    <div class="row-head">
      <RowNumber {...cited} table={props.table} />
      <div>
        {shown.row.label ?? (head && <Cells {...cited} column={head} />)}
        {notes
          .filter((column) => cellsOf(column, shown.row.cells).length > 0)
          .map((column) => (
            <div key={column.key} class="row-note">
              <Cells {...cited} column={column} />
            </div>
          ))}
        {noteOn?.(shown)}
      </div>
    </div>
  )
}

const Caption = ({ table: { label, line } }: { table: SectionTable }) => (
  <>
    {label} <span class="quiet">{line}</span>
  </>
)

/** More than a line or two would push the next table off the screen. */
const MAX_EMPTY = 6

const Empty = ({ labels, isShaded }: { labels: readonly string[]; isShaded?: boolean }) => {
  const words = `Empty in all of these rows: ${labels.join('; ')}.`
  const isLong = labels.length > MAX_EMPTY
  return (
    <>
      <p class="quiet note">
        {/* Markdown and screen readers get words instead of the dash. */}
        <span aria-hidden="true">
          A dash means not reported{isShaded && '; a blank cell, that the form does not ask for it'}
          .
        </span>
        {labels.length > 0 && !isLong && ` ${words}`}
      </p>
      {isLong && (
        <details class="quiet note">
          <summary>{`${labels.length} columns that are empty in all of these rows`}</summary>
          <p>{words}</p>
        </details>
      )}
    </>
  )
}

/** Rows of long texts, one below the other. */
const RowCards = ({ ein, filing, table, rows, isTitled, noteOn }: Props) => (
  <div class="row-cards">
    {!isTitled && (
      <p class="caption">
        <Caption table={table} />
      </p>
    )}
    <ol>
      {rows.map((shown, at) => (
        <li key={at} class="card">
          <p class="quiet">
            <RowNumber ein={ein} filing={filing} table={table} shown={shown} /> {shown.row.label}
          </p>
          {noteOn?.(shown)}
          <FactList ein={ein} facts={toFacts(filing, shown)} />
        </li>
      ))}
    </ol>
  </div>
)

type NumberProps = Pick<Props, 'ein' | 'filing' | 'table'> & { shown: SectionRow }

/** The line of a statement or the number of a row, as a link to the evidence of the whole row. */
export const RowNumber = ({ ein, filing, table, shown }: NumberProps) => {
  const { path } = shown.row
  const line = lineOfRow(filing, shown)?.replace(/^.*, line /, '')
  const text = line ?? numberOf(shown)
  if (text === undefined) return null
  if (path === undefined) return <span class="row-number">{text}</span>
  const name = `${line === undefined ? 'Row' : 'Line'} ${text} of ${table.label}, as filed`
  return (
    <a class="row-number" href={evidencePath(ein, refOf(filing, path))} aria-label={name}>
      {text}
    </a>
  )
}

const isNumeric = (column: ShownColumn): boolean =>
  column.as === 'value' && column.unit !== undefined

type CellsProps = Pick<Props, 'ein' | 'filing'> & { shown: SectionRow; column: ShownColumn }

const isAsked = (shown: SectionRow, column: ShownColumn): boolean =>
  column.as !== 'value' || asksFor(shown, column.key)
const NOT_ASKED = <span class="hidden">not on the form</span>

/** The values of a row in a column, each with its evidence; a dash if there are none. */
const Cells = ({ ein, filing, shown, column }: CellsProps) => {
  const parts = cellsOf(column, shown.row.cells)
  if (parts.length === 0) return isAsked(shown, column) ? <NotReported /> : NOT_ASKED
  return (
    <>
      {parts.map(({ key, label, cell }, at) => (
        <Fragment key={key}>
          {at > 0 && ', '}
          <Value
            ein={ein}
            label={label}
            value={column.as === 'ticked' ? label : showContact(key, cell.value)}
            unit={unitIn(column)}
            ref_={refOf(filing, cell.path)}
          />
        </Fragment>
      ))}
    </>
  )
}

// The column head already says hours.
const unitIn = (column: ShownColumn): string | undefined =>
  column.as !== 'value' || column.unit === 'hours' ? undefined : column.unit

type DetailProps = Pick<Props, 'ein' | 'filing'> & { detail: NonNullable<SectionRow['detail']> }

/** The row of another table on the same subject: for a person, of Schedule J. */
const RowDetail = ({ ein, filing, detail }: DetailProps) => {
  const { table, row } = detail
  const described = describeTable(filing, table, 1)
  const total = row.cells.totalCompensation?.value
  return (
    <details>
      <summary>
        {described.line}
        {typeof total === 'number' && `: ${formatValue(total, 'USD')} from the organization`}
      </summary>
      <p class="quiet">
        {described.label}, row{' '}
        <RowNumber ein={ein} filing={filing} table={described} shown={detail} />
      </p>
      <FactList ein={ein} facts={toFacts(filing, detail)} />
    </details>
  )
}

/** Returns the cells of a row as facts, in the order of the columns. */
export function toFacts(
  filing: CitedFiling,
  { table, row }: Pick<SectionRow, 'table' | 'row'>,
): SectionFact[] {
  const { columns } = describeTable(filing, table, 1)
  return columns.flatMap(({ key, label, unit }) => {
    const cell = row.cells[key]
    if (!cell) return []
    return [{ key, label, ...(unit && { unit }), value: cell.value, ref: refOf(filing, cell.path) }]
  })
}
