import { expect, test } from 'vitest'
import { organizationsProperties } from '#mappings/organizations.ts'
import { peopleProperties } from '#mappings/people.ts'
import { sectorProperties } from '#mappings/sector.ts'

type Field = { type?: string; ignore_above?: number; properties?: Fields; fields?: Fields }
type Fields = Record<string, Field>
type Keyword = [path: string, longest: number | undefined]

/** Returns the keyword fields below `fields`, as paths with the longest indexed value. */
const keywordsIn = (fields: Fields, path = ''): Keyword[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.type === 'keyword' ? [[path + name, field.ignore_above] as Keyword] : []),
    ...keywordsIn({ ...field.properties, ...field.fields }, `${path}${name}.`),
  ])

// The longest term that the engine accepts, and the most bytes of a character.
const MAX_BYTES = 32_766
const BYTES = 4

test.each(
  [organizationsProperties, sectorProperties, peopleProperties].flatMap((fields) =>
    keywordsIn(fields),
  ),
)('%s ignores values that the engine rejects', (_, longest = Number.POSITIVE_INFINITY) => {
  expect(longest * BYTES).toBeLessThanOrEqual(MAX_BYTES)
})
