import type { Block, FilingBlocks } from '#src/domain/blocks.ts'
import {
  isNarrative,
  NARRATIVE_BLOCKS,
  type Narrative,
  readNarrative,
} from '#src/domain/facts/narrative.ts'
import { AMOUNT_BLOCKS, type Facts, readFacts } from '#src/domain/facts/read-facts.ts'
import type { RowFacts } from '#src/domain/facts/row-facts.ts'
import {
  addPart,
  addRepeat,
  beginRows,
  endRows,
  isRead,
  type RowsRead,
  warningsOfRows,
} from '#src/domain/facts/row-facts-read.ts'
import { countRowSources, TABLE_PARTS } from '#src/domain/facts/tables/count-rows.ts'
import { CHUNK, type FilingContents, isReached, plainPath } from '#src/domain/filing-contents.ts'
import { FORM_BLOCK, type Form, HEADER_BLOCK } from '#src/domain/form.ts'
import { withoutLongArrays } from '../sources/stored-json.ts'
import { type CutPart, parseChunk, toText } from './cut-part.ts'
import {
  type EdgeFiler,
  type EdgeRun,
  type FiledEdge,
  numberEdges,
  readEdgeRuns,
} from './filed-edges.ts'
import { type FiledPerson, readPeople } from './filed-people.ts'
import { type RelatedReference, readRelated } from './related.ts'

/**
 * What is derived from a return's parts when it is loaded, and again by `npm run derive` after the
 * rules changed (DERIVED_VERSION).
 */
export type Derived = {
  facts: Facts
  /** Faults of facts, rows, and parts. */
  warnings: string[]
  /** Its texts about purpose and work. */
  narrative: Narrative
  contents: FilingContents
  related: RelatedReference[]
  rowFacts: RowFacts
  /** Money given. Iterating reads long repeats from the parts' buffers. */
  edges: Iterable<FiledEdge>
  /** Officers, employees, and others listed by name. */
  people: FiledPerson[]
}

/** Derives everything that depends on a return's content; `read` is from `readParts`. */
export function derive(filer: EdgeFiler, parts: readonly CutPart[], read: FilingBlocks): Derived {
  const { facts, warnings } = readFacts(filer.form, read)
  const { warnings: ofRows, ...tables } = readTables(filer, parts, read)
  return {
    facts,
    warnings: [...warnings, ...ofRows, ...repeatedParts(parts), ...textsCut(parts)],
    narrative: readNarrative(filer.form, read),
    contents: {
      blocks: parts.map(({ block, ordinal, bytes }) => ({ block, ordinal, bytes })),
      rows: tables.rows,
      cut: parts.flatMap(({ repeats }) => repeats.map(({ path }) => path)),
    },
    related: tables.related,
    rowFacts: tables.rowFacts,
    edges: tables.edges,
    people: tables.people,
  }
}

// Only the first part of such a name is read, and no Ref reaches another.
const repeatedParts = (parts: readonly CutPart[]): string[] => [
  ...new Set(parts.flatMap((part) => (isReached(part) ? [] : [`RepeatedPart ${part.block}`]))),
]

const textsCut = (parts: readonly CutPart[]): string[] =>
  parts.flatMap(({ cutTexts }) => cutTexts.map((path) => `TextCut ${path}`))

// Parts with tables only are opened one at a time.
function readTables(filer: EdgeFiler, parts: readonly CutPart[], read: FilingBlocks) {
  const { form, ein } = filer
  const rows: Record<string, number> = {}
  const related: RelatedReference[] = []
  const runs: EdgeRun[] = []
  const people: FiledPerson[] = []
  const rowsRead = beginRows(form)
  for (const part of parts.filter((one) => TABLE_PARTS.has(one.block) && isReached(one))) {
    const { block, ordinal, repeats } = part
    const content =
      read.find((one) => one.block === block && one.ordinal === ordinal)?.content ??
      parsePart(part, form)
    const opened = { blocks: [{ block, ordinal, content }], repeats: [] }
    const cut = Object.fromEntries(repeats.map(({ path, count }) => [plainPath(path), count]))
    for (const [key, count] of Object.entries(countRowSources(opened, cut))) {
      rows[key] = (rows[key] ?? 0) + count
    }
    readRowFacts(rowsRead, part, content)
    runs.push(...readEdgeRuns(filer, part, content))
    for (const person of readPeople(form, part, content)) people.push(person)
    // Refs can identify only one part with a name that may not repeat.
    if (ordinal === 1) for (const one of readRelated(ein, part, content)) related.push(one)
  }
  return {
    rows,
    related,
    rowFacts: endRows(rowsRead),
    warnings: warningsOfRows(rowsRead),
    edges: numberEdges(runs),
    people,
  }
}

// These contain facts or narrative; other parts contain at most rows of tables.
const READ_WHOLE = new Set<string>([HEADER_BLOCK, ...NARRATIVE_BLOCKS, ...AMOUNT_BLOCKS])

/** Returns true if facts, narrative, or the header are read from the part. */
export const isReadWhole = (form: Form, block: string): boolean =>
  block === FORM_BLOCK[form] || READ_WHOLE.has(block)

/** Returns the parts as objects from which facts, narrative, and header are read. */
export const readParts = (form: Form, parts: readonly CutPart[]): FilingBlocks =>
  parts
    .filter(({ block }) => isReadWhole(form, block))
    .map((part) => ({
      block: part.block,
      ordinal: part.ordinal,
      content: parsePart(part, form),
    }))

// As objects, a part takes ten times its size. Parts this large have long arrays that are not cut,
// or a narrative of tens of thousands of rows, such as Schedule F with one per grant.
const MANY_BYTES = 4 << 20
const MANY_BYTES_OF_SCHEDULE = 16 << 20

function parsePart(part: CutPart, form: Form): Block {
  const text = toText(part, isNarrative)
  const most = part.block === FORM_BLOCK[form] ? MANY_BYTES : MANY_BYTES_OF_SCHEDULE
  return JSON.parse((text.length > most ? withoutLongArrays(text) : text).toString()) as Block
}

/** Adds the rows of a part, and those of its long repeats a chunk at a time. */
function readRowFacts(read: RowsRead, part: CutPart, content: Block): void {
  // The content also contains some of these rows: those from which the narrative is read.
  addPart(
    read,
    part,
    content,
    part.repeats.map(({ path }) => plainPath(path)),
  )
  for (const { path: filed, chunks } of part.repeats) {
    const path = plainPath(filed)
    if (!isRead(read.form, path)) continue
    for (const [at, chunk] of chunks.entries()) {
      addRepeat(read, part, { path, first: at * CHUNK, items: parseChunk(chunk) })
    }
  }
}
