import type { Block, Leaf } from '#src/domain/blocks.ts'
import { type Ein, parseFiledEin } from '#src/domain/ein.ts'
import { RELATED_PARTY_TABLES } from '#src/domain/facts/edges.ts'
import { cellReader, elementsBelow, readText } from '#src/domain/facts/row-facts-cells.ts'
import { readRows } from '#src/domain/facts/tables/read-rows.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { CHUNK, plainPath, type StoredParts } from '#src/domain/filing-contents.ts'
import { toNameKey } from '#src/domain/name-keys.ts'
import { parseRecipientEin } from '#src/domain/recipients.ts'
import { type CutPart, type CutRepeat, parseChunk } from './cut-part.ts'

/** A row of table `related_reference`, without its filing. */
export type RelatedReference = { path: string; relatedEin: Ein }

// Only their EIN is read.
const SOURCES = (Object.values(TABLES) as TableDefinition[]).flatMap((table) => {
  const { ein } = table.columns
  if (table.names !== 'related' || ein === undefined) return []
  return table.rows.map((source) => ({ table: { ...table, columns: { ein } }, source }))
})

/** Parts of returns that name related organizations. */
export const RELATED_PARTS: ReadonlySet<string> = new Set(
  SOURCES.map(({ source }) => source.path.split('/')[1] ?? ''),
)

/**
 * Returns the related organizations that these parts name by EIN, with the path of the row.
 * Excludes the filer itself and placeholders.
 */
export function readRelated(filer: Ein, parts: StoredParts): RelatedReference[] {
  return SOURCES.flatMap(({ table, source }) => readRows(table, source, parts)).flatMap(
    ({ path, cells }) => {
      const relatedEin = parseFiledEin(String(cells.ein?.value ?? ''))
      return path && relatedEin && relatedEin !== filer ? [{ path, relatedEin }] : []
    },
  )
}

/** Does the same for a separately stored repeat, a chunk at a time. */
export function readRelatedOf(filer: Ein, { path, chunks }: CutRepeat): RelatedReference[] {
  if (!SOURCES.some(({ source }) => source.path === path)) return []
  return chunks.flatMap((chunk, at) => {
    const items = parseChunk(chunk)
    return readRelated(filer, { blocks: [], repeats: [{ path, first: at * CHUNK, items }] })
  })
}

const PARTY_SOURCES = RELATED_PARTY_TABLES.flatMap((key) => {
  const table: TableDefinition = TABLES[key]
  return table.rows.map((source) => ({
    path: source.path,
    steps: source.path.split('/').slice(2),
    name: cellReader(table, source, 'name'),
    ein: cellReader(table, source, 'ein'),
  }))
})

/**
 * Returns the EINs in Parts II to IV of a Schedule R by name key; null for a name with several.
 * `content` is the part without its cut repeats.
 */
export function readRelatedEins(
  filer: Ein,
  part: CutPart,
  content: Block,
): ReadonlyMap<string, Ein | null> {
  const eins = new Map<string, Ein | null>()
  for (const { path, steps, name, ein } of PARTY_SOURCES) {
    for (const row of rowsAt(part, content, path, steps)) {
      const key = toNameKey(readText(row, name) ?? '')
      const found = parseRecipientEin(readText(row, ein) ?? '', filer)
      if (key === '' || found === undefined) continue
      eins.set(key, !eins.has(key) || eins.get(key) === found ? found : null)
    }
  }
  return eins
}

function* rowsAt(
  part: CutPart,
  content: Block,
  path: string,
  steps: readonly string[],
): Iterable<Leaf | Block> {
  const repeat = part.repeats.find((one) => plainPath(one.path) === path)
  if (!repeat) return yield* elementsBelow(content, steps)
  for (const chunk of repeat.chunks) yield* parseChunk(chunk)
}
