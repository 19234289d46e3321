import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrantList, grantList } from '#src/api/a/grants/schema.ts'
import { type MoneyNetwork, moneyNetwork } from '#src/api/a/money-network.ts'
import { codeOf, walkPages } from '#test/integration/http/answers-a.ts'
import {
  type NetworkWorld,
  openNetwork,
  writeFunders,
} from '#test/integration/http/network-world.ts'

const HUB = { ein: '079000001', name: 'Tamarack Commons Foundation' }
const OTHER = { ein: '079000002', name: 'Bellwether Orchard Fund' }
const HALF = 300

// A fifth of them name a funder of the hub, which is then found by name and place and is on both
// sides. Fifty amounts, so that several share each; one in a hundred files none.
const GRANTS = Array.from({ length: HALF }, (_, n) => ({
  name: n % 5 === 0 ? `Made Giver ${n + 1}` : `Nobody Known ${n}`,
  ...(n % 100 !== 7 && { amount: (n % 50) * 1000 }),
}))

let world: NetworkWorld
let loads = 0

beforeAll(async () => {
  world = await openNetwork('network_walk', [
    { ...HUB, grants: GRANTS },
    { ...OTHER, grants: [{ name: 'Nobody At All', amount: 5 }] },
  ])
  await writeFunders(world, HALF, HUB)
  await world.resolve()
})
afterAll(() => world.close())

const url = (of: 'money-network' | 'grants', query: string, ein = HUB.ein) =>
  `/api/v2/charity/${ein}/${of}?${query}`

const readNetwork = async (query: string): Promise<MoneyNetwork> =>
  moneyNetwork.parse(await world.read(url('money-network', query)))
const readGrants = async (query: string): Promise<GrantList> =>
  grantList.parse(await world.read(url('grants', query)))

const refuse = (path: string) => codeOf(world, path, world.headers)

type Edge = MoneyNetwork['Edges'][number]
const edgeKey = ({ Direction, Counterparty, Category }: Edge): string =>
  JSON.stringify([Direction, Counterparty.EIN ?? Counterparty.Name, Category])

const walkNetwork = async (query: string, between?: (page: number) => Promise<void>) =>
  (await walkPages<Edge>(world.read, url('money-network', query), 'Edges', between)).map(edgeKey)

/** Gives the other foundation one more return, which does not name the hub. */
const loadAnother = async (): Promise<void> => {
  loads += 1
  const grants = [{ name: `Nobody Again ${loads}`, amount: loads }]
  await world.load({ ...OTHER, year: 2010 + loads, grants })
}

describe('a walk through a network', () => {
  let whole: string[]

  test('returns each once, while loads change the store', async () => {
    const before = loads
    whole = await walkNetwork('Limit=100', async (page) => {
      if (page < 3) await loadAnother()
    })
    expect(whole).toHaveLength(2 * HALF)
    expect(new Set(whole).size).toBe(2 * HALF)
    expect(loads - before).toBe(3)
  })

  test('returns the same in pages of other sizes', async () => {
    for (const limit of [7, 73]) expect(await walkNetwork(`Limit=${limit}`)).toEqual(whole)
  })

  test('has one order: amount, EIN, name, direction', async () => {
    const edges = await walkPages<Edge>(world.read, url('money-network', 'Limit=200'), 'Edges')
    const keys = edges.map(({ Amount = 0, Counterparty: { EIN, Name }, Direction }) => {
      const amount = String(1e9 - Amount).padStart(12, '0')
      return [amount, EIN ?? '~', EIN ? '' : Name, Direction].join(' ')
    })
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
    const both = edges.filter(({ Counterparty }) => Counterparty.EIN === '170000001')
    expect(both.map(({ Direction }) => Direction).sort()).toEqual(['Incoming', 'Outgoing'])
  })
})

const walkGrants = async (limit: number) => {
  const asked = url('grants', `Limit=${limit}`)
  const rows = await walkPages<GrantList['Grants'][number]>(world.read, asked, 'Grants')
  return rows.map(({ EvidenceRef }) => EvidenceRef)
}

test('a walk through single grants returns each once in pages of any size, and a CSV has the same', async () => {
  const whole = await walkGrants(200)
  expect(whole).toHaveLength(2 * HALF)
  expect(new Set(whole).size).toBe(2 * HALF)
  expect(await walkGrants(67)).toEqual(whole)
  const { body } = await world.app.inject({
    url: url('grants', 'Format=csv'),
    headers: world.headers,
  })
  const refs = body.split('\r\n').flatMap((line) => /,(990PF:2023:[^,]+),/.exec(line)?.[1] ?? [])
  expect(refs).toEqual(whole)
})

// test/integration/http/grants.test.ts proves filters and totals.
describe('a cursor', () => {
  test.each(['money-network', 'grants'] as const)('of %s belongs to its request', async (of) => {
    const other = of === 'grants' ? 'money-network' : 'grants'
    const { NextCursor } = (await world.read(url(of, 'Limit=9'))) as { NextCursor: string }
    for (const path of [
      url(of, `Cursor=${NextCursor.slice(0, 60)}A${NextCursor.slice(61)}`),
      url(of, `Cursor=${'x'.repeat(4_001)}`),
      url(of, `Cursor=${NextCursor}`, OTHER.ein),
      url(of, `Direction=Incoming&Cursor=${NextCursor}`),
      url(other, `Cursor=${NextCursor}`),
    ]) {
      expect(await refuse(path)).toBe('400 InvalidCursor')
    }
    await world.read(url(of, `Limit=3&Cursor=${NextCursor}`))
  })

  test('of grants belongs to its filters', async () => {
    const { NextCursor } = await readGrants('MinAmount=1000&Category=ScheduleI,FoundationPaid')
    const same = `Category=FoundationPaid,ScheduleI&MinAmount=1000&Cursor=${NextCursor}`
    expect((await readGrants(same)).Grants).toHaveLength(50)
    expect(await refuse(url('grants', `MinAmount=2000&Cursor=${NextCursor}`))).toBe(
      '400 InvalidCursor',
    )
  })

  test("is stale once its organization's edges changed in either direction", async () => {
    const cursors = async () => [
      url('money-network', `Cursor=${(await readNetwork('Limit=9')).NextCursor}`),
      url('grants', `Cursor=${(await readGrants('Limit=9')).NextCursor}`),
    ]
    const beforeGift = await cursors()
    await world.load({ ...OTHER, year: 2022, grants: [{ ...HUB, amount: 77 }] })
    for (const path of beforeGift) expect(await refuse(path)).toBe('400 StaleCursor')
    const beforeAmended = await cursors()
    const grants = [...GRANTS.slice(0, 50), { name: 'One More Recipient', amount: 123 }]
    await world.load({ ...HUB, day: 20, grants })
    for (const path of beforeAmended) expect(await refuse(path)).toBe('400 StaleCursor')
  })
})
