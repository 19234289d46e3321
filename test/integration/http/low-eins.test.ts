import { beforeAll, expect, test } from 'vitest'
import { opened } from '#test/integration/opened.ts'
import { refusalOf } from './answers-a.ts'
import { openNetwork } from './network-world.ts'

// Made, with the shape of EINs that IRS lists contain, such as 000107893.
const LOW = '000070001'
const INTEGER = 70_001
const OTHER = '970009401'

const world = opened(() =>
  openNetwork('low_eins', [
    { ein: LOW, name: 'Low Number Trust', grants: [{ name: 'Plum Tree Choir', amount: 700 }] },
    { ein: OTHER, name: 'Plum Tree Fund', grants: [{ name: 'Low Number Trust', amount: 900 }] },
  ]),
)
let ref: string

beforeAll(async () => {
  const { Grants } = await world.read<{ Grants: { EvidenceRef: string }[] }>(
    `/api/v2/charity/${LOW}/grants?Direction=Outgoing`,
  )
  ref = encodeURIComponent(Grants[0]?.EvidenceRef ?? '')
})

test('a filer whose EIN is below 010000000 opens in every operation and list, with evidence', async () => {
  const operations = `page sections/Grants filings money-network grants grantees funders awards
    profile summary metrics flows contradictions leadership related blocks`
  for (const operation of operations.split(/\s+/))
    await world.read(`/api/v2/charity/${LOW}/${operation}`)
  await world.read(`/charities/${LOW}`)
  await world.read(`/api/v2/charity/${LOW}/sections/Grants?EvidenceRef=${ref}`)
  const list = await world.read(`/api/v2/funders/for-cohort?EINs=${LOW}`)
  expect(list).toMatchObject({ CohortEINs: [INTEGER], Funders: [{ EIN: Number(OTHER) }] })
  const grants = await world.read(`/api/v2/charity/${OTHER}/grants?Counterparty=${LOW}`)
  expect(grants).toMatchObject({ Grants: [{ Recipient: { EIN: LOW } }] })
  const summary = await world.read(`/api/v2/charity/diligence-summary?EINs=${LOW},00-0010009`)
  const known = { EIN: INTEGER, Name: 'Low Number Trust' }
  expect(summary).toMatchObject({ Organizations: [known, { EIN: 10_009 }] })
})

test('such a filer has pages, and an integer that is too short leads to the EIN to send', async () => {
  for (const page of ['', '/filings', '/sections/Grants', `/evidence?Ref=${ref}`]) {
    const { statusCode, body } = await world.app.inject(`/charity/${LOW}${page}`)
    expect([statusCode, body.includes('Low Number Trust')], page).toEqual([200, true])
  }
  for (const [name, url] of [
    ['ein', `/api/v2/charity/${INTEGER}/page`],
    ['EINs', `/api/v2/compare?EINs=${INTEGER}`],
  ]) {
    expect(await refusalOf(world, `${url}`)).toMatch(new RegExp(`^422 ${name}: .*${LOW}`))
  }
})
