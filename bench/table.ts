import Table from 'cli-table3'
import { formatCount } from '#src/domain/money.ts'
import type { Row } from './row.ts'

const HEADS = ['Measured', 'Value', 'Against', 'Reference', 'Ratio', 'Aim', 'Met']
// 80 columns with the lines between them.
const WIDTHS = [22, 14, 14, 9, 5, 5, 3]

/** Returns the rows as a table of 80 columns. */
export function formatTable(rows: readonly Row[]): string {
  const table = new Table({
    head: HEADS,
    colWidths: WIDTHS,
    colAligns: ['left', 'right', 'left', 'right', 'right', 'right', 'left'],
    wordWrap: true,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  })
  for (const row of rows) {
    if (row.value === null) table.push([row.name, { content: row.against, colSpan: 6 }])
    else table.push(cells(row))
  }
  return table.toString()
}

const cells = ({ name, value, unit, against, reference, ratio, aim, met }: Row): string[] => [
  name,
  `${show(value)} ${unit}`,
  against,
  show(reference),
  show(ratio),
  aim ?? '',
  met === null ? '' : met ? 'yes' : 'NO',
]

const show = (figure: number | null): string => (figure === null ? '' : formatCount(figure))
