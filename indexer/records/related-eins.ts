import type { Block, Leaf } from '#src/domain/blocks.ts'
import type { Ein } from '#src/domain/ein.ts'
import { RELATED_PARTY_TABLES } from '#src/domain/facts/edges.ts'
import { cellReader, elementsBelow, readText } from '#src/domain/facts/row-facts-cells.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { plainPath } from '#src/domain/filing-contents.ts'
import { toNameKey } from '#src/domain/name-keys.ts'
import { parseRecipientEin } from '#src/domain/recipients.ts'
import { type CutPart, toItems } from './cut-part.ts'

const SOURCES = RELATED_PARTY_TABLES.flatMap((key) => {
  const table: TableDefinition = TABLES[key]
  return table.rows.map((source) => ({
    path: source.path,
    steps: source.path.split('/').slice(2),
    name: cellReader(table, source, 'name'),
    ein: cellReader(table, source, 'ein'),
  }))
})

/**
 * The EINs that Parts II to IV of a Schedule R give, by the key of the name; null for a name that
 * stands there with several. `content` is the part without its cut repeats.
 */
export function readRelatedEins(
  filer: Ein,
  part: CutPart,
  content: Block,
): ReadonlyMap<string, Ein | null> {
  const eins = new Map<string, Ein | null>()
  for (const { path, steps, name, ein } of SOURCES) {
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
  for (const chunk of repeat.chunks) yield* JSON.parse(Buffer.concat(toItems(chunk)).toString())
}
