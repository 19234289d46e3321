import { describe, expect, test } from 'vitest'
import { createRandom } from '#indexer/demo/random.ts'
import { METRICS, type MetricDefinition, type MetricKey } from '#src/rating/metrics.ts'
import { LEAST_PEERS, type PeerTraits, peerGroups } from '#src/rating/peers.ts'
import { addFigures, type PeerFigures, sortFigures, withRanks } from '#src/rating/ranks.ts'
import type { RatingInput } from '#src/rating/rating.ts'

type Made = PeerTraits & { ein: string; metrics: RatingInput[] }
type Rank = { group: string; size: number; percentile: number }
type Ranks = Map<string, Rank>

const metric = (key: MetricKey, value: number): RatingInput => ({ key, value, ref: '' })

/** Where made organizations stand, by EIN and metric. */
function ranksOf(made: readonly Made[]): Ranks {
  const figures: PeerFigures = new Map()
  for (const one of made) addFigures(figures, one, one.metrics)
  const sorted = sortFigures(figures)
  const ranks: Ranks = new Map()
  for (const one of made) {
    for (const { key, percentile, peers } of withRanks(sorted, one, one.metrics)) {
      if (peers) ranks.set(`${one.ein} ${key}`, { ...peers, percentile: percentile ?? -1 })
    }
  }
  return ranks
}

const ein = (number: number): string => `07${String(number).padStart(7, '0')}`

/** So many organizations alike, the first with the least program ratio. */
const alike = (count: number, from: number, traits: Partial<Made> = {}): Made[] =>
  Array.from({ length: count }, (_, at) => ({
    ein: ein(from + at),
    form: '990' as const,
    majorGroup: 'P',
    decade: 6,
    metrics: [metric('programRatio', at / 100)],
    ...traits,
  }))

const rankOf = (ranks: Ranks, number: number, key: MetricKey = 'programRatio') =>
  ranks.get(`${ein(number)} ${key}`)

describe('the group of peers', () => {
  test.each([29, 30, 31])('of %d is taken from 30 on', (count) => {
    const ranks = ranksOf([...alike(count, 0), ...alike(40, 100, { decade: 5 })])
    const isEnough = count >= 30
    expect(rankOf(ranks, 0)).toMatchObject({
      group: isEnough ? '990:P:6' : '990:P',
      size: isEnough ? count : count + 40,
    })
    expect(rankOf(ranks, 100)?.group).toBe('990:P:5')
  })

  test('drops the decade, then the major group, and takes the widest whatever its size', () => {
    const ranks = ranksOf([
      ...alike(10, 0),
      ...alike(15, 100, { decade: 5 }),
      ...alike(3, 200, { majorGroup: 'A' }),
      ...alike(2, 300, { form: '990EZ' }),
    ])
    expect(rankOf(ranks, 0)).toMatchObject({ group: '990', size: 28 })
    expect(rankOf(ranks, 200)).toMatchObject({ group: '990', size: 28 })
    expect(rankOf(ranks, 300)).toMatchObject({ group: '990EZ', size: 2 })
  })

  test('passes over what is not known: it is no group of its own', () => {
    const ranks = ranksOf([
      ...alike(40, 0, { decade: null }),
      ...alike(40, 100, { majorGroup: null }),
      ...alike(40, 200),
    ])
    expect(rankOf(ranks, 0)).toMatchObject({ group: '990:P', size: 80 })
    expect(rankOf(ranks, 100)).toMatchObject({ group: '990', size: 120 })
    expect(rankOf(ranks, 200)).toMatchObject({ group: '990:P:6', size: 40 })
  })

  test('counts for each metric those that have it', () => {
    const months = metric('reserveMonths', 3)
    const some = alike(35, 0).map((one, at) =>
      at < 20 ? { ...one, metrics: [...one.metrics, months] } : one,
    )
    const ranks = ranksOf(some)
    expect(rankOf(ranks, 0)).toMatchObject({ group: '990:P:6', size: 35 })
    expect(rankOf(ranks, 0, 'reserveMonths')).toMatchObject({ group: '990', size: 20 })
    expect(rankOf(ranks, 30, 'reserveMonths')).toBeUndefined()
  })
})

test('what is not ranked stays as it is', () => {
  const inputs = [{ ...metric('whistleblowerPolicy', 1), ref: 'derived:x' }]
  expect(withRanks(new Map(), { form: '990', majorGroup: 'P', decade: 6 }, inputs)).toEqual(inputs)
})

