import type { Cell } from '#src/domain/facts/tables/read-rows.ts'
import type { SectionRow, SectionTable } from '#src/organizations/sections/section-data.ts'

type Named = { key: string; label: string }

/**
 * A column as a page shows it: a `value`, several cells `joined` into one (an address), or the
 * boxes `ticked` among several (positions a person holds).
 */
export type ShownColumn =
  | { as: 'value'; key: string; label: string; unit?: string }
  | { as: 'joined' | 'ticked'; key: string; label: string; parts: Named[] }

const ADDRESS = ['street', 'street2', 'city', 'state', 'zip', 'country']
const POSITIONS = [
  'trustee',
  'institutionalTrustee',
  'officer',
  'keyEmployee',
  'highestCompensated',
  'former',
]
const GROUPS = [
  { as: 'ticked', key: 'position', label: 'Position', members: POSITIONS },
  { as: 'joined', key: 'address', label: 'Address', members: ADDRESS },
] as const

/** How the columns of a table are shown, each group where its first member stands. */
export function groupColumns({ columns }: Pick<SectionTable, 'columns'>): ShownColumn[] {
  const shown: ShownColumn[] = []
  for (const column of columns) {
    const { key, label, unit } = column
    const group = GROUPS.find(({ members }) => members.includes(key as never))
    if (!group) shown.push({ as: 'value', key, label, ...(unit !== undefined && { unit }) })
    else if (!shown.some((one) => one.key === group.key)) {
      const parts = columns.filter((one) => group.members.includes(one.key as never))
      const { as, key: name, label: title } = group
      shown.push({ as, key: name, label: title, parts })
    }
  }
  return shown
}

/** The cells of a row that a column shows, in its order. */
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

/** Columns that any of the rows fills, and those that none does. */
export function splitColumns(
  columns: readonly ShownColumn[],
  rows: readonly SectionRow[],
): { filled: ShownColumn[]; empty: ShownColumn[] } {
  const isFilled = (column: ShownColumn) =>
    rows.some(({ row }) => cellsOf(column, row.cells).length > 0)
  return {
    filled: columns.filter(isFilled),
    empty: columns.filter((column) => !isFilled(column)),
  }
}

/**
 * `head` is the column whose value names a row; absent where rows have labels of their own, below
 * which `notes` stand: texts that say more of a line, such as what its revenue is from.
 */
export type Plan = {
  head: ShownColumn | undefined
  notes: ShownColumn[]
  columns: ShownColumn[]
  empty: ShownColumn[]
}

/** Which column names a row: the first text, or none where rows have labels of their own. */
export function planColumns(table: SectionTable, rows: readonly SectionRow[]): Plan {
  const { filled, empty } = splitColumns(groupColumns(table), rows)
  if (rows.some(({ row }) => row.label !== undefined)) {
    const notes = filled.filter(isText)
    return { head: undefined, notes, columns: filled.filter((one) => !isText(one)), empty }
  }
  const head = filled.find(isText)
  const others = filled.filter((one) => one !== head)
  // A screen has room for those that differ; every value stands there with its evidence, though.
  const same = others.filter((one) => isShared(one, rows))
  const unlike = others.filter((one) => !same.includes(one))
  return { head, notes: [], columns: [...leadWithAmount(unlike), ...same], empty }
}

/** Of fewer rows what they share is seen at a glance. */
const FEWEST_SHARING = 3

/** Whether all rows say the same in a column that a table is not read for. */
function isShared({ as, key }: ShownColumn, rows: readonly SectionRow[]): boolean {
  if (as !== 'value' || LEADING.includes(key) || rows.length < FEWEST_SHARING) return false
  const values = new Set(rows.map(({ row }) => row.cells[key]?.value))
  return values.size === 1 && !values.has(undefined)
}

/** What tables are read for; on a phone no more than one column stands beside the name. */
const LEADING = ['amount', 'cashGrant', 'reportableCompensation', 'compensation']

function leadWithAmount(columns: readonly ShownColumn[]): ShownColumn[] {
  const leading = columns.filter(({ key }) => LEADING.includes(key))
  return [...leading, ...columns.filter((column) => !leading.includes(column))]
}

const isText = (column: ShownColumn): boolean => column.as === 'value' && column.unit === undefined

/** A text that fits no cell of a table; two lines of a column have some 100 characters. */
const PROSE = 240

/** Whether rows hold texts so long that they are read one below the other, not as a table. */
export const isProse = (rows: readonly SectionRow[]): boolean =>
  rows.some(({ row }) =>
    Object.values(row.cells).some(({ value }) => typeof value === 'string' && value.length > PROSE),
  )

/** Number of a row among the elements of its name, from 1, as its Ref counts; undefined where it has none. */
export function numberOf({ row }: SectionRow): number | undefined {
  const index = /\[(\d+)\]$/.exec(row.path ?? '')?.[1]
  return index === undefined ? undefined : Number(index)
}

// "Total assets", "Net income", "Gross profit or loss": how forms call lines that others add up to.
const SUM = /^(total|net |gross profit|revenue less|excess|subtotal|add lines)|, total$|, sum$/i

/** Whether a line of a statement sums others, by what the form calls it. */
export const isSumLine = ({ row }: SectionRow): boolean =>
  row.isTotal === true || (row.label !== undefined && SUM.test(row.label))
