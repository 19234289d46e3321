import { describe, expect, test } from 'vitest'
import type { CATEGORIES, MetricKey } from '#src/rating/metrics.ts'
import { rate } from '#src/rating/model.ts'
import { describePeers, peerGroups, revenueDecade } from '#src/rating/peers.ts'
import { POLICY_VERSION, type RatingInput, wholeScore } from '#src/rating/rating.ts'
import { showBandOn } from '#src/search/search.ts'
import { readFront, readSectorTopLists, type SectorDeps } from '#src/sector/read-sector.ts'
import { testCases, testReturns } from '#test/unit/cases.ts'
import { input, ranked } from './made-inputs.ts'

const metricOf = (inputs: RatingInput[], key: MetricKey) =>
  rate(inputs).metrics.find((metric) => metric.key === key)
const categoryOf = (inputs: RatingInput[], key: keyof typeof CATEGORIES) =>
  rate(inputs).categories.find((category) => category.key === key)

/** Parses "programRatio=80% boardMinutes=1": a percentile among peers, or a value. */
const inputsOf = (text: string): RatingInput[] =>
  text.split(' ').map((word) => {
    const [key, value = ''] = word.split('=') as [MetricKey, string?]
    return value.endsWith('%')
      ? ranked(key, Number.parseFloat(value) / 100)
      : input(key, Number(value))
  })

testCases('ratings', (_: string, text: string, expected: { state: string }) => {
  const rating = rate(inputsOf(text))
  expect(rating).toMatchObject({ ...expected, policyVersion: POLICY_VERSION })
  expect('score' in rating).toBe(expected.state === 'Scored')
})

test.each([
  ['programRatio', 0.8, 0.8],
  ['administrativeRatio', 0.8, 0.2],
] as const)('%s above a share of %d of its peers scores %d', (key, percentile, score) => {
  expect(metricOf([ranked(key, percentile)], key)?.score).toBeCloseTo(score, 12)
})

test('the raw value of a ranked metric does not score', () => {
  const low = { ...ranked('reserveMonths', 0.5), value: -3 }
  expect(metricOf([low], 'reserveMonths')).toMatchObject({ value: -3, score: 0.5 })
})

// A return may have more independent members than members.
testCases('metrics that score their value', (key: MetricKey, value: number, score: number) => {
  expect(metricOf([input(key, value)], key)?.score).toBe(score)
})

test('a category is the mean of its known members, and has no score without any', () => {
  const four =
    'programRatio=90% administrativeRatio=40% fundraisingRatio=70% missionDeploymentRate=20%'
  expect(categoryOf(inputsOf(four), 'financialEfficiency')).toEqual({
    key: 'financialEfficiency',
    weight: 40,
    members: ['programRatio', 'administrativeRatio', 'fundraisingRatio', 'missionDeploymentRate'],
    score: expect.closeTo(0.5, 12),
  })
  const one = [ranked('programRatio', 0.6), input('boardMinutes', 1)]
  expect(categoryOf(one, 'financialEfficiency')?.score).toBe(0.6)
  expect(categoryOf(one, 'transparency')?.score).toBe(1)
  expect(categoryOf(inputsOf('programRatio=100%'), 'transparency')).toEqual({
    ...{ key: 'transparency', weight: 30, members: [] },
  })
})

test('not enough data still has the known components', () => {
  const { metrics, categories } = rate([ranked('reserveMonths', 0.8)])
  expect(metrics).toEqual([{ ...ranked('reserveMonths', 0.8), score: 0.8 }])
  expect(categories.filter(({ score }) => score !== undefined)).toHaveLength(1)
})

test('a ranked metric without enough peers is known, but does not affect the score', () => {
  const inputs = inputsOf('programRatio=60% boardMinutes=1')
  const { unranked, ...rest } = rate([...inputs, input('reserveMonths', 3)])
  expect(unranked).toEqual(['reserveMonths'])
  expect({ ...rest, unranked: [] }).toEqual(rate(inputs))
})

describe('invalid inputs', () => {
  const { peers } = ranked('programRatio', 0.5)
  const value = input('programRatio', 0.5)
  test.each([
    ['a ranked metric without percentile', [{ ...value, ...(peers && { peers }) }]],
    ['a ranked metric without peers', [{ ...value, percentile: 0.5 }]],
    ['a percentile above 1', [ranked('programRatio', 1.01)]],
    ['a percentile that is not a number', [ranked('programRatio', Number.NaN)]],
    ['a value that is not a number', [input('boardMinutes', Number.NaN)]],
    ['an infinite value', [{ ...ranked('reserveMonths', 1), value: Number.POSITIVE_INFINITY }]],
    ['a metric given twice', [input('boardMinutes', 1), input('boardMinutes', 1)]],
  ])('%s is rejected', (_, inputs) => {
    expect(() => rate(inputs)).toThrow(RangeError)
  })
})

test('a decade is exact at every power of ten, and unknown without a positive revenue', () => {
  for (let power = 0; power < 13; power++) expect(revenueDecade(10 ** power)).toBe(power)
  expect([0, -5_000, undefined].map(revenueDecade)).toEqual([undefined, undefined, undefined])
})

const TODAY = '2026-11-21'
const now = () => new Date(`${TODAY}T23:59:59Z`)
const [RECENT, OLD] = ['2023-11-21', '2023-11-20']
const hitOf = (rating: object | undefined, latestPeriodEnd: string | null = RECENT) => ({
  ein: '070000001',
  display: { name: 'A', revenue: { value: 100 }, latestPeriodEnd, rating },
})
const rated = (periodEnd?: string | null) => ({ score: 78.4, band: 'Good', periodEnd })
const answer = (...sources: object[]) => ({
  hits: { hits: sources.map((_source) => ({ _source })) },
})
/** What an engine finds, whatever the search. */
const finding = (...sources: object[]) => ({
  ...{ now, indexPrefix: 'x-' },
  opensearch: { search: async () => answer(...sources) },
})

test.each([
  ['on the last day of three years', rated(RECENT), OLD, 'Good'],
  ['on the day after three years', rated(OLD), RECENT, undefined],
  ['by the latest return if the rated one has no date', rated(null), OLD, undefined],
  ['by the latest return of an older index', rated(), RECENT, 'Good'],
  ['without any date', rated(), null, 'Good'],
])('a band is shown or left out %s', (_, rating, latest, band) => {
  const { display } = showBandOn(TODAY)(hitOf(rating, latest) as never) as ReturnType<typeof hitOf>
  expect(display).toEqual({ ...hitOf({ ...rating, band }, latest).display })
})

test('a hit without a rating stays as it is', () => {
  const hit = hitOf(undefined, OLD) as never
  expect(showBandOn(TODAY)(hit)).toBe(hit)
})

test.each([
  [RECENT, 'Good'],
  [OLD, undefined],
])('listed organizations rated until %s have the band %s', async (end, band) => {
  const one = { ein: '070000001', band: 'Good', periodEnd: end, prominence: 1 }
  const sector = finding({
    kind: 'top-lists',
    body: { lists: [{ key: 'K', byProminence: [one], byRevenue: [one] }] },
  }) as unknown as SectorDeps
  const { lists } = await readSectorTopLists(sector)
  expect(lists[0]?.byProminence[0]).toEqual({ ...one, band })
  expect((await readFront(sector)).featured).toEqual({ ...one, band })
})

testReturns({
  'whole scores': wholeScore,
  'decades of revenues': revenueDecade,
  'peer groups': peerGroups,
  'peer groups in words': (group: string) => describePeers({ group }),
})
