import { refOf } from '#src/domain/cite.ts'
import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import type { SectionFact, SectionRow } from '#src/organizations/sections/section-data.ts'
import { FactList } from '../fact-list.tsx'
import { formatValue } from '../figure.tsx'
import { RowNumber } from './number.tsx'

type Props = { ein: string; filing: CitedFiling; detail: NonNullable<SectionRow['detail']> }

/** What another table of the return says of a row: of a person, Schedule J. */
export const RowDetail = ({ ein, filing, detail }: Props) => {
  const { table, row } = detail
  const described = describeTable(filing, table, 1)
  const { label, line } = described
  const total = row.cells.totalCompensation?.value
  return (
    <details>
      <summary>
        {line}
        {typeof total === 'number' && `: ${formatValue(total, 'USD')} from the organization`}
      </summary>
      <p class="quiet">
        {label}, row <RowNumber ein={ein} filing={filing} table={described} shown={detail} />
      </p>
      <FactList ein={ein} facts={toFacts(filing, detail)} />
    </details>
  )
}

/** The cells of a row as facts, in the order of the table's columns. */
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
