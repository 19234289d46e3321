import type { Cell } from '#src/domain/facts/tables/read-rows.ts'
import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import type { SectionRow, SectionTable } from '#src/organizations/sections/section-data.ts'

type Named = { key: string; label: string }

/**
 * A column as shown: a `value`, several cells `joined` into one (an address), or the boxes `ticked`
 * among several (positions of a person).
 */
export type ShownColumn =
  | { as: 'value'; key: string; label: string; unit?: string }
  | { as: 'joined' | 'ticked'; key: string; label: string; parts: Named[] }

const ADDRESS = ['street', 'street2', 'city', 'state', 'zip', 'country']
const POSITIONS = [
  ...['trustee', 'institutionalTrustee', 'officer'],
  ...['keyEmployee', 'highestCompensated', 'former'],
]
const GROUPS = [
  { as: 'ticked', key: 'position', label: 'Position', members: POSITIONS },
  { as: 'joined', key: 'address', label: 'Address', members: ADDRESS },
] as const

/** Returns the columns of a table as shown, each group in the place of its first member. */
export function groupColumns({ columns }: Pick<SectionTable, 'columns'>): ShownColumn[] {
  const shown: ShownColumn[] = []
  for (const column of columns) {
    const { key, label, unit } = column
    const group = GROUPS.find(({ members }) => members.includes(key as never))
    if (!group) shown.push({ as: 'value', key, label, ...(unit !== undefined && { unit }) })
    else if (!shown.some((one) => one.key === group.key)) {
      const parts = columns.filter((one) => group.members.includes(one.key as never))
      // A list of states has no addresses.
      if (parts.length === 1 && group.as === 'joined') {
        shown.push({ as: 'value', key, label })
        continue
      }
      const { as, key: name, label: title } = group
      shown.push({ as, key: name, label: title, parts })
    }
  }
  return shown
}

/** Returns the cells of a row that a column shows. */
export function cellsOf(
  column: ShownColumn,
  cells: Readonly<Record<string, Cell>>,
): (Named & { cell: Cell })[] {
  const parts = column.as === 'value' ? [column] : column.parts
  return parts.flatMap(({ key, label }) => {
    const cell = cells[key]
    const isShown = cell !== undefined && (column.as !== 'ticked' || cell.value === true)
    return isShown ? [{ key, label, cell }] : []
  })
}

export type Plan = {
  /** The column that names a row: the first text; undefined if rows have labels. */
  head: ShownColumn | undefined
  /** Text below the label of a row, such as the source of its revenue. */
  notes: ShownColumn[]
  columns: ShownColumn[]
  /** Columns that no row fills. */
  empty: ShownColumn[]
}

/** Returns which columns of a table to show for these rows, and where. */
export function planColumns(table: SectionTable, rows: readonly SectionRow[]): Plan {
  const all = groupColumns(table)
  const isFilled = (column: ShownColumn) =>
    rows.some(({ row }) => cellsOf(column, row.cells).length > 0)
  const filled = all.filter(isFilled)
  const empty = all.filter((column) => !isFilled(column))
  if (rows.some(({ row }) => row.label !== undefined)) {
    const notes = filled.filter(isText)
    return { head: undefined, notes, columns: filled.filter((one) => !isText(one)), empty }
  }
  const head = filled.find(isText)
  const isLeading = ({ key }: ShownColumn) => Number(LEADING.includes(key))
  const columns = filled
    .filter((one) => one !== head)
    .toSorted((one, other) => isLeading(other) - isLeading(one))
  return { head, notes: [], columns, empty }
}

/** The subject of a table, which a wide table would hide behind other columns. */
const LEADING = ['amount', 'cashGrant', 'reportableCompensation', 'compensation']

const isText = (column: ShownColumn): boolean => column.as === 'value' && column.unit === undefined

/** Longer text does not fit into a cell; two lines of a column have about 100 characters. */
const PROSE = 240

/** Whether rows contain text that is too long for a table. */
export const isProse = (rows: readonly SectionRow[]): boolean =>
  rows.some(({ row }) =>
    Object.values(row.cells).some(({ value }) => typeof value === 'string' && value.length > PROSE),
  )

/** Returns the one-based number of a row as its Ref counts; undefined if it has none. */
export function numberOf({ row }: SectionRow): number | undefined {
  const index = /\[(\d+)\]$/.exec(row.path ?? '')?.[1]
  return index === undefined ? undefined : Number(index)
}

// "Total assets", "Net income", "Gross profit or loss": the names of sums on forms.
const SUM = /^(total|net |gross profit|revenue less|excess|subtotal|add lines)|, total$|, sum$/i

/** Whether a line of a statement adds up other lines, judging by its name on the form. */
export const isSumLine = ({ row }: SectionRow): boolean =>
  row.isTotal === true || (row.label !== undefined && SUM.test(row.label))

/** Rows of one part of the form; `part` is undefined if all rows of the table are in one. */
type PartRows = { part: string | undefined; own: SectionRow[] }

/** Groups lines of a statement by part of the form, because each part counts its lines from 1. */
export function groupByPart(
  filing: Pick<CitedFiling, 'schemaVersion'>,
  rows: readonly SectionRow[],
): PartRows[] {
  const groups: PartRows[] = []
  for (const row of rows) {
    const part = lineOfRow(filing, row)?.replace(/, line .*$/, '')
    const last = groups.at(-1)
    if (last && last.part === part) last.own.push(row)
    else groups.push({ part, own: [row] })
  }
  const isOne = new Set(groups.map(({ part }) => part)).size <= 1
  return isOne ? [{ part: undefined, own: [...rows] }] : groups
}
