import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SOURCE_KINDS, type TabularKind, type TabularReader } from './source.ts'

const TABULAR_KINDS = SOURCE_KINDS.filter((kind) => kind !== 'efile')

/** The readers of tables there are, each from the module of its kind. */
export async function tabularReaders(): Promise<TabularReader[]> {
  const readers: TabularReader[] = []
  for (const kind of TABULAR_KINDS) {
    const module = new URL(`./${kind}.ts`, import.meta.url)
    if (!existsSync(fileURLToPath(module))) continue
    readers.push(((await import(module.href)) as { reader: TabularReader }).reader)
  }
  return readers
}

/** The reader of one kind. Throws when there is none, which is our defect. */
export async function tabularReader(kind: TabularKind): Promise<TabularReader> {
  const reader = (await tabularReaders()).find((one) => one.kind === kind)
  if (reader === undefined) throw new Error(`No reader for ${kind}.`)
  return reader
}
