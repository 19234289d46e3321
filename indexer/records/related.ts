import type { Block, Leaf } from '#src/domain/blocks.ts'
import { type Ein, parseFiledEin } from '#src/domain/ein.ts'
import { RELATED_PARTY_TABLES } from '#src/domain/facts/edges.ts'
import { cellReader, elementsBelow, readText } from '#src/domain/facts/row-facts-cells.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { itemPath, plainPath } from '#src/domain/filing-contents.ts'
import { toNameKey } from '#src/domain/name-keys.ts'
import { parseRecipientEin } from '#src/domain/recipients.ts'
import { type CutPart, parseChunk } from './cut-part.ts'

/** A row of table `related_reference`, without its filing. */
export type RelatedReference = { path: string; relatedEin: Ein }

/** Rows of one table at one path that name a related organization. */
const SOURCES = Object.entries<TableDefinition>(TABLES).flatMap(([key, table]) =>
  table.names === 'related' && table.columns.ein
    ? table.rows
        .filter(({ columns }) => !columns)
        .map((source) => ({
          path: source.path,
          steps: source.path.split('/').slice(2),
          name: cellReader(table, source, 'name'),
          ein: cellReader(table, source, 'ein'),
          isParty: RELATED_PARTY_TABLES.some((party) => party === key),
        }))
    : [],
)

/**
 * Returns the related organizations that a part names by EIN, with the path of the row. Excludes the
 * filer itself and placeholders. `content` is the part without its cut repeats.
 */
export function readRelated(filer: Ein, part: CutPart, content: Block): RelatedReference[] {
  const related: RelatedReference[] = []
  for (const { path, steps, ein } of SOURCES) {
    let at = 0
    for (const row of rowsAt(part, content, path, steps)) {
      const relatedEin = parseFiledEin(readText(row, ein) ?? '')
      if (relatedEin && relatedEin !== filer) related.push({ path: itemPath(path, at), relatedEin })
      at += 1
    }
  }
  return related
}

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
  for (const { path, steps, name, ein, isParty } of SOURCES) {
    if (!isParty) continue
    for (const row of rowsAt(part, content, path, steps)) {
      const key = toNameKey(readText(row, name) ?? '')
      const found = parseRecipientEin(readText(row, ein) ?? '', filer)
      if (key === '' || found === undefined) continue
      eins.set(key, !eins.has(key) || eins.get(key) === found ? found : null)
    }
  }
  return eins
}

/** Returns the rows at a path, if it is in this part. */
function* rowsAt(
  part: CutPart,
  content: Block,
  path: string,
  steps: readonly string[],
): Iterable<Leaf | Block> {
  if (!path.startsWith(`/${part.block}/`)) return
  const repeat = part.repeats.find((one) => plainPath(one.path) === path)
  if (!repeat) return yield* elementsBelow(content, steps)
  for (const chunk of repeat.chunks) yield* parseChunk(chunk)
}
