import type { Block, Leaf } from '#src/domain/blocks.ts'
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
import { type CutPart, parseChunk } from './cut-part.ts'

/** A row of a return that lists a person (table filed_person, without its filing and number). */
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
  cells: Readonly<Record<'name' | 'title' | 'pay' | 'related', CellReader>>
}

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
    }
    SOURCES.set(block, [...(SOURCES.get(block) ?? []), { path: source.path, steps, cells }])
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

function toPerson(row: Leaf | Block, path: string, { cells }: Source): FiledPerson | undefined {
  const name = readText(row, cells.name)
  if (name === undefined || namesNobody(name)) return undefined
  const [pay, payLeaf] = readPay(row, cells.pay)
  const [relatedPay, relatedLeaf] = readPay(row, cells.related)
  const title = readText(row, cells.title) ?? null
  return { path, name, title, pay, payLeaf, relatedPay, relatedLeaf }
}

function readPay(row: Leaf | Block, cell: CellReader): [number, string] | [null, null] {
  const amount = readAmount(row, [cell])
  return amount === undefined ? [null, null] : [amount, pathOfFirst(row, [cell], '').slice(1)]
}
