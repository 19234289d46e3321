import { expect, test } from 'vitest'
import { INVARIANTS, readInvariant } from '#src/search/invariants/table.ts'

test('there are about sixty invariants, each once', () => {
  expect(INVARIANTS.length).toBeGreaterThanOrEqual(60)
  for (const kind of ['name', 'cause', 'count'] as const) {
    expect(INVARIANTS.filter((one) => one.kind === kind).length).toBeGreaterThanOrEqual(12)
  }
  const asked = INVARIANTS.map((one) => `${one.kind} ${one.asked}`)
  expect(new Set(asked).size).toBe(asked.length)
})

test.each([
  ['name', 'red cross', '', '53019660'],
  ['name', 'red cross', '', '530196605', '3'],
  ['name', 'red cross', 'State=XX', '530196605'],
  ['name', 'red cross', 'Place=DC', '530196605'],
  ['name', '', 'State=DC', '530196605'],
  ['cause', 'zoos', '', 'D5'],
  ['cause', 'zoos', '', 'D5', '11'],
  ['cause', 'zoos', '', 'zoo', '5'],
  ['absent', 'No Such Society', '', '530196605'],
  ['count', 'zoos', '', 'true'],
  ['count', '', 'State=DC'],
  ['count', '', 'State=DC', 'true', '', 'more'],
  ['other', 'zoos'],
])('rejects a malformed row: %s %s %s %s %s', (...cells) => {
  expect(() => readInvariant(cells)).toThrow(/malformed/)
})
