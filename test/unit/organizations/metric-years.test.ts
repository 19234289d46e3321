import { describe, expect, test } from 'vitest'
import { METRIC_NAMES, type MetricName } from '#src/figures/sets.ts'
import {
  comparedYears,
  type MetricYear,
  toMetricYears,
} from '#src/organizations/compare/metric-years.ts'
import { testCases } from '#test/unit/cases.ts'

type Compared = Parameters<typeof toMetricYears>[1]

type Values = Record<string, number>
const figuresOf = (values: Values = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const unit = key.endsWith('Ratio') ? 'ratio' : 'USD'
      return [key, { key, label: key, value, unit, ref: `ref:${key}` }]
    }),
  )
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

const refsOfYear = (year: MetricYear) =>
  [(year.unknown ? year.unknown.ref : year.figure.ref) ?? []].flat()

describe('a metric of a year', () => {
  type Parts = { figures?: Values; derived?: Values }
  testCases(
    'metrics of a year',
    (
      _: string,
      metric: MetricName,
      form: string,
      { figures, derived, ...parts }: Parts,
      people: Values,
      expected: object,
    ) => {
      const known = { ...parts, figures: figuresOf(figures), derived: figuresOf(derived) }
      const made = madeOf(form, [yearOf(2022, known)], Object.values(figuresOf(people)))
      const [year] = toMetricYears(metric, made, [2022])
      if (!year) throw new Error('no year')
      const { state, why } = year.unknown ?? {}
      const found = {
        value: year.unknown ? undefined : year.figure.value,
        state,
        refs: refsOfYear(year),
      }
      expect(found).toMatchObject(expected)
      expect(why === undefined).toBe(year.unknown === undefined)
    },
  )

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
