import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readA, refusalOf } from './answers-a.ts'
import { type NetworkWorld, openNetwork } from './network-world.ts'

// Made, with the shape of EINs that IRS lists contain, such as 000107893.
const LOW = '000070001'
const INTEGER = 70_001
const OTHER = '970009401'

describe('a filer whose EIN is below 010000000', () => {
  let world: NetworkWorld
  let ref: string

  beforeAll(async () => {
    world = await openNetwork('low_eins', [
      { ein: LOW, name: 'Low Number Trust', grants: [{ name: 'Plum Tree Choir', amount: 700 }] },
      { ein: OTHER, name: 'Plum Tree Fund', grants: [{ name: 'Low Number Trust', amount: 900 }] },
    ])
    const { body } = await world.get<{ Grants: { Direction: string; EvidenceRef: string }[] }>(
      `/api/v2/charity/${LOW}/grants?Direction=Outgoing`,
      world.headers,
    )
    ref = body.Grants[0]?.EvidenceRef ?? ''
  })
  afterAll(() => world?.close())

  test.each(
    `page sections/Grants filings money-network grants grantees funders awards profile summary
     metrics flows contradictions leadership related blocks`.split(/\s+/),
  )('opens in %s', async (operation) => {
    await readA(world, `/api/v2/charity/${LOW}/${operation}`, world.headers)
  })

  test('opens as a core record, with evidence, and in lists as its integer', async () => {
    const read = (url: string) => readA(world, url, world.headers)
    await read(`/charities/${LOW}`)
    await read(`/api/v2/charity/${LOW}/sections/Grants?EvidenceRef=${encodeURIComponent(ref)}`)
    for (const one of [LOW, INTEGER]) {
      const list = await read(`/api/v2/funders/for-cohort?EINs=${one}`)
      expect(list).toMatchObject({ CohortEINs: [INTEGER], Funders: [{ EIN: Number(OTHER) }] })
      await read(`/api/v2/compare?EINs=${one},${Number(OTHER)}`)
      const grants = await read(`/api/v2/charity/${OTHER}/grants?Counterparty=${one}`)
      expect(grants).toMatchObject({ Grants: [{ Recipient: { EIN: LOW } }] })
    }
    const summary = await read(`/api/v2/charity/diligence-summary?EINs=${INTEGER},10009`)
    expect(summary).toMatchObject({
      Organizations: [{ EIN: INTEGER, Name: 'Low Number Trust' }, { EIN: 10_009 }],
    })
  })

  test.each(['', '/filings', '/sections/Grants', '/evidence?Ref='])(
    'has the page %s',
    async (page) => {
      const url = `/charity/${LOW}${page}${page.endsWith('=') ? encodeURIComponent(ref) : ''}`
      const { statusCode, body } = await world.app.inject(url)
      expect(statusCode, body.slice(0, 500)).toBe(200)
      expect(body).toContain('Low Number Trust')
    },
  )

  test('an integer in a path that is too short is rejected with the EIN to send', async () => {
    const refusal = await refusalOf(world, `/api/v2/charity/${INTEGER}/page`)
    expect(refusal).toMatch(new RegExp(`^422 ein: .*${LOW}`))
  })
})
