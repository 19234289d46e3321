import { describe, expect, test } from 'vitest'
import {
  comparePath,
  readCompare,
  withFound,
  withoutOne,
} from '#src/web/components/compare/address.ts'

const [FIRST, SECOND] = ['070000101', '080000102']

describe('reading the address of a comparison', () => {
  test.each([
    ['in the form of its own address', { EINs: `${FIRST},${SECOND}` }],
    ['as people write EINs', { EINs: ' 07-0000101 ; 80000102 ' }],
    ['as a form without scripts sends choices', { EINs: [FIRST, SECOND] }],
    ['as names that are EINs', { Name: ['07-0000101', 'EIN 08-0000102'] }],
    ['as suggestions fill a field', { Name: ['Hill School · EIN 07-0000101', SECOND] }],
    ['twice', { EINs: `${FIRST},${SECOND},${FIRST}`, Name: SECOND }],
    [
      'with parameters that others add to links',
      { EINs: `${FIRST},${SECOND}`, utm_source: 'x', gclid: 'y' },
    ],
  ])('%s', (_, raw) => {
    expect(readCompare(raw)).toEqual({
      address: { eins: [FIRST, SECOND], names: [] },
      faults: [],
    })
  })

  test('trims names, drops empty fields, and reports names beyond the limit', () => {
    const four = ['070000101', '070000102', '070000103', '070000104'].join(',')
    const { address, faults } = readCompare({
      EINs: four,
      Name: [' Hill School ', '', 'Another', 'Third'],
    })
    expect(address.names).toEqual(['Hill School'])
    expect(faults.join()).toMatch(/\b5\b.*“Another”.*“Third”/)
  })

  test('drops and reports a name that is too long', () => {
    const { address, faults } = readCompare({ Name: [`${'x'.repeat(2_000)}y`, 'Hill School'] })
    expect(address.names).toEqual(['Hill School'])
    expect(faults.join()).toMatch(/^“x{40}…”/)
  })

  test('keeps and reports the first five of more EINs', () => {
    const eins = Array.from({ length: 7 }, (_, at) => `07000010${at}`)
    const { address, faults } = readCompare({ EINs: eins.join(',') })
    expect(address.eins).toEqual(eins.slice(0, 5))
    expect(faults.join()).toMatch(/\b5\b/)
  })

  test('reports invalid parts briefly, and keeps the rest', () => {
    const { address, faults } = readCompare({
      EINs: `${FIRST},${'x'.repeat(300)}\0`,
      Form: ['990', '990EZ'],
      Year: '22',
    })
    expect(address).toEqual({ eins: [FIRST], names: [] })
    expect(faults).toHaveLength(3)
    expect(faults.join().length).toBeLessThan(200)
    expect(faults.join()).not.toContain('\0')
  })
})

test('an address has commas between EINs, and keeps form and year', () => {
  const address = readCompare({ EINs: [FIRST, SECOND], Form: '990', Year: '2022' }).address
  expect(comparePath(address)).toBe(`/compare?EINs=${FIRST},${SECOND}&Form=990&Year=2022`)
  expect(comparePath(withoutOne(address, FIRST))).toBe(`/compare?EINs=${SECOND}&Form=990&Year=2022`)
  expect(comparePath({ eins: [] })).toBe('/compare')
})

test.each([
  ['the first metric is left out of the address', 'Revenue', undefined, 0],
  ['another metric is kept', 'Overhead', 'Overhead', 0],
  ['an empty metric is ignored', '', undefined, 0],
  ['an unknown metric is reported', 'overhead', undefined, 1],
  ['two metrics are reported', ['Assets', 'Revenue'], undefined, 1],
])('%s', (_, raw, metric, faults) => {
  const read = readCompare({ EINs: `${FIRST},${SECOND}`, Metric: raw })
  expect(read.address.metric).toBe(metric)
  expect(read.faults).toHaveLength(faults)
  expect(read.faults.join()).toMatch(faults ? /^Metric: expected one of Revenue, Expenses/ : /^$/)
})

test('the file of a comparison has the same parameters', () => {
  const address = { eins: [FIRST, SECOND], metric: 'Assets' } as const
  expect(comparePath({ ...address, eins: [...address.eins] }, '/compare.csv')).toBe(
    `/compare.csv?EINs=${FIRST},${SECOND}&Metric=Assets`,
  )
})

test('an address keeps each open name until an organization is chosen', () => {
  const address = { eins: [FIRST], names: ['Hill & Dale', 'Hill School'], year: 2022 }
  expect(comparePath(address)).toBe(
    `/compare?EINs=${FIRST}&Name=Hill+%26+Dale&Name=Hill+School&Year=2022`,
  )
  expect(comparePath(withFound(address, 'Hill School', SECOND))).toBe(
    `/compare?EINs=${FIRST},${SECOND}&Name=Hill+%26+Dale&Year=2022`,
  )
  expect(comparePath(withFound({ eins: [], names: ['Nobody'] }, 'Nobody'))).toBe('/compare')
})
