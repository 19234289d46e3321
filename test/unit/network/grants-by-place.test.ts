import { expect, test } from 'vitest'
import { type PlaceRow, sumPlaces } from '#src/network/grants-by-place.ts'
import { testCases } from '../cases.ts'

const OBJECT_ID = '202323199349301234'

const filed = (place: Partial<PlaceRow>, amount: number | null = 100): PlaceRow => ({
  state: null,
  country: null,
  region: null,
  grants: 2,
  recipients: 1,
  amount,
  rows: [{ form: '990PF', taxYear: 2023, objectId: OBJECT_ID, path: '/IRS990PF/A[1]' }],
  ...place,
})

testCases('places of rows', (_: string, row: Partial<PlaceRow>, place: object) => {
  const refs = [`990PF:2023:${OBJECT_ID}:/IRS990PF/A[1]`]
  const sum = { grantCount: 2, recipientCount: 1, totalAmount: 100, evidenceRefs: refs }
  expect(sumPlaces([filed(row)]).places).toEqual([{ ...place, ...sum }])
})

test('spellings of a region are one place, and places add up to the sum of all rows', () => {
  const found = sumPlaces([
    filed({}, 900),
    filed({ state: 'OH' }, 50),
    filed({ state: 'TX' }, null),
    filed({ region: 'Europe' }, 30),
    filed({ region: 'EUROPE (INCLUDING ICELAND & GREENLAND)' }, 40),
  ])
  expect(
    found.places.map(({ kind, code, totalAmount, grantCount }) => [
      kind,
      code,
      totalAmount,
      grantCount,
    ]),
  ).toEqual([
    ['Region', 'region-europe', 70, 4],
    ['State', 'OH', 50, 2],
    ['State', 'TX', undefined, 2],
    ['Unknown', undefined, 900, 2],
  ])
  expect([found.totalAmount, found.grantCount]).toEqual([1_020, 10])
})

test('places without any amount have no sum', () => {
  expect(sumPlaces([filed({ state: 'OH' }, null)])).not.toHaveProperty('totalAmount')
})
