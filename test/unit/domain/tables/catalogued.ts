import type { Block, BlockValue, FilingBlocks } from '#src/domain/blocks.ts'
import { pathsOf } from '#src/domain/facts/tables/read-rows.ts'
import { STATEMENTS } from '#src/domain/facts/tables/statements.ts'
import type { RowSource, TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'

/** Every table and statement of the catalogue with its key. */
export const ALL: readonly (readonly [string, TableDefinition])[] = [
  ...Object.entries(TABLES),
  ...Object.entries(STATEMENTS),
]

export const join = (path: string, below: string): string =>
  below === '' ? path : `${path}/${below}`

/** Returns the paths that a table reads below one of its sources, complete and without indexes. */
export const readPaths = (table: TableDefinition, source: RowSource): string[] =>
  Object.entries(table.columns).flatMap(([key, { paths }]) =>
    pathsOf(source, key, paths).map((below) => join(source.path, below)),
  )

/** Returns the paths of an element's nonempty leaves, without indexes and attributes. */
export function* leavesOf(value: BlockValue, path: string): Generator<string> {
  if (typeof value === 'string') {
    if (value.trim() !== '') yield path
  } else if (Array.isArray(value)) {
    for (const one of value) yield* leavesOf(one, path)
  } else if (typeof value['#text'] === 'string') {
    yield path
  } else {
    for (const [name, child] of Object.entries(value as Block)) {
      if (!name.startsWith('@')) yield* leavesOf(child, `${path}/${name}`)
    }
  }
}

/** Returns the paths of all leaves of a return, each once. */
export const leavesOfReturn = (blocks: FilingBlocks): Set<string> =>
  new Set(blocks.flatMap(({ block, content }) => [...leavesOf(content, `/${block}`)]))
