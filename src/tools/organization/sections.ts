import { STATEMENTS } from '../../domain/facts/tables/statements.ts'
import { type TableDefinition, unitOf } from '../../domain/facts/tables/table.ts'
import { TABLES } from '../../domain/facts/tables/tables.ts'
import { SECTION_IDS } from '../../organizations/sections/section.ts'
import { CHARITY, CURSOR, EIN, LIMIT, MAX_ROWS } from '../parameters.ts'
import {
  at,
  bracketed,
  citationsOf,
  counted,
  listAt,
  MAX_TEXT,
  NOT_READABLE,
  nameAt,
  nextPage,
  numberAt,
  textAt,
  worded,
} from '../text.ts'
import type { OperationTool } from '../tool.ts'

/** The path of a section, which also opens evidence. */
export const SECTION = `${CHARITY}/sections/{SectionId}`

/** Values shown of a section or a record; the JSON has all of them. */
export const MAX_LINES = 25

export const getSection: OperationTool = {
  name: 'get_section',
  description:
    'Returns one section of a profile in full, with a Ref for each value. Sections include money over the years, rating, programs, leadership and pay, and grants.',
  operation: {
    title: 'Section of a profile',
    path: SECTION,
    arguments: {
      EIN,
      Section: {
        parameter: 'SectionId',
        isRequired: true,
        description: `Section ID. get_profile lists the sections of a filing. All IDs: ${SECTION_IDS.join(', ')}.`,
      },
      Form: {},
      Year: {},
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: sectionToText,
  },
}

function sectionToText(response: unknown): string[] {
  const section = at(response, 'Section')
  const cite = citationsOf(listAt(response, 'EvidenceRefs'))
  const values = [...labelled(at(response, 'Data'))]
  const left = values.length - MAX_LINES
  return [
    `${textAt(section, 'Title')}, Form ${textAt(section, 'Form')} for tax year ${textAt(section, 'Year')}: ${textAt(section, 'Summary')}`,
    ...values.slice(0, MAX_LINES).map((one) => `- ${lineOf(one, cite)}`),
    ...(left > 0 ? [`- and ${counted(left, 'more value')}`] : []),
    ...listAt(response, 'Data', 'Tables').flatMap((table) =>
      tableLines(table, listAt(response, 'Data', 'Rows')),
    ),
    ...listAt(response, 'Data', 'Elements').map(elementLine),
    ...listAt(response, 'Data', 'Relationships').map(relationshipLine),
    ...nextPage(response),
  ]
}

const elementLine = (element: unknown): string => {
  const names = [textAt(element, 'Schedule'), textAt(element, 'Label')]
  return `- ${names.filter(Boolean).join(': ')}${bracketed(textAt(element, 'EvidenceRef'))}`
}

const relationshipLine = (one: unknown): string => {
  const [evidence] = listAt(one, 'Evidence')
  const name = nameAt(one, 'Organization', 'Name') ?? 'Name unknown'
  const ein = textAt(one, 'Organization', 'EIN')
  const who = `${name} (${ein ? `EIN ${ein}` : 'EIN unknown'})`
  return `- ${who}: ${textAt(one, 'RelationshipType')}${bracketed(textAt(evidence, 'EvidenceRef'))}`
}

type Labelled = { label: string; value: unknown; unit?: string; ref?: string }

/**
 * Yields every object with a label and a value, or a year and a value, in order. An unreadable
 * amount has a Ref and no value.
 */
function* labelled(part: unknown, name = ''): Generator<Labelled> {
  if (Array.isArray(part)) {
    for (const one of part) yield* labelled(one, name)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const year = textAt(part, 'Year')
  const unreadable = textAt(part, 'Figure') ?? (year && `${name} ${year}`)
  const label = textAt(part, 'Label') ?? unreadable
  const value = at(part, 'Value')
  const ref = textAt(part, 'EvidenceRef')
  if (label !== undefined && (value !== undefined || (label === unreadable && ref))) {
    const unit = textAt(part, 'Unit') ?? moneyOf(name)
    yield { label, value, ...(unit && { unit }), ...(ref && { ref }) }
    return
  }
  for (const [key, one] of Object.entries(part)) {
    // Rows are shown with their tables.
    if (key !== 'Rows' && key !== 'Tables') yield* labelled(one, MONEY.includes(name) ? name : key)
  }
}

/** Parts of the money flow: its values are in dollars and have no unit. */
const MONEY = ['Revenue', 'Expense', 'Assets', 'Liabilities', 'Revenues', 'Expenses', 'FundBalance']
const moneyOf = (name: string): string | undefined => (MONEY.includes(name) ? 'USD' : undefined)

const lineOf = ({ label, value, unit, ref }: Labelled, cite: (ref?: string) => string): string =>
  `${label}: ${value === undefined ? NOT_READABLE : worded(value, unit)}${cite(ref)}`

/** Names, titles, and amounts come first in every table, addresses last. */
const MAX_CELLS = 8
/** The longest text in a row: descriptions of programs can fill pages. */
const MAX_CELL_TEXT = 200

type Cell = { label: string; value: unknown; unit: string | undefined; ref: string | undefined }

// The API capitalizes catalogue keys: `cashGrant` is CashGrant.
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
  cellsOf(row).map((one) => `- ${cellText(one, MAX_TEXT)}${bracketed(one.ref)}`)

/** Returns a table and its rows in the response, one line per row, each with the row's Ref. */
function tableLines(table: unknown, rows: readonly unknown[]): string[] {
  const own = rows.filter((row) => textAt(row, 'Table') === textAt(table, 'Key'))
  return [
    `- ${textAt(table, 'Label')} (${textAt(table, 'Line')}): ${counted(numberAt(table, 'RowCount'), 'row')} in total`,
    ...own.slice(0, MAX_ROWS).map((row) => `  - ${rowLine(row)}`),
    ...(own.length > MAX_ROWS ? [`  - and ${counted(own.length - MAX_ROWS, 'more row')}`] : []),
  ]
}

function rowLine(row: unknown): string {
  // Unchecked boxes would hide the values.
  const filled = cellsOf(row).filter(({ value }) => value !== false)
  const left = filled.length - MAX_CELLS
  const ref = textAt(row, 'EvidenceRef')
  const parts = [
    textAt(row, 'Label'),
    ...filled
      .slice(0, MAX_CELLS)
      // A row without its own element has no Ref, but its values do.
      .map((one) => `${cellText(one, MAX_CELL_TEXT)}${ref ? '' : bracketed(one.ref)}`),
    left > 0 && counted(left, 'more value'),
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
