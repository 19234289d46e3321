import { expect, test } from 'vitest'
import { toChanges } from '#src/organizations/figures/changes.ts'
import type { SeriesYear } from '#src/organizations/figures/series.ts'
import type { PeopleByYear, PersonByYear } from '#src/organizations/people/people-by-year.ts'

const year = (taxYear: number, values: Record<string, number>, isShortYear = false) =>
  ({
    ...{ taxYear, isShortYear },
    figures: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
  }) as unknown as SeriesYear

const person = (name: string, pay: Record<number, number>) =>
  ({
    name: { value: name },
    years: Object.entries(pay).map(([taxYear, amount]) => ({ taxYear: Number(taxYear), amount })),
  }) as unknown as PersonByYear

const people = (...list: PersonByYear[]) =>
  ({
    people: list,
    years: [2023, 2022].map((taxYear) => ({ filing: { taxYear }, isCompared: true })),
  }) as unknown as PeopleByYear

const before = year(2022, { revenue: 100, expenses: 80, assets: 9_000, otherRevenue: 1 })
const after = year(2023, { revenue: 110, expenses: 120, assets: 9_000, otherRevenue: 5 })

test('assets without liabilities are one change, beside revenue however small', () => {
  const [one, other] = [5_000, 6_000].map((value) => ({ assets: value, netAssets: value }))
  const years = [year(2022, { ...one, revenue: 10 }), year(2023, { ...other, revenue: 30 })]
  const { figures } = toChanges(years, 2023, people()) ?? {}
  expect(figures?.map(({ figure }) => figure.value)).toEqual([30, 6_000])
})

test('the largest relative changes come first, without figures too small to matter', () => {
  const { figures } = toChanges([before, after], 2023, people()) ?? {}
  expect(figures?.map(({ ratio }) => Math.round(ratio * 100))).toEqual([50, 10])
})

test('paid people stay, join, and leave', () => {
  const changes = toChanges(
    [before, after],
    2023,
    people(
      person('Chief', { 2023: 110, 2022: 100 }),
      person('Joiner', { 2023: 90 }),
      person('Leaver', { 2022: 95 }),
      person('Unpaid', { 2023: 0 }),
    ),
  )
  expect([changes?.pay?.before, changes?.pay?.amount]).toEqual([100, 110])
  expect(
    [changes?.joined, changes?.left].map((list) => list?.map(({ name }) => name?.value)),
  ).toEqual([['Joiner'], ['Leaver']])
})

test.each([
  ['there is no return for the year before', [after]],
  ['the year before was short', [year(2022, { revenue: 1 }, true), after]],
])('nothing is compared if %s', (_, series) => {
  expect(toChanges(series, 2023, people())).toBeUndefined()
})
