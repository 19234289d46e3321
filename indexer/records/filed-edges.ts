import type { Block, Leaf } from '#src/domain/blocks.ts'
import type { Ein } from '#src/domain/ein.ts'
import { EDGE_SOURCES } from '#src/domain/facts/edge-spans.ts'
import { EDGE_TABLES, type EdgeTable, paidTransactions } from '#src/domain/facts/edges.ts'
import {
  type CellReader,
  cellReader,
  elementsBelow,
  readAmount,
  readText,
} from '#src/domain/facts/row-facts-cells.ts'
import { hasOwnRows } from '#src/domain/facts/row-facts-read.ts'
import type { RowSource } from '#src/domain/facts/tables/table.ts'
import { TABLES, type TableKey } from '#src/domain/facts/tables/tables.ts'
import { CHUNK, isReached, itemPath, plainPath } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import { toCityKey, toNameKey, toWordsKey } from '#src/domain/name-keys.ts'
import type { EdgeCategory, Uncounted } from '#src/domain/network.ts'
import { countryFromFips, US_STATES } from '#src/domain/places.ts'
import { namesNoRecipient, parseRecipientEin } from '#src/domain/recipients.ts'
import { type CutPart, parseChunk } from './cut-part.ts'
import { readRelatedEins } from './related.ts'

/** A recipient's address, as a row of a return gives it. */
type FiledPlace = {
  street: string | null
  city: string | null
  /** `toCityKey` of the city; '' without a city. */
  cityKey: string
  /** USPS code; only for a U.S. address. */
  state: string | null
  /** ZIP (44101, 44101-1234) or postal code. */
  zip: string | null
  /** ISO 3166 alpha-2; only for a foreign address. */
  country: string | null
}

const COLUMNS = ['street', 'street2', 'city', 'state', 'zip', 'country'] as const

type PlaceReaders = Readonly<Record<(typeof COLUMNS)[number], CellReader>>

/** Prepares reading the columns of an address; `reader` prepares one column. */
const placeReaders = (reader: (column: string) => CellReader): PlaceReaders =>
  Object.fromEntries(COLUMNS.map((column) => [column, reader(column)])) as PlaceReaders

/** Returns the address of a row; all fields are null if it has none. */
function readPlace(row: Leaf | Block, cells: PlaceReaders): FiledPlace {
  const textOf = (cell: CellReader) => readText(row, cell) ?? null
  const street = [textOf(cells.street), textOf(cells.street2)].filter((line) => line !== null)
  const city = textOf(cells.city)
  const fips = textOf(cells.country)
  const isAbroad = fips !== null && !HOME.test(fips)
  const zip = textOf(cells.zip)
  return {
    street: street.length > 0 ? street.join(', ') : null,
    city,
    cityKey: city === null ? '' : toCityKey(city),
    state: isAbroad ? null : toState(textOf(cells.state)),
    zip: isAbroad ? zip : toZip(zip),
    country: isAbroad ? (countryFromFips(fips) ?? null) : null,
  }
}

// Some filers put a U.S. address into the element for foreign ones.
const HOME = /^\s*USA?\s*$/i

function toState(filed: string | null): string | null {
  const code = filed?.toUpperCase() ?? ''
  return Object.hasOwn(US_STATES, code) ? code : null
}

const toZip = (filed: string | null): string | null =>
  filed?.replace(/^(\d{5})-?(\d{4})$/, '$1-$2') ?? null

/** A row of a return that lists money given, as filed (table filed_edge, without its filing). */
export type FiledEdge = FiledPlace & {
  /**
   * The position of the edge in its return, from 1: parts in document order, their tables, then
   * filed order.
   */
  ordinal: number
  category: EdgeCategory
  /** Path of the row, with its index. */
  path: string
  name: string | null
  /** `toNameKey` of the name; '' without a name or if it identifies no recipient. */
  nameKey: string
  /** `toWordsKey` of the name; '' without a key, or without a U.S. city and state. */
  wordsKey: string
  ein: Ein | null
  /** The EIN is in Parts II to IV of the same Schedule R, not in the row. */
  isEinRelated: boolean
  /** As filed on Schedule F. */
  region: string | null
  /** Dollars; null if no amount is filed. */
  amount: number | null
  purpose: string | null
  /** Why it does not count; null if it does. */
  uncounted: Uncounted | null
}

/** The organization whose return is read. */
export type EdgeFiler = { form: Form; ein: Ein; schemaVersion?: string | null | undefined }

/** `isGift`: a gift to a related organization, which Schedule I may list as well. */
type Edge = Omit<FiledEdge, 'ordinal'> & { isGift: boolean }
/** Rows of one table in filed order; those of a cut repeat are read during iteration. */
export type EdgeRun = Iterable<Edge>

/** Rows of one table at one path. */
type Source = {
  table: TableKey
  path: string
  steps: readonly string[]
  columns: EdgeTable
  cells: Readonly<Record<'name' | 'ein' | 'region' | 'purpose' | 'type', CellReader>>
  place: ReturnType<typeof placeReaders>
  amounts: readonly CellReader[]
}

// Grouped by part, because every loaded return is read by these.
const SOURCES = new Map<string, Source[]>()
for (const { table, source, block } of EDGE_SOURCES) {
  SOURCES.set(block, [...(SOURCES.get(block) ?? []), toSource(table, source)])
}

