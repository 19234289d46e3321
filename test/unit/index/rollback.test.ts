import { expect, test } from 'vitest'
import { chooseTarget } from '#indexer/commands/old-indices.ts'
import type { CatalogEntry } from '#indexer/index/catalog.ts'
import { organizationsIndex } from '#mappings/organizations.ts'

const nameOf = (day: number) => organizationsIndex('', `202611${day}t033012345z`)
const entry = (day: number, previous: number | null, isLive = false): CatalogEntry => {
  const name = nameOf(day)
  const before = previous === null ? null : nameOf(previous)
  const meta = { index: name, complete: true, previous: before }
  return { name, kind: 'organizations', build: name, isLive, isServed: isLive, meta }
}
const [first, second] = [entry(20, null), entry(21, 20, true)]

test('returns to the previous index, or to the named one', () => {
  expect(chooseTarget([first, second], '', undefined).target).toBe(first)
  expect(chooseTarget([first, second], '', first.name).target).toBe(first)
})

test('lists the indices when the named one does not exist', () => {
  expect(() => chooseTarget([first, second], '', 'nope')).toThrow(
    `There is no complete index named nope. Choose one of: ${first.name}.`,
  )
  expect(() => chooseTarget([first, second], '', second.name)).toThrow('is already live')
})

test('asks for an index name when no previous index is recorded', () => {
  const live = entry(21, null, true)
  expect(() => chooseTarget([first, live], '', undefined)).toThrow(
    `Choose an index with --to: ${first.name}.`,
  )
  expect(() => chooseTarget([live], '', undefined)).toThrow('There is no other complete index')
})
