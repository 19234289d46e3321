import { expect, test } from 'vitest'
import { unlistedAmong } from '#src/domain/facts/row-facts-names.ts'

const isListed = (name: string, listed: string) =>
  unlistedAmong([{ name, path: '/row' }], ['MARTHA ROE', listed]).length === 0

test.each([
  ['John A. Smith MD', 'SMITH JOHN'],
  ['JOHN ALLEN SMITH', 'John Smith, Jr.'],
  ['Smith-Jones, Mary', 'MARY SMITH JONES'],
  ['Rev. Dr. Ana María Núñez', 'ANA NUNEZ'],
  ["Patrick O'Brien", 'PATRICK OBRIEN'],
  ['J. Robert Hall', 'Robert Hall III'],
  ['J R Hall', 'JAMES R HALL'],
  ['Lee E East Ph.D.', 'LEE EAST'],
  ['KIM DO', 'Do, Kim'],
  ['Dean Major', 'DEAN MAJOR'],
  ['JANE DOE - CEO', 'Jane Doe'],
  ['First Bank & Trust Co', 'FIRST BANK AND TRUST COMPANY'],
])('%s is named by %s', (name, listed) => {
  expect(isListed(name, listed)).toBe(true)
  expect(isListed(listed, name), 'and the other way round').toBe(true)
})

test.each([
  ['John Smith', 'Jane Smith'],
  ['John Smith', 'John Smythe'],
  ['J Smith', 'Robert Smith'],
  ['Mary Ann Lee', 'Mary Ann Low'],
  ['Martha Jones', 'John Roe'],
])('%s is not named by %s', (name, listed) => {
  expect(isListed(name, listed)).toBe(false)
})

test('long lists take no time', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `Person${at} Common${at % 2000}`)
  const others = names.map((name, at) => ({ name: `Other${name}`, path: `/row[${at + 1}]` }))
  const started = performance.now()
  expect(unlistedAmong(others, names)).toHaveLength(10_000)
  expect(performance.now() - started).toBeLessThan(3_000)
})
