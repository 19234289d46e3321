import { describe, expect, test } from 'vitest'
import { openCohort, writeDistributions } from '#indexer/rate/cohort.ts'
import { type Cohort, rankInputs } from '#src/rating/cohort.ts'
import { METRICS, type MetricDefinition, type MetricKey } from '#src/rating/metrics.ts'
import { MIN_PEERS, type PeerTraits, peerGroups } from '#src/rating/peers.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { createRandom, TAKES_ALL } from '#test/random.ts'

type Made = PeerTraits & { ein: string; metrics: { key: MetricKey; value: number }[] }
type Rank = { group: string; size: number; percentile: number }
type Ranks = Map<string, Rank>

const loads = openLoads('rate_cohort')

/** Returns the cohort of made-up inputs. */
async function cohortOf(made: readonly Made[]): Promise<Cohort> {
  await loads.query('delete from rating_input')
  await loads.query(
    `insert into rating_input (ein, object_id, form, tax_year, major_group, revenue_decade, metrics,
         failed_checks, fingerprint)
       select ein, '', form, 2023, "majorGroup", decade, metrics, '{}', ''
       from json_to_recordset($1) as row(ein text, form text, "majorGroup" text, decade smallint,
         metrics jsonb)`,
    [JSON.stringify(made)],
  )
  return await loads.store.db.transaction(async (own) => {
    await writeDistributions(own)
    return await openCohort(own)
  })
}

/** Returns the ranks of each in a cohort of all of them, by EIN and metric. */
async function ranksOf(made: readonly Made[]): Promise<Ranks> {
  const cohort = await cohortOf(made)
  return new Map(made.flatMap((one) => rankIn(cohort, one)))
}

const rankIn = (cohort: Cohort, one: Made): [string, Rank][] =>
  rankInputs(
    one.metrics.map((metric) => ({ ...metric, ref: '' })),
    one,
    cohort,
  ).flatMap(({ key, percentile, peers }) =>
    percentile === undefined || !peers ? [] : [[`${one.ein} ${key}`, { ...peers, percentile }]],
  )

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

const rankOf = (ranks: Ranks, number: number) => ranks.get(`${ein(number)} programRatio`)

describe('the group of peers', () => {
  test.each([29, 30, 31])('of %d is used from 30 members on', async (count) => {
    const ranks = await ranksOf([
      ...alike(count, 0),
      ...alike(40, 100, { decade: 5 }),
      ...alike(29, 300, { form: '990EZ' }),
    ])
    const isEnough = count >= 30
    expect(rankOf(ranks, 0)).toMatchObject({
      group: isEnough ? '990:P:6' : '990:P',
      size: isEnough ? count : count + 40,
    })
    expect(rankOf(ranks, 100)?.group).toBe('990:P:5')
    expect(rankOf(ranks, 300), 'even its form has too few').toBeUndefined()
  })
})

describe('a return that is not in the cohort', () => {
  const newcomer = (value: number, traits: Partial<Made> = {}): Made =>
    alike(1, 900, { metrics: [{ key: 'programRatio', value }], ...traits })[0] ?? expect.fail()

  test('is ranked between the values of the cohort', async () => {
    const cohort = await cohortOf(alike(30, 0))
    const percentile = (value: number) => rankIn(cohort, newcomer(value))[0]?.[1].percentile
    expect(percentile(-1)).toBe(0)
    expect(percentile(0.095)).toBe(10 / 30)
    expect(percentile(0.1)).toBe(10.5 / 30)
    expect(percentile(9)).toBe(1)
  })

  test('is ranked in the narrowest group that the cohort has', async () => {
    const cohort = await cohortOf([...alike(29, 0), ...alike(40, 100, { decade: 5 })])
    expect(rankIn(cohort, newcomer(0.5))[0]?.[1]).toMatchObject({ group: '990:P', size: 69 })
    const other = rankIn(cohort, newcomer(0.5, { majorGroup: 'A', decade: 5 }))
    expect(other[0]?.[1]).toMatchObject({ group: '990', size: 69 })
  })
})

test('a large group keeps about a thousand values, each common one, and ranks within a thousandth', async () => {
  // Four in ten are 0.
  const made = alike(12_000, 0).map((one, at) => {
    const value = at % 10 < 4 ? 0 : ((at * 7_919) % 12_000) + 1
    return { ...one, metrics: [{ key: 'reserveMonths' as const, value }] }
  })
  const cohort = await cohortOf(made)
  const kept = cohort.get('reserveMonths')?.get('990')
  expect(kept?.values.length).toBeGreaterThan(550)
  expect(kept?.values.length).toBeLessThanOrEqual(1_000)
  const filed = made.map(({ metrics }) => metrics[0]?.value ?? 0)
  for (const one of made.filter((_, at) => at % 97 === 0)) {
    const [, rank] = rankIn(cohort, one)[0] ?? []
    const value = one.metrics[0]?.value ?? 0
    const below = filed.filter((other) => other < value).length
    const equal = filed.filter((other) => other === value).length
    const exact = (below + equal / 2) / filed.length
    expect(Math.abs((rank?.percentile ?? -1) - exact)).toBeLessThanOrEqual(0.001)
    if (value === 0) expect(rank?.percentile).toBe(exact)
  }
})

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
  const chosen = members.find(({ values }) => values.length >= MIN_PEERS)
  if (!chosen) return undefined
  const capped = Math.min(value, cap)
  const below = chosen.values.filter((other) => Math.min(other, cap) < capped).length
  const equal = chosen.values.filter((other) => Math.min(other, cap) === capped).length
  const size = chosen.values.length
  return { group: chosen.group, size, percentile: (below + equal / 2) / size }
}

test('made-up organizations of every kind have the ranks of a plain count', async () => {
  const made = Array.from({ length: TAKES_ALL ? 900 : 400 }, (_, at) => any(at))
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
  expect(compared).toBeGreaterThan(2_000)
})
