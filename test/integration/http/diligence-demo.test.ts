import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLists } from '#indexer/indices/read-lists.ts'
import { createKey } from '#src/access/keys.ts'
import { diligenceSummary } from '#src/surfaces/a/diligence-schema.ts'
import { openDemo } from './demo-world.ts'
import type { ProfilesWorld } from './profiles-world.ts'

let world: ProfilesWorld
beforeAll(async () => {
  world = await openDemo('diligence_demo')
}, 120_000)
afterAll(() => world.close())

test("the demo's lists mean whom they are written to mean, and nobody else", async () => {
  const found = await world.postgres.query(
    'select ein, entry, subject, method, status from screening_match order by ein',
  )
  const organization = { subject: 'organization' }
  expect(found).toEqual([
    {
      ...organization,
      ein: '080000172',
      entry: '990001',
      method: 'ExactName',
      status: 'Confirmed',
    },
    { ...organization, ein: '280000113', entry: '990003', method: 'Alias', status: 'Review' },
    {
      ...organization,
      ein: '790000142',
      entry: '990002',
      method: 'Identifier',
      status: 'Confirmed',
    },
    {
      subject: 'officer',
      ein: '790000143',
      entry: 'S4MR9DEMO1',
      method: 'ExactName',
      status: 'Review',
    },
  ])
})

test('both lists of the demo are told with month and parties, as read whole', async () => {
  const parties = await world.postgres.query<{ list: string; parties: number }>(
    'select list, count(*) as parties from restricted_party group by list order by list',
  )
  expect(parties.reduce((sum, one) => sum + one.parties, 0)).toBe(5)
  const loaded = { month: '2026-04', isWhole: true }
  expect(await readLists(world.postgres)).toEqual(
    parties.map((one) => ({ list: one.list, loaded: { ...loaded, parties: one.parties } })),
  )
})

test('every organization of the demo has its whole points, and a readiness with its reasons', async () => {
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'demo' })
  const all = await world.postgres.query<{ ein: string }>(
    'select ein from organization order by ein',
  )
  const scores = new Map(
    (
      await world.postgres.query<{ ein: string; score: number }>(
        'select ein, score from rating where score is not null',
      )
    ).map(({ ein, score }) => [Number(ein), score]),
  )
  expect(scores.size).toBeGreaterThan(40)
  const labels = new Map<string, number>()
  for (let from = 0; from < all.length; from += 25) {
    const eins = all.slice(from, from + 25).map(({ ein }) => ein)
    const url = `/api/v2/charity/diligence-summary?EINs=${eins.join(',')}`
    const { status, body } = await world.get(url, { 'x-service-api-key': key })
    expect(status, JSON.stringify(body)).toBe(200)
    for (const { EIN, Rating, Readiness } of diligenceSummary.parse(body).Organizations) {
      const score = scores.get(EIN)
      expect(Rating?.Score, String(EIN)).toBe(score && Math.floor(score))
      const { Label = '', ReviewReasons = [] } = Readiness ?? {}
      labels.set(Label, (labels.get(Label) ?? 0) + 1)
      expect(ReviewReasons.length > 0).toBe(Label !== 'Clear')
    }
  }
  expect([...labels.keys()].sort()).toEqual(['Clear', 'Compliance issue flagged', 'Needs review'])
})
