import { expect, test } from 'vitest'
import { readQuery } from '#src/search/queries/readings.ts'
import { cases } from '../cases.ts'

/** Writes each reading as "name @ city, state, zip, counties, area", "!" if only the place counts. */
const read = (query: string): string[] =>
  readQuery(query).names.map(({ name, place, isOnlyThere }) => {
    if (!place) return name
    const { city, state, zip, counties, area } = place
    const parts = [city, state, zip, counties?.join('+'), area?.label].filter(Boolean)
    return `${name} @ ${parts.join(', ')}${isOnlyThere ? ' !' : ''}`
  })

test.each(cases<[string, string[]]>('readings of typed names'))('%s', (query, readings) => {
  expect(read(query)).toEqual(expect.arrayContaining(readings))
  expect(read(query)[0]).toBe(readings[0])
})
