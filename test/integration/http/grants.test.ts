import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyNetwork } from '#src/api/a/money-network.ts'
import { type Grant, proveFilters, walkGrants } from './grant-filters.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openDemo } from './profiles-world.ts'

const FOUNDATION = '490000181'
const COMMUNITY = '490000183'

let world: MoneyWorld
beforeAll(async () => {
  world = await withKey(await openDemo('grants'))
})
afterAll(() => world.close())

const walk = async (ein: string, query: string): Promise<Grant[]> =>
  (await walkGrants(world.read, ein, query)).grants

describe('grants', () => {
  test('with each filter are the matching rows of the whole list, with their sums', async () => {
    const parties = await world.postgres.query<{ ein: string }>(
      `select ein from organization where primary_form is not null and exists
         (select from money_edge where funder_ein = ein or recipient_ein = ein) order by ein`,
    )
    const rows: Grant[] = []
    for (const { ein } of parties) rows.push(...(await proveFilters(world.read, ein)))
    expect(parties.length).toBeGreaterThan(20)
    const values = (key: keyof Grant) => new Set(rows.map((row) => row[key]))
    expect(values('Category').size).toBe(6)
    expect(values('MatchConfidence')).toEqual(
      new Set(['None', 'Weak', 'Moderate', 'Strong', 'Authoritative']),
    )
  })

  test('are payments of returns and foundations; other money is returned on request', async () => {
    const { Outgoing, RowCount } = await walkGrants(world.read, FOUNDATION, 'Direction=Outgoing')
    expect(Outgoing).toMatchObject({ GrantCount: RowCount, TotalAmount: expect.any(Number) })
    const every = await walkGrants(world.read, FOUNDATION, 'AllCategories=1&Direction=Outgoing')
    const approved = every.grants.filter(({ Category }) => Category === 'FoundationApproved')
    expect(every.Outgoing).toEqual({
      ...Outgoing,
      Other: expect.arrayContaining([
        {
          Category: 'FoundationApproved',
          RowCount: 0,
          NotCounted: {
            RowCount: approved.length,
            TotalAmount: approved.reduce((sum, { Amount = 0 }) => sum + Amount, 0),
          },
        },
      ]),
    })
    expect(approved.length).toBeGreaterThan(0)
    const reasons = new Set(approved.map(({ NotCounted }) => NotCounted))
    expect(reasons).toEqual(new Set(['ApprovedForLater']))
  })

  test('show an EIN whose organization has another name as filed, and as weak', async () => {
    const [weak] = (await walk(COMMUNITY, 'Match=Weak')).filter(
      ({ MatchConfidence }) => MatchConfidence === 'Weak',
    )
    expect(weak).toMatchObject({
      MatchMethod: 'FiledEIN',
      Recipient: { EIN: '090000151', FiledName: expect.stringMatching(/maumee/i) },
    })
  })

  test.each([
    ['Outgoing', FOUNDATION, undefined],
    ['Incoming', undefined, FOUNDATION],
  ])(
    "and edges show a filed place that is not the recipient's: %s",
    async (direction, payer, other) => {
      const [asked] = await world.postgres.query<{ ein: string }>(
        `select recipient_ein as ein from network_edge
       where funder_ein = $1 and match_method = 'NameState' limit 1`,
        [FOUNDATION],
      )
      const ein = payer ?? asked?.ein ?? ''
      const isDoubted = (row: object) => 'MatchMethod' in row && row.MatchMethod === 'NameState'
      const query = `Direction=${direction}${other ? `&Counterparty=${other}` : ''}`
      const [row] = (await walk(ein, query)).filter(isDoubted)
      const place = row?.Recipient.FiledLocation
      expect(place).toMatch(/^[^,]+, [A-Z]{2}$/)
      expect(place).not.toBe(row?.Recipient.Location)
      const network = await world.read(
        `/api/v2/charity/${ein}/money-network?Direction=${direction}&Limit=200`,
      )
      expect(moneyNetwork.parse(network).Edges).toContainEqual(
        expect.objectContaining({ MatchMethod: 'NameState', FiledLocation: place }),
      )
    },
  )

  test('show an unnamed recipient by region, without an EIN', async () => {
    const [abroad] = await walk('070000101', 'Category=ScheduleF')
    const { Region, Recipient } = abroad ?? {}
    expect(Recipient).toEqual({ Name: `Unnamed recipient, ${Region}`, ProfileAvailable: false })
  })

  test.each([
    ['amount = e.amount + 1', 'amount = e.amount - 1'],
    ["category = 'FoundationApproved'", "category = 'FoundationPaid'"],
  ])('do not take the name of another row that now has their number: %s', async (change, back) => {
    const url = `/api/v2/charity/${FOUNDATION}/grants?Direction=Outgoing`
    const renumber = (to: string) =>
      world.postgres.query(
        `update filed_edge e set ${to} from money_edge m
         where m.funder_ein = $1 and m.category = 'FoundationPaid' and m.amount is not null
           and (e.object_id, e.ordinal) = (m.object_id, m.ordinal)`,
        [FOUNDATION],
      )
    const before = await world.read(url)
    await renumber(change)
    expect(await world.refuse(url)).toMatchObject({
      status: 503,
      detail: { ErrorCode: 'StoreUnavailable' },
    })
    expect((await world.refuse(`${url}&Format=csv`)).status).toBe(503)
    await renumber(back)
    expect(await world.read(url)).toEqual(before)
  })
})

describe.each(['money-network', 'grants'])('%s', (of) => {
  test('of an organization without edges is empty', async () => {
    await world.read(`/api/v2/charity/970000161/${of}`)
  })

  test.each(['999999999', '970000163'])(
    'of %s, unknown or without filings, is 404',
    async (ein) => {
      expect(await world.refuse(`/api/v2/charity/${ein}/${of}`)).toMatchObject({
        status: 404,
        detail: { ErrorCode: 'ProfileNotFound' },
      })
    },
  )
})
