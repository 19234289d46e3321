import type { Block, Leaf } from '#src/domain/blocks.ts'
import { readAs } from '#src/domain/facts/read-facts.ts'
import {
  type CellReader,
  cellReader,
  elementsBelow,
  pathOfFirst,
  readAmount,
  readText,
} from '#src/domain/facts/row-facts-cells.ts'
import { namesNobody } from '#src/domain/facts/row-facts-names.ts'
import { hasOwnRows } from '#src/domain/facts/row-facts-read.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES, type TableKey } from '#src/domain/facts/tables/tables.ts'
import { isReached, itemPath, plainPath } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import { packJson } from '#src/domain/packed-json.ts'
import { type CutPart, parseChunk } from './cut-part.ts'
import { clip } from './row.ts'

/** A row of a return that lists a person. */
export type FiledPerson = {
  /** Path of the row, with its index. */
  path: string
  name: string
  title: string | null
  /** Dollars from the organization; null if not filed. */
  pay: number | null
  /** Path of `pay` below the row. */
  payLeaf: string | null
  /** Dollars from related organizations; null if not filed. */
  relatedPay: number | null
  relatedLeaf: string | null
  /** Dollars in all columns of pay; null if none is filed, or one is not readable. */
  totalPay: number | null
  /** Hours a week at the organization and at related ones; null if not filed. */
  hours: number | null
  /** Whether the row is marked as that of a former officer or employee. */
  isFormer: boolean
}

/** The columns of the tables that list people: pay from the organization and from related ones. */
const PAY: Partial<Record<TableKey, { pay: string; related?: string }>> = {
  officers990: { pay: 'reportableCompensation', related: 'relatedCompensation' },
  scheduleJ: { pay: 'totalCompensation', related: 'totalCompensationRelated' },
  officers990EZ: { pay: 'compensation' },
  highestPaid990EZ: { pay: 'compensation' },
  officers990PF: { pay: 'compensation' },
  highestPaid990PF: { pay: 'compensation' },
}

/** Rows of one table at one path. */
type Source = {
  path: string
  steps: readonly string[]
  cells: Readonly<Record<'name' | 'title' | 'pay' | 'related' | 'former', CellReader>>
  total: readonly CellReader[]
  hours: readonly CellReader[]
}

const HOURS = ['averageHours', 'averageHoursRelated']

/** Schedule J also lists the parts of its totals; the columns of other tables add up. */
const totalColumns = (key: string, { columns }: TableDefinition): string[] =>
  key === 'scheduleJ'
    ? ['totalCompensation', 'totalCompensationRelated']
    : Object.keys(columns).filter((column) => columns[column]?.kind === 'money')

// Grouped by part, because every loaded return is read by these.
const SOURCES = new Map<string, Source[]>()
for (const [key, { pay, related = '' }] of Object.entries(PAY)) {
  const table: TableDefinition = TABLES[key as TableKey]
  for (const source of table.rows) {
    const [, block = '', ...steps] = source.path.split('/')
    const reader = (column: string) => cellReader(table, source, column)
    const cells = {
      name: reader('name'),
      title: reader('title'),
      pay: reader(pay),
      related: reader(related),
      former: reader('former'),
    }
    const total = totalColumns(key, table).map(reader)
    const own = { path: source.path, steps, cells, total, hours: HOURS.map(reader) }
    SOURCES.set(block, [...(SOURCES.get(block) ?? []), own])
  }
}

/**
 * Returns the rows of a part that list people; `content` is the part without its cut repeats. Skips
 * rows with a pointer in place of a name, such as "SEE STATEMENT 5".
 */
export function readPeople(form: Form, part: CutPart, content: Block): FiledPerson[] {
  if (!isReached(part) || !hasOwnRows(form, part.block)) return []
  return (SOURCES.get(part.block) ?? []).flatMap((source) => {
    const cut = part.repeats.find(({ path }) => plainPath(path) === source.path)
    const rows = cut ? cut.chunks.flatMap(parseChunk) : elementsBelow(content, source.steps)
    return rows.flatMap((row, at) => toPerson(row, itemPath(source.path, at), source) ?? [])
  })
}

function toPerson(row: Leaf | Block, path: string, source: Source): FiledPerson | undefined {
  const { cells } = source
  const name = readText(row, cells.name)
  if (name === undefined || namesNobody(name)) return undefined
  const [pay, payLeaf] = readPay(row, cells.pay)
  const [relatedPay, relatedLeaf] = readPay(row, cells.related)
  const title = readText(row, cells.title) ?? null
  return {
    ...{ path, name, title, pay, payLeaf, relatedPay, relatedLeaf },
    totalPay: readAmount(row, source.total) ?? null,
    hours: readAmount(row, source.hours) ?? null,
    isFormer: readAs('boolean', readText(row, cells.former) ?? '') === true,
  }
}

function readPay(row: Leaf | Block, cell: CellReader): [number, string] | [null, null] {
  const amount = readAmount(row, [cell])
  return amount === undefined ? [null, null] : [amount, pathOfFirst(row, [cell], '').slice(1)]
}

/** Returns the people of a return as the column `people`, which `readPacked` opens. */
export function storePeople(people: readonly FiledPerson[]): Buffer | null {
  if (people.length === 0) return null
  const clipped = people.map((one) => ({ ...one, name: clip(one.name), title: clip(one.title) }))
  return packJson('people', Buffer.from(JSON.stringify(clipped)))
}
