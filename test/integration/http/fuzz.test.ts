import { expect, test } from 'vitest'
import { fuzzHttp } from '#test/fuzz-http.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const world = opened(() => openIndexed('fuzz_http'))

// test/slow/fuzz-parsers.test.ts tries more.
test('every changed cursor, Ref, phrase, and question gets a 2xx or 4xx', async () => {
  const tried = await fuzzHttp(world, 20)
  for (const [kind, { read }] of Object.entries(tried)) expect(read, kind).toBeGreaterThan(0)
})