function toSource(table: keyof typeof EDGE_TABLES, source: RowSource): Source {
  const columns: EdgeTable = EDGE_TABLES[table]
  const reader = (column = '') => cellReader(TABLES[table], source, column)
  const [, , ...steps] = source.path.split('/')
  return {
    table,
    path: source.path,
    steps,
    columns,
    cells: {
      name: reader('name'),
      ein: reader('ein'),
      region: reader('region'),
      purpose: reader(columns.purpose),
      type: reader(columns.transactionType),
    },
    place: placeReaders(reader),
    amounts: columns.amounts.map(reader),
  }
}

/** Returns the rows of a part that list money given; `content` is the part without its cut repeats. */
export function readEdgeRuns(filer: EdgeFiler, part: CutPart, content: Block): EdgeRun[] {
  if (!isReached(part) || !hasOwnRows(filer.form, part.block)) return []
  const runs: EdgeRun[] = []
  for (const source of SOURCES.get(part.block) ?? []) {
    const repeat = part.repeats.find(({ path }) => plainPath(path) === source.path)
    const read = repeat ? [] : elementsBelow(content, source.steps)
    if (!repeat && read.length === 0) continue
    const related =
      source.table === 'relatedTransactions' ? readRelatedEins(filer.ein, part, content) : NOBODY
    const toEdges = (row: Leaf | Block, at: number) =>
      toEdge(filer, source, related, row, itemPath(source.path, at))
    runs.push(repeat ? lazily(repeat.chunks, toEdges) : read.flatMap(toEdges))
  }
  return runs
}

const NOBODY: ReadonlyMap<string, Ein | null> = new Map()

type ReadRow = (row: Leaf | Block, at: number) => Edge[]

function lazily(chunks: readonly Buffer[], read: ReadRow): EdgeRun {
  return {
    *[Symbol.iterator]() {
      for (const [at, chunk] of chunks.entries()) {
        const items = parseChunk(chunk)
        yield* items.flatMap((row, place) => read(row, at * CHUNK + place))
      }
    },
  }
}

/**
 * Numbers the edges of a return. The result can be iterated repeatedly while its parts' buffers are
 * valid.
 */
export const numberEdges = (runs: readonly EdgeRun[]): Iterable<FiledEdge> => ({
  *[Symbol.iterator]() {
    let ordinal = 0
    // EINs and name keys on Schedule I.
    const listed = new Set<string>()
    let isComplete = false
    for (const [at, run] of runs.entries()) {
      for (const { isGift, ...edge } of run) {
        ordinal += 1
        noteListed(edge, listed)
        if (isGift && !isComplete) {
          // Schedule R may precede Schedule I. Few returns have such a row.
          for (const later of runs.slice(at + 1)) for (const one of later) noteListed(one, listed)
          isComplete = true
        }
        const isRepeated = isGift && (listed.has(edge.nameKey) || listed.has(edge.ein ?? ''))
        yield {
          ordinal,
          ...edge,
          uncounted: edge.uncounted ?? (isRepeated ? 'ListedOnScheduleI' : null),
        }
      }
    }
  },
})

type Recipient = Pick<FiledEdge, 'category' | 'ein' | 'nameKey'>

function noteListed({ category, ein, nameKey }: Recipient, listed: Set<string>): void {
  if (category !== 'ScheduleI') return
  if (ein !== null) listed.add(ein)
  if (nameKey !== '') listed.add(nameKey)
}

function toEdge(
  filer: EdgeFiler,
  { columns, cells, place, amounts }: Source,
  related: ReadonlyMap<string, Ein | null>,
  row: Leaf | Block,
  path: string,
): Edge[] {
  const textOf = (cell: CellReader) => readText(row, cell) ?? null
  const type = columns.transactionType && (textOf(cells.type) ?? '')
  const paidFor =
    type === undefined ? undefined : paidTransactions(type, filer.schemaVersion ?? undefined)
  if (type !== undefined && !paidFor) return []
  const name = textOf(cells.name)
  const ein = textOf(cells.ein)
  const filed = {
    ...readPlace(row, place),
    region: textOf(cells.region),
    amount: readAmount(row, amounts) ?? null,
    purpose: paidFor?.purpose ?? textOf(cells.purpose),
  }
  if (name === null && ein === null && isEmpty(filed)) return []
  const nameKey = name === null || namesNoRecipient(name) ? '' : toNameKey(name)
  const wordsKey = nameKey === '' ? '' : wordsKeyAt(name ?? '', filed)
  const own = ein === null ? undefined : parseRecipientEin(ein, filer.ein)
  const found = own ?? related.get(nameKey) ?? null
  const isEinRelated = own === undefined && found !== null
  return [
    {
      category: columns.category,
      path,
      name,
      nameKey,
      wordsKey,
      ein: found,
      isEinRelated,
      ...filed,
      isGift: paidFor?.isGift ?? false,
      uncounted: paidFor?.isLoan ? 'LoanOrGuarantee' : null,
    },
  ]
}

const wordsKeyAt = (name: string, { city, cityKey, state }: FiledPlace): string =>
  city === null || cityKey === '' || state === null ? '' : toWordsKey(name, city)

const isEmpty = (filed: object): boolean =>
  Object.values(filed).every((value) => value === null || value === '')
