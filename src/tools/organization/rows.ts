import { STATEMENTS } from '../../domain/facts/tables/statements.ts'
import { type TableDefinition, unitOf } from '../../domain/facts/tables/table.ts'
import { TABLES } from '../../domain/facts/tables/tables.ts'
import { MOST_ROWS } from '../parameters.ts'
import { at, bracketed, counted, MOST_TEXT, numberAt, textAt, worded } from '../text.ts'

/** Names, titles and amounts come first in every table, addresses last. */
const MOST_CELLS = 8
/** The longest text in a row: descriptions of programs run to pages. */
const MOST_CELL_TEXT = 200

type Cell = { label: string; value: unknown; unit: string | undefined; ref: string | undefined }

// The API writes our keys with a capital: `cashGrant` is CashGrant.
const capital = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}`

const CATALOGUE = new Map<string, TableDefinition>(
  Object.entries<TableDefinition>({ ...TABLES, ...STATEMENTS }).map(([key, table]) => [
    capital(key),
    table,
  ]),
)

/** Returns the label of a row's table; a row opened by its Ref comes without the table. */
export const tableOf = (row: unknown): string | undefined =>
  textAt(row, 'Label') ?? CATALOGUE.get(textAt(row, 'Table') ?? '')?.label

/** Returns the values of a row in lines, each with its Ref. */
export const cellLines = (row: unknown): string[] =>
  cellsOf(row).map((one) => `- ${cellText(one, MOST_TEXT)}${bracketed(one.ref)}`)

/** Returns a table and its rows in the response, a line each with the Ref of the row. */
export function tableLines(table: unknown, rows: readonly unknown[]): string[] {
  const own = rows.filter((row) => textAt(row, 'Table') === textAt(table, 'Key'))
  return [
    `- ${textAt(table, 'Label')} (${textAt(table, 'Line')}): ${counted(numberAt(table, 'RowCount'), 'row')} in all`,
    ...own.slice(0, MOST_ROWS).map((row) => `  - ${rowLine(row)}`),
    ...(own.length > MOST_ROWS ? [`  - and ${counted(own.length - MOST_ROWS, 'row')} more`] : []),
  ]
}

function rowLine(row: unknown): string {
  // Unticked boxes would hide the values.
  const filled = cellsOf(row).filter(({ value }) => value !== false)
  const left = filled.length - MOST_CELLS
  const ref = textAt(row, 'EvidenceRef')
  const parts = [
    textAt(row, 'Label'),
    ...filled
      .slice(0, MOST_CELLS)
      // A row without an element of its own has no Ref; its values have.
      .map((one) => `${cellText(one, MOST_CELL_TEXT)}${ref ? '' : bracketed(one.ref)}`),
    left > 0 && `${counted(left, 'value')} more`,
  ]
  return `${parts.filter(Boolean).join('; ')}${bracketed(ref)}`
}

function cellsOf(row: unknown): Cell[] {
  const columns = CATALOGUE.get(textAt(row, 'Table') ?? '')?.columns ?? {}
  const byName = new Map(Object.entries(columns).map(([key, column]) => [capital(key), column]))
  return Object.entries(at(row, 'Values') ?? {}).map(([name, value]) => {
    const column = byName.get(name)
    return {
      label: column?.label ?? name,
      value,
      unit: column && unitOf(column),
      ref: textAt(row, 'EvidenceRefs', name),
    }
  })
}

const cellText = ({ label, value, unit }: Cell, longest: number): string =>
  `${label}: ${worded(value, unit, longest)}`
