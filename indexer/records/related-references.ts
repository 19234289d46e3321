import { type Ein, parseFiledEin } from '#src/domain/ein.ts'
import { readRows } from '#src/domain/facts/tables/read-rows.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { CHUNK, type StoredParts } from '#src/domain/filing-contents.ts'
import { type CutRepeat, toItems } from './cut-part.ts'

/** A row of table `related_reference`, without its filing. */
export type RelatedReference = { path: string; relatedEin: Ein }

// Of their columns only the EIN is read.
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
 * The organizations that the tables of related ones name by EIN in these parts, the filer itself
 * and placeholders left out; each with the path of its row.
 */
export function readRelated(filer: Ein, parts: StoredParts): RelatedReference[] {
  return SOURCES.flatMap(({ table, source }) => readRows(table, source, parts)).flatMap(
    ({ path, cells }) => {
      const relatedEin = parseFiledEin(String(cells.ein?.value ?? ''))
      return path && relatedEin && relatedEin !== filer ? [{ path, relatedEin }] : []
    },
  )
}

/** The same of a repeat that is stored apart, read a chunk at a time. */
export function readRelatedOf(filer: Ein, { path, chunks }: CutRepeat): RelatedReference[] {
  if (!SOURCES.some(({ source }) => source.path === path)) return []
  return chunks.flatMap((chunk, at) => {
    const items = JSON.parse(Buffer.concat(toItems(chunk)).toString())
    return readRelated(filer, { blocks: [], repeats: [{ path, first: at * CHUNK, items }] })
  })
}
