import { expect, test } from 'vitest'
import { SOURCE_KINDS } from '#indexer/sources/source.ts'
import { withResolvers } from '#src/domain/es2024.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { readSourceList } from '#src/provenance/read-sources.ts'
import { CATALOGUE, SOURCE_KEYS } from '#src/provenance/source.ts'

test('every kind of file belongs to one source', () => {
  const kinds = SOURCE_KEYS.flatMap((key) => CATALOGUE[key].kinds)
  expect(kinds.toSorted()).toEqual([...SOURCE_KINDS].toSorted())
})

test('every source has sentences on content and lag', () => {
  for (const key of SOURCE_KEYS) {
    const { title, publisher, gives, lag, url } = CATALOGUE[key]
    for (const text of [title, publisher]) expect(text, key).not.toBe('')
    for (const text of [gives, lag]) expect(text, key).toMatch(/^[A-Z].*\.$/)
    if (key !== 'Websites') expect(url, key).toMatch(/^https:\/\/[^ ]+$/)
  }
})

/** An empty store whose reads wait for `respond`, with the statements it received. */
function countingStore() {
  const statements: string[] = []
  let gate = withResolvers<never[]>()
  const query = (sql: string) => {
    statements.push(sql)
    return gate.promise
  }
  return {
    postgres: { query } as unknown as Postgres,
    statements,
    respond: () => gate.resolve([]),
    fail: () => gate.reject(new ApiError('StoreUnavailable')),
    again: () => {
      gate = withResolvers()
    },
  }
}

test('concurrent callers, and those within ten seconds, share one read', async () => {
  const store = countingStore()
  let ms = 0
  const read = () => readSourceList(store, () => ms)
  const many = [read(), read(), read()]
  ms = 60_000
  many.push(read())
  store.respond()
  expect(new Set(await Promise.all(many)).size).toBe(1)
  const once = store.statements.length
  ms += 9_999
  await read()
  expect(store.statements).toHaveLength(once)
  ms += 1
  await read()
  expect(store.statements).toHaveLength(2 * once)
})

test('a failed read is repeated', async () => {
  const store = countingStore()
  const read = () => readSourceList(store, () => 0)
  const failing = read()
  store.fail()
  await expect(failing).rejects.toThrow(ApiError)
  store.again()
  const next = read()
  store.respond()
  expect((await next).sources.every(({ loaded }) => loaded === undefined)).toBe(true)
})
