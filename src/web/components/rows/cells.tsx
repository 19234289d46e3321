import { Fragment } from 'preact'
import { refOf } from '#src/domain/cite.ts'
import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import type { SectionRow } from '#src/organizations/sections/section-data.ts'
import { Value } from '../value.tsx'
import { cellsOf, type ShownColumn } from './columns.ts'

/** Figures stand to the right. */
export const classOf = (column: ShownColumn): string | undefined =>
  column.as === 'value' && column.unit !== undefined ? 'number' : undefined

type CellsProps = {
  ein: string
  filing: CitedFiling
  shown: SectionRow
  column: ShownColumn
}

/** What a row says in a column, each part with its evidence; a dash for nothing. */
export const Cells = ({ ein, filing, shown, column }: CellsProps) => {
  const parts = cellsOf(column, shown.row.cells)
  if (parts.length === 0) return <NotReported />
  return (
    <>
      {parts.map(({ key, label, cell }, at) => (
        <Fragment key={key}>
          {at > 0 && ', '}
          <Value
            ein={ein}
            label={label}
            value={column.as === 'ticked' ? label : cell.value}
            unit={unitIn(column)}
            ref_={refOf(filing, cell.path)}
          />
        </Fragment>
      ))}
    </>
  )
}

// The head of the column says hours already.
const unitIn = (column: ShownColumn): string | undefined =>
  column.as !== 'value' || column.unit === 'hours' ? undefined : column.unit

/** Where a row says nothing; a note below each table says what the dash means. */
export const NotReported = () => (
  <span class="unknown">
    <span aria-hidden="true">–</span>
    <span class="hidden">not reported</span>
  </span>
)
