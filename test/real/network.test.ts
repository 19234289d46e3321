import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { type MoneyNetwork, moneyNetwork } from '#src/api/a/money-network.ts'
import { type CharitySection, charitySection } from '#src/api/a/section/schema.ts'
import { type Grant, walkGrants } from '#test/integration/http/grant-filters.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

type Filer = { ein: string; rows: number }
type Edge = MoneyNetwork['Edges'][number]

// Amounts of a row by the names of all its columns; a row may split one into cash and noncash.
const AMOUNTS = /amount|grant|compensation|cash/i

describe.skipIf(!existsSync(REAL))('the network of real filings', () => {
  let world: ProfilesWorld
  let headers: Record<string, string>
  let filers: Filer[]

  beforeAll(async () => {
    world = await openProfiles('network_real', [REAL])
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'network' })
    headers = { 'x-service-api-key': key }
    filers = await world.postgres.query<Filer>(
      `select o.ein, (select count(*) from money_edge m where m.funder_ein = o.ein) as rows
       from organization o where o.primary_form is not null order by 1`,
    )
  })
  afterAll(() => world.close())

  async function read<Body>(url: string): Promise<Body> {
    const { status, body } = await world.get<Body>(url, headers)
    expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
    return body
  }

  const grantsOf = async (ein: string): Promise<Grant[]> =>
    (await walkGrants(read, ein, 'AllCategories=true&Direction=Outgoing')).grants

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

  const open = async (ein: string, ref: string): Promise<CharitySection> =>
    charitySection.parse(
      await read(`/api/v2/charity/${ein}/sections/Grants?EvidenceRef=${encodeURIComponent(ref)}`),
    )

  const numbersOf = ({ Data }: CharitySection): number[] =>
    'Rows' in Data
      ? (Data.Rows ?? []).flatMap(({ Values }) =>
          Object.entries(Values).flatMap(([name, value]) =>
            AMOUNTS.test(name) && typeof value === 'number' ? [value] : [],
          ),
        )
      : []

  test('every grant is listed once, and its Ref resolves to a row with its amount', async () => {
    let opened = 0
    for (const { ein, rows } of filers.filter((filer) => filer.rows > 0)) {
      const grants = await grantsOf(ein)
      expect(grants).toHaveLength(rows)
      expect(new Set(grants.map(({ EvidenceRef }) => EvidenceRef)).size).toBe(rows)
      // A dozen of each return, evenly spaced: thousands would take minutes.
      const step = Math.ceil(grants.length / 12)
      for (const grant of grants.filter((_, n) => n % step === 0)) {
        const section = await open(ein, grant.EvidenceRef)
        const numbers = numbersOf(section)
        const sum = numbers.reduce((all, one) => all + one, 0)
        const { Amount } = grant
        expect(
          Amount === undefined || numbers.includes(Amount) || sum === Amount,
          `${JSON.stringify(grant)} is not in ${JSON.stringify(section.Data)}`,
        ).toBe(true)
        opened += 1
      }
    }
    console.log(`Grants opened by their Refs: ${opened}`)
    expect(opened).toBeGreaterThan(100)
  })

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

  test('an edge adds up the grants of the latest filing that its Refs name', async () => {
    let edges = 0
    for (const { ein, rows } of filers) {
      const network = await edgesOf(ein, 'Direction=Outgoing')
      edges += network.length
      if (rows === 0) expect(network).toEqual([])
      for (const edge of network) expect(edge.EvidenceRefs.length).toBeGreaterThan(0)
      const latest = new Set(network.map(({ EvidenceRefs: [first] }) => filingOf(first?.Ref)))
      expect(latest.size).toBeLessThanOrEqual(1)
      const grants = await grantsOf(ein)
      const ofLatest = grants.filter(({ EvidenceRef }) => latest.has(filingOf(EvidenceRef)))
      expect(network.reduce((all, { Count }) => all + Count, 0)).toBe(ofLatest.length)
      const sum = (items: readonly { Amount?: number | undefined }[]) =>
        items.reduce((all, { Amount = 0 }) => all + Amount, 0)
      expect(sum(network)).toBeCloseTo(sum(ofLatest), 2)
    }
    console.log(`Edges: ${edges}`)
    expect(edges).toBeGreaterThan(100)
  })
})

const filingOf = (ref = ''): string => ref.split(':').slice(0, 3).join(':')
