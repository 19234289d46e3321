import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

  test.each([
    'page',
    'sections/Grants',
    'filings',
    'money-network',
    'grants',
    'grantees',
    'funders',
    'awards',
    'profile',
    'summary',
    'metrics',
    'flows',
    'contradictions',
    'leadership',
    'related',
    'blocks',
  ])('opens in %s', async (operation) => {
    const { status, body } = await world.get(`/api/v2/charity/${LOW}/${operation}`, world.headers)
    expect(status, JSON.stringify(body)).toBe(200)
  })

  test('opens as a core record, with evidence, and in lists as its integer', async () => {
    const statusOf = async (url: string) => (await world.get(url, world.headers)).status
    expect(await statusOf(`/charities/${LOW}`)).toBe(200)
    const section = `/api/v2/charity/${LOW}/sections/Grants?EvidenceRef=`
    expect(await statusOf(`${section}${encodeURIComponent(ref)}`)).toBe(200)
    for (const one of [LOW, INTEGER]) {
      const list = await world.get(`/api/v2/funders/for-cohort?EINs=${one}`, world.headers)
      expect(list.body).toMatchObject({ CohortEINs: [INTEGER], Funders: [{ EIN: Number(OTHER) }] })
      expect(await statusOf(`/api/v2/compare?EINs=${one},${Number(OTHER)}`)).toBe(200)
      const counterparty = `/api/v2/charity/${OTHER}/grants?Counterparty=${one}`
      const grants = await world.get(counterparty, world.headers)
      expect(grants.body).toMatchObject({ Grants: [{ Recipient: { EIN: LOW } }] })
    }
    const summary = `/api/v2/charity/diligence-summary?EINs=${INTEGER},10009`
    expect((await world.get(summary, world.headers)).body).toMatchObject({
      Organizations: [{ EIN: INTEGER, Name: 'Low Number Trust' }, { EIN: 10_009 }],
    })
  })

  test.each(['', '/filings', '/sections/Grants', `/evidence?Ref=`])(
    'has the page %s',
    async (page) => {
      const url = `/charity/${LOW}${page}${page.endsWith('=') ? encodeURIComponent(ref) : ''}`
      const { statusCode, body } = await world.app.inject(url)
      expect(statusCode, body.slice(0, 500)).toBe(200)
      expect(body).toContain('Low Number Trust')
    },
  )

  test('an integer in a path that is too short is rejected with the EIN to send', async () => {
    const { status, body } = await world.get(`/api/v2/charity/${INTEGER}/page`)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(`for this integer, send ${LOW}`)
  })
})
