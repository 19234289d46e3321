import { expect, test } from 'vitest'
import { SOURCE_KINDS } from '#indexer/sources/source.ts'
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
