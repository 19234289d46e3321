import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#indexer/demo/random.ts'
import { writeRanks } from '#indexer/rate/score.ts'
import { METRICS, type MetricDefinition, type MetricKey } from '#src/rating/metrics.ts'
import { LEAST_PEERS } from '#src/rating/peers.ts'
import type { RatedForm } from '#src/rating/rating.ts'
import { peerGroups } from '../../unit/rating/peer-groups.ts'
import { createStore, type Store } from '../indexer/store.ts'

type Made = {
  ein: string
  form: RatedForm
  majorGroup: string | null
  decade: number | null
  metrics: { key: MetricKey; value: number }[]
}
type Rank = { group: string; size: number; percentile: number }
type Ranks = Map<string, Rank>

let store: Store
beforeAll(async () => {
  store = await createStore('rate_ranks')
})
afterAll(async () => await store?.drop())

/** Returns the store's results for made-up inputs, by EIN and metric. */
async function ranksOf(made: readonly Made[]): Promise<Ranks> {
  const session = store.db
  await session.query('delete from rating_input')
  const rows = made.map((one) => ({
    ...one,
    major_group: one.majorGroup,
    revenue_decade: one.decade,
  }))
  await session.query(
    `insert into rating_input (ein, object_id, form, tax_year, major_group, revenue_decade, metrics,
         failed_checks, fingerprint)
       select ein, '', form, 2023, major_group, revenue_decade, metrics, '{}', ''
       from json_to_recordset($1) as row(ein text, form text, major_group text,
         revenue_decade smallint, metrics jsonb)`,
    [JSON.stringify(rows)],
  )
  await writeRanks(store.db)
  type Row = { ein: string; ranks: [string, string, number, number][] }
  const found = await session.query<Row>('select ein, ranks from rating_rank')
  return new Map(
    found.flatMap(({ ein, ranks }) =>
      ranks.map(([key, group, size, percentile]) => [`${ein} ${key}`, { group, size, percentile }]),
    ),
  )
}

const ein = (number: number): string => `07${String(number).padStart(7, '0')}`

/** Returns this many equal organizations; the first has the lowest program ratio. */
const alike = (count: number, from: number, traits: Partial<Made> = {}): Made[] =>
  Array.from({ length: count }, (_, at) => ({
    ein: ein(from + at),
    form: '990' as const,
    majorGroup: 'P',
    decade: 6,
    metrics: [{ key: 'programRatio' as const, value: at / 100 }],
    ...traits,
  }))

const rankOf = (ranks: Ranks, number: number, key: MetricKey = 'programRatio') =>
  ranks.get(`${ein(number)} ${key}`)

describe('the group of peers', () => {
  test.each([29, 30, 31])('of %d is used from 30 members on', async (count) => {
    const ranks = await ranksOf([...alike(count, 0), ...alike(40, 100, { decade: 5 })])
    const isEnough = count >= 30
    expect(rankOf(ranks, 0)).toMatchObject({
      group: isEnough ? '990:P:6' : '990:P',
      size: isEnough ? count : count + 40,
    })
    expect(rankOf(ranks, 100)?.group).toBe('990:P:5')
  })

  test('drops the decade, then the major group, and uses the widest at any size', async () => {
    const ranks = await ranksOf([
      ...alike(10, 0),
      ...alike(15, 100, { decade: 5 }),
      ...alike(3, 200, { majorGroup: 'A' }),
      ...alike(2, 300, { form: '990EZ' }),
    ])
    expect(rankOf(ranks, 0)).toMatchObject({ group: '990', size: 28 })
    expect(rankOf(ranks, 200)).toMatchObject({ group: '990', size: 28 })
    expect(rankOf(ranks, 300)).toMatchObject({ group: '990EZ', size: 2 })
  })

  test('skips an unknown attribute, which is not a group of its own', async () => {
    const ranks = await ranksOf([
      ...alike(40, 0, { decade: null }),
      ...alike(40, 100, { majorGroup: null }),
      ...alike(40, 200),
    ])
    expect(rankOf(ranks, 0)).toMatchObject({ group: '990:P', size: 80 })
    expect(rankOf(ranks, 100)).toMatchObject({ group: '990', size: 120 })
    expect(rankOf(ranks, 200)).toMatchObject({ group: '990:P:6', size: 40 })
  })

  test('counts for each metric the organizations that have it', async () => {
    const months = { key: 'reserveMonths' as const, value: 3 }
    const some = alike(35, 0).map((one, at) =>
      at < 20 ? { ...one, metrics: [...one.metrics, months] } : one,
    )
    const ranks = await ranksOf(some)
    expect(rankOf(ranks, 0)).toMatchObject({ group: '990:P:6', size: 35 })
    expect(rankOf(ranks, 0, 'reserveMonths')).toMatchObject({ group: '990', size: 20 })
    expect(rankOf(ranks, 30, 'reserveMonths')).toBeUndefined()
  })
})

