import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { type MoneyNetwork, moneyNetwork } from '#src/api/a/money-network.ts'
import { type Grant, walkGrants } from '#test/integration/http/grant-filters.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

type Edge = MoneyNetwork['Edges'][number]

// proof.test.ts resolves the Refs of grants, and money-sums.test.ts adds up their amounts.
describe.skipIf(!existsSync(REAL))('the network of real filings', () => {
  let world: ProfilesWorld
  let headers: Record<string, string>

  beforeAll(async () => {
    world = await openProfiles('network_real', [REAL])
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'network' })
    headers = { 'x-service-api-key': key }
  })
  afterAll(() => world.close())

  async function read<Body>(url: string): Promise<Body> {
    const { status, body } = await world.get<Body>(url, headers)
    expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
    return body
  }

  async function edgesOf(ein: string, query = ''): Promise<Edge[]> {
    const edges: Edge[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const url = `/api/v2/charity/${ein}/money-network?${query}&Limit=200`
      const page = moneyNetwork.parse(await read(`${url}${cursor && `&Cursor=${cursor}`}`))
      edges.push(...page.Edges)
      cursor = page.NextCursor
    }
    return edges
  }

  test("an EIN stated elsewhere in Schedule R is not shown as the row's EIN", async () => {
    const givers = await world.postgres.query<{ ein: string }>(
      `select distinct m.funder_ein as ein from money_edge m join filed_edge using (object_id, ordinal)
       where is_ein_related`,
    )
    expect(givers.length).toBeGreaterThan(0)
    for (const { ein } of givers) {
      const { grants } = await walkGrants(read, ein, 'Category=RelatedTransfer&Direction=Outgoing')
      expect(grants.filter(({ Recipient }) => Recipient.FiledEIN)).toEqual([])
    }
  })

  test('gifts also listed on Schedule I are marked as not counted', async () => {
    const [{ ein } = { ein: '' }] = await world.postgres.query<{ ein: string }>(
      `select ein from filing where object_id = '202331329349308498'`,
    )
    const query = 'Category=RelatedTransfer&Direction=Outgoing'
    const { grants, RowCount, Outgoing } = await walkGrants(read, ein, query)
    const totalOf = (rows: readonly Grant[]) => ({
      RowCount: rows.length,
      TotalAmount: rows.reduce((all, { Amount = 0 }) => all + Amount, 0),
    })
    const twice = grants.filter(({ NotCounted }) => NotCounted === 'ListedOnScheduleI')
    const counted = grants.filter(({ NotCounted }) => NotCounted === undefined)
    expect(totalOf(twice)).toEqual({ RowCount: 13, TotalAmount: 13_982_119 })
    expect(RowCount).toBe(twice.length + counted.length)
    expect(Outgoing?.Other).toMatchObject([
      { Category: 'RelatedTransfer', ...totalOf(counted), NotCounted: totalOf(twice) },
    ])
    const edges = (await edgesOf(ein)).filter(({ NotCountedAmount }) => NotCountedAmount)
    expect(new Set(edges.map(({ Category }) => Category))).toEqual(new Set(['RelatedTransfer']))
    const apart = edges.reduce((all, { NotCountedAmount = 0 }) => all + NotCountedAmount, 0)
    expect(apart).toBe(totalOf(twice).TotalAmount)
    expect(edges.every(({ Amount = 0, NotCountedAmount = 0 }) => Amount >= NotCountedAmount)).toBe(
      true,
    )
  })
})
