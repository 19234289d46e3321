import { expect, test } from 'vitest'
import type { Citable } from '#src/domain/cite.ts'
import { sumYears, toYearColumns, toYears } from '#src/network/grants-by-year.ts'

const filed = (taxYear: number, facts: Record<string, number>, more: Partial<Citable> = {}) =>
  ({
    objectId: `${taxYear}23199349301234`,
    form: '990',
    taxYear,
    facts: Object.fromEntries(
      Object.entries(facts).map(([key, value]) => [key, { value, path: `/IRS990/${key}` }]),
    ),
    ...more,
  }) as Citable

const sum = (taxYear: number, amount: number | null, identified: number | null = amount) => ({
  taxYear,
  rows: 4,
  returns: 1,
  amount,
  identified,
  weak: null,
  unidentifiedRows: amount === identified ? 0 : 1,
})

test('the identified part of a year is a share of the grants paid to organizations', () => {
  const returns = [filed(2022, { grantsPaid: 5_000, grantsToDomesticOrganizations: 1_000 })]
  const [year] = toYears('Outgoing', [sum(2022, 900, 450)], returns)
  expect(year).toEqual({
    taxYear: 2022,
    rows: 4,
    returns: 1,
    unidentifiedRows: 1,
    amount: 900,
    identified: 450,
    reported: {
      value: 1_000,
      refs: ['990:2022:202223199349301234:/IRS990/grantsToDomesticOrganizations'],
    },
    share: 0.45,
  })
})

test('two returns for one tax year are added, each with its Ref', () => {
  const returns = [
    filed(2022, { grantsPaid: 300 }, { objectId: '202233199349301234' }),
    filed(2022, { grantsPaid: 200 }),
  ]
  const [year] = toYears('Outgoing', [sum(2022, 250)], returns)
  expect(year?.reported).toMatchObject({ value: 500, refs: { length: 2 } })
  expect(year?.share).toBe(0.5)
})

test('a year that reports grants and lists none is shown with a share of 0', () => {
  const years = toYears(
    'Outgoing',
    [sum(2021, 10)],
    [filed(2023, { grantsPaid: 700 }), filed(2022, { grantsPaid: 0 })],
  )
  expect(years.map(({ taxYear, rows, share }) => [taxYear, rows, share])).toEqual([
    [2023, 0, 0],
    [2021, 4, undefined],
  ])
})

test('an amount that no row files is absent, not 0', () => {
  const [year] = toYears('Outgoing', [sum(2022, null)], [])
  expect(year).not.toHaveProperty('amount')
  expect(year).not.toHaveProperty('share')
})

test('the uncertain part of a year is named', () => {
  const [year] = toYears('Outgoing', [{ ...sum(2022, 900), weak: 200 }], [])
  expect(year).toMatchObject({ identified: 900, weak: 200 })
})

test('money received has no share, because fiscal years differ', () => {
  const [year] = toYears('Incoming', [sum(2022, 50)], [filed(2022, { contributions: 100 })])
  expect(year).toMatchObject({ reported: { value: 100 }, identified: 50 })
  expect(year).not.toHaveProperty('share')
})

test('the eight newest years have a column, and older ones are summed', () => {
  const years = Array.from({ length: 10 }, (_, at) => ({ taxYear: 2024 - at }))
  const { shown, earlier } = toYearColumns(years)
  expect([shown.at(0), shown.at(-1), earlier]).toEqual([2024, 2017, [2016, 2015]])
  const party = {
    years: [
      { taxYear: 2016, amount: 5, grants: 1, refs: ['a'] },
      { taxYear: 2015, grants: 2, refs: ['b', 'c'] },
    ],
  }
  expect(sumYears(party, earlier)).toEqual({ amount: 5, grants: 3, refs: ['a', 'b', 'c'] })
  expect(sumYears(party, [2015])).toEqual({ grants: 2, refs: ['b', 'c'] })
  expect(sumYears(party, [2024])).toBeUndefined()
})
