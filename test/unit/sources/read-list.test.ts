import { expect, test } from 'vitest'
import type { Postgres } from '#src/clients/postgres.ts'
import { ApiError } from '#src/errors.ts'
import { readSourceList } from '#src/sources/read-list.ts'

/** A store that answers statements, nothing loaded, when it is let; and how many it was asked. */
function countingStore() {
  const asked: string[] = []
  let gate = Promise.withResolvers<never[]>()
  const query = (sql: string) => {
    asked.push(sql)
    return gate.promise
  }
  return {
    postgres: { query } as unknown as Postgres,
    asked,
    answer: () => gate.resolve([]),
    fail: () => gate.reject(new ApiError('StoreUnavailable')),
    again: () => {
      gate = Promise.withResolvers()
    },
  }
}

test('all who ask at once, and within ten seconds, get what was read once', async () => {
  const store = countingStore()
  let ms = 0
  const read = () => readSourceList(store, () => ms)
  const many = [read(), read(), read()]
  ms = 60_000
  many.push(read())
  store.answer()
  expect(new Set(await Promise.all(many)).size).toBe(1)
  const once = store.asked.length
  ms += 9_999
  await read()
  expect(store.asked).toHaveLength(once)
  ms += 1
  await read()
  expect(store.asked).toHaveLength(2 * once)
})

test('what failed is read again', async () => {
  const store = countingStore()
  const read = () => readSourceList(store, () => 0)
  const failing = read()
  store.fail()
  await expect(failing).rejects.toThrow(ApiError)
  store.again()
  const next = read()
  store.answer()
  expect((await next).sources.every(({ loaded }) => loaded === undefined)).toBe(true)
})