describe('the percentile', () => {
  test('is the share below plus half of the equal ones, including itself', async () => {
    const ranks = await ranksOf(alike(30, 0))
    expect(rankOf(ranks, 0)?.percentile).toBe(0.5 / 30)
    expect(rankOf(ranks, 14)?.percentile).toBe(14.5 / 30)
    expect(rankOf(ranks, 29)?.percentile).toBe(29.5 / 30)
  })

  test('is the same for equal values, and a half if all are equal', async () => {
    const metrics = [{ key: 'fundraisingRatio' as const, value: 0 }]
    const ranks = await ranksOf(alike(30, 0, { metrics }))
    for (let at = 0; at < 30; at++) {
      expect(rankOf(ranks, at, 'fundraisingRatio')?.percentile).toBe(0.5)
    }
  })

  test('counts a Mission Deployment Rate above 1 as 1', async () => {
    const made = alike(30, 0).map((one, at) => ({
      ...one,
      // Ten below 1, one at 1, nineteen above: those twenty are equal.
      metrics: [{ key: 'missionDeploymentRate' as const, value: (at + 1) / 11 }],
    }))
    const ranks = await ranksOf(made)
    const percentiles = [9, 10, 20, 29].map(
      (at) => rankOf(ranks, at, 'missionDeploymentRate')?.percentile,
    )
    expect(percentiles).toEqual([9.5 / 30, 20 / 30, 20 / 30, 20 / 30])
  })

  test('does not cap a metric without a cap', async () => {
    const metrics = (at: number) => [{ key: 'reserveMonths' as const, value: at - 15 }]
    const ranks = await ranksOf(alike(30, 0).map((one, at) => ({ ...one, metrics: metrics(at) })))
    expect(rankOf(ranks, 29, 'reserveMonths')?.percentile).toBe(29.5 / 30)
  })
})

describe('made-up organizations of every kind', () => {
  const RANKED = (Object.entries(METRICS) as [MetricKey, MetricDefinition][]).filter(
    ([, { kind }]) => kind === 'percentile',
  )
  const random = createRandom('ranks')

  /** Many ties, missing values, groups of every size. */
  const any = (at: number): Made => {
    const decade = random.int(-1, 9)
    return {
      ein: ein(at),
      form: random.chance(0.3) ? '990EZ' : '990',
      majorGroup: random.chance(0.1) ? null : random.pick(['A', 'B', 'P', 'P', 'P', 'X']),
      decade: decade < 0 ? null : decade,
      metrics: RANKED.filter(() => random.chance(0.7)).map(([key]) => ({
        key,
        value: random.int(-50, 150) / 100,
      })),
    }
  }

  /** Returns the same with one loop over all pairs. */
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

  test('have the ranks of a plain count', async () => {
    const made = Array.from({ length: 900 }, (_, at) => any(at))
    const ranks = await ranksOf(made)
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
