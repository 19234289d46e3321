import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLists } from '#indexer/pipeline/status.ts'
import { createKey } from '#src/access/keys.ts'
import { diligenceSummary } from '#src/api/a/diligence.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import { wholeScore } from '#src/rating/rating.ts'
import type { ProfilesWorld } from './profiles-world.ts'
import { openDemo } from './profiles-world.ts'

let world: ProfilesWorld
beforeAll(async () => {
  world = await openDemo('diligence_demo')
})
afterAll(() => world.close())

test("the demo's lists match exactly the intended organizations", async () => {
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

test.each([
  [
    '080000172',
    'sdn:2026-04:990001',
    {
      SDN_Name: 'NGONG FARMERS TRUST',
      Program: 'DEMO',
      Remarks: 'DEMO entry, fictional.',
      ALT: [{ alt_type: 'aka', alt_name: 'SHAMBA ZA NGONG' }],
      ADD: [{ Address: 'Ngong Lane Plaza 3', City: 'Nairobi', Country: 'KE' }],
    },
  ],
  [
    '280000113',
    'sdn:2026-04:990003',
    {
      SDN_Name: 'WINDSOR MASONRY COLLECTIVE',
      ALT: [{ alt_type: 'aka', alt_name: 'BRIGHTMOOR BLOCK WORKS' }],
      ADD: [{ City: 'Windsor', Country: 'CA' }],
    },
  ],
  [
    '790000143',
    'sam:2026-04:S4MR9DEMO1',
    {
      Last: 'HATHORNE',
      First: 'Celeste',
      City: 'Washington',
      State_Province: 'DC',
      Zip_Code: '20020',
      Exclusion_Program: 'DEMO',
      Excluding_Agency: 'DEMO',
      Additional_Comments: 'DEMO entry, fictional.',
    },
  ],
])('for %s, the entry %s has the match', async (ein, ref, content) => {
  const url = `/api/v2/charity/${ein}/sections/MoneyFlow?EvidenceRef=${encodeURIComponent(ref)}`
  const { status, body } = await world.get(url)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(charitySection.parse(body).Data).toMatchObject({ EvidenceRef: ref, Content: content })
})

test("each column of SAM's list resolves on its own, as the list writes it", async () => {
  const read = (column: string) => {
    const ref = `sam:2026-04:S4MR9DEMO1:${column}`
    return world.get(`/api/v2/charity/790000143/sections/MoneyFlow?EvidenceRef=${ref}`)
  }
  const { body } = await read('Additional_Comments')
  expect(charitySection.parse(body).Data).toMatchObject({ Value: 'DEMO entry, fictional.' })
  expect((await read('Name')).status).toBe(404)
})

test("a match by another name shows its owner, and an officer's match the organization's place", async () => {
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'reasons' })
  const reasons = async (ein: string) => {
    const url = `/api/v2/charity/diligence-summary?EINs=${ein}`
    const { body } = await world.get(url, { 'x-service-api-key': key })
    return diligenceSummary.parse(body).Organizations[0]?.Readiness?.ReviewReasons
  }
  expect(await reasons('280000113')).toContain(
    '"BRIGHTMOOR BLOCK WORKS" may be "WINDSOR MASONRY COLLECTIVE", which is also called "BRIGHTMOOR BLOCK WORKS" on the OFAC sanctions lists of April 2026 (entry 990003, DEMO): only that name matches.',
  )
  expect(await reasons('790000143')).toContainEqual(
    expect.stringMatching(
      /^Celeste Hathorne, listed on its return as an officer, director, or employee, may be "HATHORNE, Celeste" .*: the name matches, and the organization has the same city and state\.$/,
    ),
  )
})

test('both lists of the demo show month and parties, and are complete', async () => {
  const parties = await world.postgres.query<{ list: string; parties: number }>(
    'select list, count(*) as parties from restricted_party group by list order by list',
  )
  expect(parties.reduce((sum, one) => sum + one.parties, 0)).toBe(5)
  const loaded = { month: '2026-04', isWhole: true }
  expect(await readLists(world.postgres)).toEqual(
    parties.map((one) => ({ list: one.list, loaded: { ...loaded, parties: one.parties } })),
  )
})

test('every demo organization has all points, and a readiness with its reasons', async () => {
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
      expect(Rating?.Score, String(EIN)).toBe(score && wholeScore(score))
      const { Label = '', ReviewReasons = [] } = Readiness ?? {}
      labels.set(Label, (labels.get(Label) ?? 0) + 1)
      expect(ReviewReasons.length > 0).toBe(Label !== 'Clear')
    }
  }
  expect([...labels.keys()].sort()).toEqual(['Clear', 'Compliance issue flagged', 'Needs review'])
})
