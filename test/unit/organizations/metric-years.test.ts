import { describe, expect, test } from 'vitest'
import { METRIC_NAMES, type MetricName } from '#src/figures/sets.ts'
import {
  comparedYears,
  refsOfYear,
  toMetricYears,
} from '#src/organizations/compare/metric-years.ts'

type Compared = Parameters<typeof toMetricYears>[1]

const figure = (key: string, value: number, unit = 'USD') => ({
  label: key,
  value,
  unit,
  ref: `ref:${key}`,
})
const yearOf = (taxYear: number, parts: object = {}) => ({
  taxYear,
  objectId: `object-${taxYear}`,
  isShortYear: false,
  figures: {},
  unreadable: {},
  derived: {},
  ...parts,
})
const madeOf = (form: string, series: object[], figures: object[] = []) =>
  ({ filing: { form, objectId: 'object-2022' }, series, figures, prior: [] }) as unknown as Compared

describe('the years of a comparison', () => {
  const filed = (...years: number[]) =>
    madeOf(
      '990',
      years.map((year) => yearOf(year)),
    )
  test.each([
    ['end with the newest of all', [filed(2019, 2021), filed(2023)], undefined, [2019, 2023]],
    ['are at most five', [filed(2010, 2022)], undefined, [2018, 2022]],
    ['end with the newest up to the chosen one', [filed(2016, 2020, 2022)], 2021, [2016, 2020]],
    ['begin with the first return', [filed(2021), filed(2022)], undefined, [2021, 2022]],
  ])('%s', (_, compared, upTo, [first, last]) => {
    const years = comparedYears('Revenue', compared, upTo)
    expect([years[0], years.at(-1)]).toEqual([first, last])
    expect(years.length).toBe((last ?? 0) - (first ?? 0) + 1)
  })

  test('are none without a return', () => {
    expect(comparedYears('Revenue', [filed()])).toEqual([])
    expect(comparedYears('Revenue', [filed(2022)], 2020)).toEqual([])
  })
})

describe('a metric of a year', () => {
  const shares = {
    derived: {
      administrativeRatio: figure('administrativeRatio', 0.25, 'ratio'),
      fundraisingRatio: figure('fundraisingRatio', 0.125, 'ratio'),
    },
  }
  const pay = { key: 'officerCompensation', ...figure('officerCompensation', 9) }
  test.each<[string, MetricName, string, object, object[], object]>([
    [
      'is a filed figure',
      'Revenue',
      '990',
      { figures: { revenue: figure('revenue', 7) } },
      [],
      { value: 7, refs: ['ref:revenue'] },
    ],
    [
      'is the sum of its parts, and cites each',
      'Overhead',
      '990',
      shares,
      [],
      { value: 0.375, refs: ['ref:administrativeRatio', 'ref:fundraisingRatio'] },
    ],
    [
      'is unknown if a part is unknown, and never the other part',
      'Overhead',
      '990',
      { derived: { administrativeRatio: shares.derived.administrativeRatio } },
      [],
      { state: 'NotComputable', refs: [] },
    ],
    ['is not on a form without its lines', 'Overhead', '990EZ', {}, [], { state: 'NotOnForm' }],
    ['is not reported if its line is blank', 'Assets', '990', {}, [], { state: 'NotReported' }],
    [
      'is not readable if its line contains text',
      'Revenue',
      '990',
      { unreadable: { revenue: 'ref:text' } },
      [],
      { state: 'NotReadable', refs: ['ref:text'] },
    ],
    [
      'is that of the people of the filing that is compared',
      'OfficerCompensation',
      '990EZ',
      {},
      [pay],
      { value: 9, refs: ['ref:officerCompensation'] },
    ],
    [
      'is unknown in a year whose people are not read',
      'OfficerCompensation',
      '990EZ',
      { objectId: 'another' },
      [pay],
      { state: 'NotComputable' },
    ],
  ])('%s', (_, metric, form, parts, figures, expected) => {
    const [year] = toMetricYears(metric, madeOf(form, [yearOf(2022, parts)], figures), [2022])
    if (!year) throw new Error('no year')
    const { state, why } = year.unknown ?? {}
    const found = { value: year.unknown ? undefined : year.value, state, refs: refsOfYear(year) }
    expect(found).toMatchObject(expected)
    expect(why === undefined).toBe(year.unknown === undefined)
  })

  test('is what the next year’s return states if the year’s own is not loaded', () => {
    const prior = [{ taxYear: 2021, figures: { revenue: { value: 5, ref: 'ref:prior' } } }]
    const one = { ...madeOf('990', [yearOf(2022)]), prior }
    const found = (metric: MetricName) =>
      toMetricYears(metric, one, comparedYears(metric, [one])).map((year) => ({
        ...{ taxYear: year.taxYear, isPrior: year.isPrior, refs: refsOfYear(year) },
      }))
    expect(found('Revenue')).toEqual([
      { taxYear: 2021, isPrior: true, refs: ['ref:prior'] },
      { taxYear: 2022, isPrior: undefined, refs: [] },
    ])
    expect(found('ProgramRatio').map(({ taxYear }) => taxYear)).toEqual([2022])
  })

  test('is absent in a year without a return', () => {
    const one = madeOf('990', [yearOf(2020), yearOf(2022)])
    const years = METRIC_NAMES.map((metric) =>
      toMetricYears(metric, one, [2021, 2022]).map(({ taxYear }) => taxYear),
    )
    expect(years).toEqual(METRIC_NAMES.map(() => [2022]))
  })
})
