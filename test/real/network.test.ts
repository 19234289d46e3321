import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walkGrants } from '#test/integration/http/grant-filters.ts'
import { type MoneyWorld, withKey } from '#test/integration/http/money-world.ts'
import { openProfiles } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

// proof.test.ts resolves the Refs of grants, and filed-edges.test.ts adds up their amounts.
describe.skipIf(!existsSync(REAL))('the network of real filings', () => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await withKey(await openProfiles('network_real', [REAL]))
  })
  afterAll(() => world.close())

  test("an EIN stated elsewhere in Schedule R is not shown as the row's EIN", async () => {
    const givers = await world.postgres.query<{ ein: string }>(
      `select distinct m.funder_ein as ein from money_edge m join filed_edge using (object_id, ordinal)
       where is_ein_related`,
    )
    expect(givers.length).toBeGreaterThan(0)
    for (const { ein } of givers) {
      const query = 'Category=RelatedTransfer&Direction=Outgoing'
      const { grants } = await walkGrants(world.read, ein, query)
      expect(grants.filter(({ Recipient }) => Recipient.FiledEIN)).toEqual([])
    }
  })
})
