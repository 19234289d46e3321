import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFirstKey } from '#src/cli/first-key.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { folderHere } from '#test/world/here.ts'

let dataDir: string
beforeEach(() => {
  dataDir = folderHere()
})

/** A store with `keys` keys. */
function storeWith(keys: number): Postgres {
  const session = {
    query: async (sql: string) =>
      sql.startsWith('insert') ? [{ id: 1 }] : Array.from({ length: keys }, () => ({})),
  } as unknown as Session
  return {
    withLock: (_name: string, work: (own: Session) => unknown) => work(session),
    transaction: (work: (own: Session) => unknown) => work(session),
  } as unknown as Postgres
}

// start.test.ts tests the key of a start without a terminal.
test('on a terminal, prints a line to copy and writes no file', async () => {
  const lines = await makeFirstKey(storeWith(0), dataDir, true)
  expect(lines.at(-1)).toMatch(/^ {2}export KEY=nrk_[\w-]{43}$/)
  await expect(stat(join(dataDir, 'first-key'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('makes no key if there is one', async () => {
  expect(await makeFirstKey(storeWith(1), dataDir, true)).toEqual([])
})

test('fails if the file cannot be written, so that the key is not stored either', async () => {
  const taken = join(dataDir, 'taken')
  await writeFile(taken, '')
  await expect(makeFirstKey(storeWith(0), taken, false)).rejects.toThrow(
    /could not be written to .*first-key .* start again\.$/,
  )
})
