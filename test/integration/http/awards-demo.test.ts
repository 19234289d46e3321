import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readMappingStatus } from '#indexer/awards/status.ts'
import { awardList, subawardList } from '#src/api/a/awards/schema.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openDemo } from './profiles-world.ts'

let world: MoneyWorld
let eins: string[]
beforeAll(async () => {
  world = await withKey(await openDemo('awards'))
  const rows = await world.postgres.query<{ ein: string }>(
    `select distinct ein from uei_mapping join organization using (ein)
     where is_used and primary_form is not null order by ein`,
  )
  eins = rows.map(({ ein }) => ein)
  // Making and loading the demo keeps the process busy, which the application would report as
  // overload.
  await vi.waitFor(() => world.read(urlOf(eins[0] ?? '', 'awards')), {
    timeout: 30_000,
    interval: 500,
  })
})
afterAll(() => world.close())

const urlOf = (ein: string, what: string) => `/api/v2/charity/${ein}/${what}?Limit=200`
const rowsOf = async (ein: string) => [
  ...awardList.parse(await world.read(urlOf(ein, 'awards'))).Awards,
  ...subawardList.parse(await world.read(urlOf(ein, 'subawards'))).Subawards,
]

test('a load maps awards and audits, and reports what it could not map', async () => {
  const { used, unused, awards, subawards } = await readMappingStatus(world.postgres)
  expect(eins.length).toBeGreaterThan(0)
  expect(used).toBeGreaterThanOrEqual(eins.length)
  expect(Object.keys(unused).length).toBeGreaterThan(0)
  expect(awards).toBeGreaterThan(0)
  expect(subawards).toBeGreaterThan(0)
})

test('the Ref of each figure of loaded awards resolves to its row', async () => {
  let opened = 0
  for (const ein of eins) {
    for (const {
      UniqueKey,
      Amount,
      AmountFormula,
      EvidenceRefs,
      MappingConfidence,
    } of await rowsOf(ein)) {
      expect(MappingConfidence).toBeGreaterThan(0)
      const ref = EvidenceRefs?.Amount
      if (Amount === undefined || ref === undefined) continue
      const url = `/api/v2/charity/${ein}/sections/MoneyFlow?EvidenceRef=${encodeURIComponent(ref)}`
      const { Data } = charitySection.parse(await world.read(url))
      const summed = { Content: { 'sum of federal_action_obligation': `${Amount}` } }
      expect(Data, UniqueKey).toMatchObject(AmountFormula ? summed : { Value: Amount })
      opened += 1
    }
  }
  expect(opened).toBeGreaterThan(5)
})
