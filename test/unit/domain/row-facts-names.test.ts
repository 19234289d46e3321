import { expect, test } from 'vitest'
import { namesNobody, unlistedAmong } from '#src/domain/facts/row-facts-names.ts'
import { cases, testReturns } from '#test/unit/cases.ts'

const isListed = (name: string, listed: string) =>
  unlistedAmong([{ name, path: '/row' }], ['MARTHA ROE', listed]).length === 0

test.each(cases<[string, string]>('names of the same person'))(
  '%s is the same person as %s',
  (name, listed) => {
    expect(isListed(name, listed)).toBe(true)
    expect(isListed(listed, name), 'and the other way around').toBe(true)
  },
)

const listedAs = (name: string, listed: string) =>
  unlistedAmong([{ name, path: '/row' }], [listed]).map((row) => row.listedAs)

test.each(cases<[string, string]>('names that share the family name'))(
  '%s may be %s, because the family name is the same',
  (name, listed) => {
    expect(listedAs(name, listed)).toEqual([listed])
  },
)

test.each([
  ['John Smith', 'John Roe'],
  ['Smith, John', 'Roe, John'],
  ['Mary Ann Lee', 'Mary Ann Low'],
])('%s is not %s, because a first name is not a family name', (name, listed) => {
  expect(listedAs(name, listed)).toEqual([undefined])
})

test.each(['SEE SCHEDULE O', 'See Sch. J, Part III', '(see statement 1)', 'N/A', 'NONE'])(
  "%s is not a person's name",
  (text) => {
    expect(namesNobody(text)).toBe(true)
  },
)

test.each(['Mary See', 'See Sharp', 'Ann None-Other', 'See Parker'])(
  "%s is a person's name",
  (text) => {
    expect(namesNobody(text)).toBe(false)
  },
)

test('long lists are compared within the time of a test', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `Person${at} Common${at % 2000}`)
  const others = names.map((name, at) => ({ name: `Other${name}`, path: `/row[${at + 1}]` }))
  expect(unlistedAmong(others, names)).toHaveLength(10_000)
})

testReturns({
  'names of other people': [isListed, false],
})
