import { STATEMENTS } from '../../../domain/facts/tables/statements.ts'
import { type TableDefinition, unitOf } from '../../../domain/facts/tables/table.ts'
import { TABLES } from '../../../domain/facts/tables/tables.ts'
import { at, MOST_TEXT, textAt } from './read.ts'
import { counted, worded } from './words.ts'

/** As many as Limit may ask for. */
const MOST_ROWS = 50
/** Names, titles and amounts come first in every table, addresses last. */
const MOST_CELLS = 8
/** Of a text among others in a line: descriptions of programs run to pages. */
const MOST_CELL_TEXT = 200

type Cell = { label: string; value: unknown; unit: string | undefined; ref: string | undefined }

// Answers write keys of ours with a capital (`cashGrant` is CashGrant).
const capital = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}`

const CATALOGUE = new Map<string, TableDefinition>(
  Object.entries<TableDefinition>({ ...TABLES, ...STATEMENTS }).map(([key, table]) => [
    capital(key),
    table,
  ]),
)

/** What the table of a row is called, without its row: a row shown alone comes without its table. */
export const tableOf = (row: unknown): string | undefined =>
  textAt(row, 'Label') ?? CATALOGUE.get(textAt(row, 'Table') ?? '')?.label

/** The values of a row in lines, each with its Ref. */
export const cellLines = (row: unknown): string[] =>
  cellsOf(row).map((one) => `- ${cellText(one, MOST_TEXT)}${one.ref ? ` [${one.ref}]` : ''}`)

/** A table and the rows of it that the answer has, a line each with the Ref of the row. */
export function tableLines(table: unknown, rows: readonly unknown[]): string[] {
  const own = rows.filter((row) => textAt(row, 'Table') === textAt(table, 'Key'))
  const count = Number(textAt(table, 'RowCount'))
  return [
    `- ${textAt(table, 'Label')} (${textAt(table, 'Line')}): ${counted(count, 'row')} in all`,
    ...own.slice(0, MOST_ROWS).map((row) => `  - ${rowLine(row)}`),
    ...(own.length > MOST_ROWS ? [`  - and ${counted(own.length - MOST_ROWS, 'row')} more`] : []),
  ]
}

function rowLine(row: unknown): string {
  // What is checked "no", or left blank, of many boxes would hide what is said.
  const told = cellsOf(row).filter(({ value }) => value !== false)
  const left = told.length - MOST_CELLS
  const ref = textAt(row, 'EvidenceRef')
  const parts = [
    textAt(row, 'Label'),
    ...told
      .slice(0, MOST_CELLS)
      // A row whose values stand in no element of their own has no Ref, and they have.
      .map((one) => `${cellText(one, MOST_CELL_TEXT)}${ref || !one.ref ? '' : ` [${one.ref}]`}`),
    left > 0 && `${counted(left, 'value')} more`,
  ]
  return `${parts.filter(Boolean).join('; ')}${ref ? ` [${ref}]` : ''}`
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
