import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { LoadOptions } from '#indexer/load/run.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import type { SqlValue } from '#src/platform/clients/postgres-session.ts'
import { opened } from '#test/integration/opened.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

/** A store and a folder for the tests of one file, which are removed after them. */
export function openLoads(name: string, open: () => Promise<Store> = () => createStore(name)) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  afterAll(() => rmSync(folder, { recursive: true }))
  const store = opened(open)
  const load = (
    paths: string | string[],
    asOf?: string,
    more?: Pick<LoadOptions, 'mayReplaceOthers'>,
  ) => loadInto(store, [paths].flat(), asOf, more)
  return {
    folder,
    store,
    query: <Row extends object>(sql: string, values?: SqlValue[]) =>
      store.db.query<Row>(sql, values),
    /** Returns the first row, which must exist. */
    async queryOne<Row extends object>(sql: string, values?: SqlValue[]): Promise<Row> {
      const [row] = await store.db.query<Row>(sql, values)
      if (row === undefined) throw new Error(`No row: ${sql}`)
      return row
    },
    /** Writes a file at this path of the folder and returns its whole path. */
    write(path: string, content: string | Uint8Array): string {
      const whole = join(folder, path)
      mkdirSync(dirname(whole), { recursive: true })
      writeFileSync(whole, content)
      return whole
    },
    load,
    /** Loads files and returns the counts of their first kind. */
    count: async (paths: string | string[], asOf?: string) =>
      (await load(paths, asOf)).tally.kinds[0],
    /** Loads files and resolves as the command does. */
    async loadAndResolve(paths: string | string[], asOf?: string) {
      await load(paths, asOf, { mayReplaceOthers: true })
      return await resolveDue(store.db)
    },
  }
}
