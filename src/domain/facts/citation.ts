import { type Evidence, shownPath } from '../evidence.ts'
import { nearestAbove, plainPath } from '../filing-contents.ts'
import { FORM_BLOCK, type Form } from '../form.ts'
import { type Line, lineIn } from '../tsv.ts'
import { lineOf } from './catalogue.ts'
import { leafSubject, rowSubject } from './subjects.ts'
import { pathsOf } from './tables/read-rows.ts'
import { STATEMENTS } from './tables/statements.ts'
import type { RowSource, TableDefinition } from './tables/table.ts'
import { TABLES } from './tables/tables.ts'

/** A leaf or row to cite. `path` begins with its part. */
type CitedPlace = {
  form: Form
  taxYear: number
  path: string
  /** The part and line depend on it; unknown versions count as the oldest. */
  schemaVersion?: string | null | undefined
}

/** A form's name as the IRS writes it. */
export const FORM_NAMES: Record<Form, string> = {
  '990': 'Form 990',
  '990EZ': 'Form 990-EZ',
  '990PF': 'Form 990-PF',
  '990T': 'Form 990-T',
  '990N': 'Form 990-N',
}

/**
 * Returns a citation for people: "Form 990 (tax year 2022), Part I, line 12", "Form 990 (tax year
 * 2022), Schedule I, Part II, line 1, row 3". An element outside the catalogue is cited by its part
 * and name: "Form 990 (tax year 2022), Schedule D, element OtherAssetsOrgGrp[1]/Desc".
 */
export function citationOf({ form, taxYear, path, schemaVersion }: CitedPlace): string {
  const version = schemaVersion ?? undefined
  const plain = plainPath(path)
  const line = lineOf(plain, version) ?? rowLine(path, plain, version)
  const place = line ?? placeInWords(form, path)
  const year = `${FORM_NAMES[form]} (tax year ${taxYear})`
  return place ? `${year}, ${place}` : year
}

// A leaf that no column reads is in a row, too, but the row's line would not identify it.
const rowLine = (path: string, plain: string, version: string | undefined): string | undefined =>
  rowSubject(plain) || leafSubject(plain) ? lineOfPath(path, version) : undefined

function placeInWords(form: Form, path: string): string {
  const [part = '', ...steps] = shownPart(form, path)
  const element = steps.length > 0 ? `element ${steps.join('/')}` : ''
  return [part, element].filter(Boolean).join(', ')
}

function shownPart(form: Form, path: string): string[] {
  const [root = '', ...steps] = path.slice(1).split('/')
  const [block = '', index] = root.split(/[[\]]/)
  if (block === FORM_BLOCK[form]) {
    return ['', ...(form === '990N' ? [shownPath(form, path).slice(1)] : steps)]
  }
  return [partName(block) + (index ? ` (${index})` : ''), ...steps]
}

/**
 * Returns the name of a part of a return: Schedule D, Form 4562, header; for an attachment, its
 * element's name, "Other Income Schedule 2".
 */
export function partName(block: string): string {
  if (block === 'ReturnHeader') return 'header'
  const [, number, schedule] = /^IRS(\d+[A-Z]*?)(?:Schedule([A-Z]\d*))?$/.exec(block) ?? []
  if (!number) return block.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, ' ')
  const isOwn = number.startsWith('990')
  if (schedule) return isOwn ? `Schedule ${schedule}` : `Form ${number}, Schedule ${schedule}`
  return `Form ${number}`
}

const LIST_NAMES = {
  bmf: 'IRS Business Master File',
  pub78: 'IRS Publication 78',
  revocation: 'IRS Automatic Revocation of Exemption List',
  sdn: 'OFAC sanctions lists',
  sam: 'SAM.gov exclusions list',
} as const

/**
 * Cites a column of a registry row, "IRS Business Master File, 2026-04, NTEE_CD", or an entry of a
 * restriction list, "OFAC sanctions lists (2026-04), entry 7116: SDN_Name".
 */
export function listCitationOf(
  evidence: Extract<Evidence, { kind: keyof typeof LIST_NAMES }>,
): string {
  const name = LIST_NAMES[evidence.kind]
  if ('entry' in evidence) {
    const { asOf, entry, column } = evidence
    return `${name} (${asOf}), entry ${entry}${column === undefined ? '' : `: ${column}`}`
  }
  const when = evidence.kind === 'revocation' ? `revoked ${evidence.revokedOn}` : evidence.asOf
  return `${name}, ${when}, ${evidence.column}`
}

type Place = {
  lines: Line
  /** The column or line of a cell. */
  cell?: string
  /** Depth of the row's element, whose index is the row's number; absent if it has none. */
  row?: number
}

const places = new Map<string, Place>()

for (const table of [...Object.values(TABLES), ...Object.values(STATEMENTS)]) {
  for (const source of table.rows) addSource(table, source)
}

function addSource(table: TableDefinition, source: RowSource): void {
  const line = source.line ?? table.line
  const moved = source.line ? source.moved : table.moved
  const lines = moved ? { line, moved } : { line }
  const row = source.columns ? {} : { row: source.path.split('/').length - 1 }
  if (!source.columns) places.set(source.path, { lines, ...row })
  for (const [key, column] of Object.entries(table.columns)) {
    const cell = column.line ? { cell: column.line } : {}
    for (const below of pathsOf(source, key, column.paths)) {
      const path = below === '' ? source.path : `${source.path}/${below}`
      places.set(path, { lines, ...cell, ...row })
    }
  }
}

/**
 * Returns the line of an indexed path in a table or statement, with its row and column: "Part VII,
 * Section A, line 1a, row 3, column (D)", "Part IX, line 5, column (B)". A path that no column
 * reads has the row's line. Undefined for a path outside all tables.
 */
export function lineOfPath(path: string, schemaVersion?: string): string | undefined {
  // The lines of a name are below its column, and an uncatalogued leaf is below its row.
  const found = nearestAbove(places, plainPath(path))
  if (!found) return undefined
  const row = found.row === undefined ? undefined : indexAt(path, found.row)
  const line = lineIn(found.lines, schemaVersion)
  return `${line}${row ? `, row ${row}` : ''}${found.cell ? `, ${found.cell}` : ''}`
}

/** Returns the index of a path's element at a depth; its part is at 1. */
const indexAt = (path: string, depth: number): string | undefined =>
  /\[(\d+)\]$/.exec(path.split('/', depth + 1)[depth] ?? '')?.[1]