describe('the percentile', () => {
  test('is the share below and half of the equal ones, itself included', () => {
    const ranks = ranksOf(alike(30, 0))
    expect(rankOf(ranks, 0)?.percentile).toBe(0.5 / 30)
    expect(rankOf(ranks, 14)?.percentile).toBe(14.5 / 30)
    expect(rankOf(ranks, 29)?.percentile).toBe(29.5 / 30)
  })

  test('of equals is the same, and of nothing but equals a half', () => {
    const metrics = [metric('fundraisingRatio', 0)]
    const ranks = ranksOf(alike(30, 0, { metrics }))
    for (let at = 0; at < 30; at++) {
      expect(rankOf(ranks, at, 'fundraisingRatio')?.percentile).toBe(0.5)
    }
  })

  test('counts a Mission Deployment Rate above 1 as 1', () => {
    const made = alike(30, 0).map((one, at) => ({
      ...one,
      // Ten below 1, one at 1, nineteen above: those twenty are equals.
      metrics: [metric('missionDeploymentRate', (at + 1) / 11)],
    }))
    const ranks = ranksOf(made)
    const percentiles = [9, 10, 20, 29].map(
      (at) => rankOf(ranks, at, 'missionDeploymentRate')?.percentile,
    )
    expect(percentiles).toEqual([9.5 / 30, 20 / 30, 20 / 30, 20 / 30])
  })

  test('does not cap what has no cap', () => {
    const metrics = (at: number) => [metric('reserveMonths', at - 15)]
    const ranks = ranksOf(alike(30, 0).map((one, at) => ({ ...one, metrics: metrics(at) })))
    expect(rankOf(ranks, 29, 'reserveMonths')?.percentile).toBe(29.5 / 30)
  })
})

describe('made organizations of every kind', () => {
  const RANKED = (Object.entries(METRICS) as [MetricKey, MetricDefinition][]).filter(
    ([, { kind }]) => kind === 'percentile',
  )
  const random = createRandom('ranks')

  /** Many ties, values missing, groups of every size. */
  const any = (at: number): Made => {
    const decade = random.int(-1, 9)
    return {
      ein: ein(at),
      form: random.chance(0.3) ? '990EZ' : '990',
      majorGroup: random.chance(0.1) ? null : random.pick(['A', 'B', 'P', 'P', 'P', 'X']),
      decade: decade < 0 ? null : decade,
      metrics: RANKED.filter(() => random.chance(0.7)).map(([key]) =>
        metric(key, random.int(-50, 150) / 100),
      ),
    }
  }

  /** The same by one loop over everybody for everybody. */
  function plainRank(made: readonly Made[], own: Made, key: MetricKey): Rank | undefined {
    const { cap = Number.POSITIVE_INFINITY }: MetricDefinition = METRICS[key]
    const filed = (one: Made) => one.metrics.find((metric) => metric.key === key)?.value
    const value = filed(own)
    if (value === undefined) return undefined
    const having = made.filter((one) => filed(one) !== undefined)
    const members = peerGroups(own).map((group) => ({
      group,
      values: having.filter((one) => peerGroups(one).includes(group)).map((one) => filed(one) ?? 0),
    }))
    const chosen = members.find(({ values }) => values.length >= LEAST_PEERS) ?? members.at(-1)
    if (!chosen) return undefined
    const capped = Math.min(value, cap)
    const below = chosen.values.filter((other) => Math.min(other, cap) < capped).length
    const equal = chosen.values.filter((other) => Math.min(other, cap) === capped).length
    const size = chosen.values.length
    return { group: chosen.group, size, percentile: (below + equal / 2) / size }
  }

  test('rank as a plain count says', () => {
    const made = Array.from({ length: 900 }, (_, at) => any(at))
    const ranks = ranksOf(made)
    let compared = 0
    for (const own of made) {
      for (const [key] of RANKED) {
        const plain = plainRank(made, own, key)
        const found = ranks.get(`${own.ein} ${key}`)
        expect(found?.group, `${own.ein} ${key}`).toBe(plain?.group)
        expect(found?.size).toBe(plain?.size)
        expect(found?.percentile ?? -1).toBeCloseTo(plain?.percentile ?? -1, 12)
        if (plain) compared++
      }
    }
    expect(compared).toBe(ranks.size)
    expect(compared).toBeGreaterThan(5_000)
  })
})
