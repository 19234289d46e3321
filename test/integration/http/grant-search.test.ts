import { beforeAll, describe, expect, test } from 'vitest'
import type { GrantResults } from '#src/api/a/grant-search/route.ts'
import type { GrantTotals } from '#src/api/a/grant-search/totals.ts'
import { DEMO } from '#src/api/openapi/examples/demo.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { normalizeName } from '#src/domain/names.ts'
import { searchGrants } from '#src/search/grants/search-grants.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { readA, walkPages } from './answers-a.ts'

type Hit = GrantResults['Hits'][number]
type Oracle = Record<'ein' | 'category' | 'name', string> &
  Record<'recipient' | 'state' | 'purpose', string | null> & {
    year: number
    amount: number | null
    isWeak: boolean
  }

const world = opened(() => openIndexed('grant_search'))
let rows: Oracle[]

beforeAll(async () => {
  rows = await world.deps.postgres.query<Oracle>(
    `select m.funder_ein as ein, m.recipient_ein as recipient, e.state, m.tax_year as year,
       m.amount, m.category, e.purpose, coalesce(e.name, '') as name,
       m.match_confidence = 'Weak' as "isWeak"
     from money_edge m join filed_edge e using (object_id, ordinal)`,
  )
  expect(rows.length).toBeGreaterThan(300)
})

type Query = Record<string, string | number | boolean>
const urlOf = (query: Query) => {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `/api/v2/grants?${new URLSearchParams(texts)}`
}
const read = <Body>(url: string) => readA<Body>(world, url)
const search = (query: Query) => read<GrantResults>(urlOf(query))

const isGrant = ({ category }: Oracle) => category === 'ScheduleI' || category === 'FoundationPaid'
const grants = () => rows.filter(isGrant)
const sumOf = (of: readonly Oracle[]) => of.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

const walk = (query: Query) => walkPages<Hit>(read, urlOf({ ...query, Limit: 50 }), 'Hits')

test.each([
  ['grants from Hocking Hills Food Bank', 'Funder'],
  ['what did hocking hills food bank give', 'Funder'],
  ['who funds Hocking Hills Food Bank', 'Recipient'],
  ["hocking hills food bank's funders", 'Recipient'],
])('%s has the rows of one side', async (words, side) => {
  const named = await search({ Query: words })
  const filtered = await search({ [side]: DEMO.hockingHillsFoodBank })
  expect(filtered.Found).toBeGreaterThan(0)
  expect([named.Found, named.Totals]).toEqual([filtered.Found, filtered.Totals])
})

describe('words and meaning', () => {
  test('finds every row with the word, and says why', async () => {
    const expected = grants().filter(({ purpose }) => /youth/i.test(purpose ?? ''))
    expect(expected.length).toBeGreaterThan(3)
    const hits = await walk({ Query: 'youth programs' })
    const words = hits.filter(({ Match }) => Match.Kind === 'Words' && Match.Field === 'Purpose')
    expect(words).toHaveLength(expected.length)
    expect(words.every(({ Purpose }) => /youth/i.test(Purpose ?? ''))).toBe(true)
    expect(hits.slice(0, words.length)).toEqual(words)
  })

  test('finds a purpose in other words by its meaning', async () => {
    const { Hits } = await search({ Query: 'teaching employees new skills' })
    expect(Hits[0]).toMatchObject({
      Purpose: 'STAFF TRAINING',
      Match: { Kind: 'Meaning', Field: 'Purpose', Similarity: expect.any(Number) },
    })
  })

  test('finds nothing for gibberish', async () => {
    expect(await search({ Query: 'zzqxv plork' })).toMatchObject({ Found: 0, Hits: [], Totals: {} })
  })

  test('reads state, amount, and year in the words, and parameters win', async () => {
    const read = await search({ Query: 'youth programs in Ohio over $10,000 since 2020' })
    const phrases = ['in Ohio', 'over $10,000', 'since 2020'].map((Phrase) => ({ Phrase }))
    expect(read.Interpretation).toMatchObject({ Text: 'youth programs', Phrases: phrases })
    const filters = { State: 'OH', MinAmount: 10_000, MinYear: 2020 }
    const asked = await search({ Query: 'youth programs', ...filters })
    expect(asked.Interpretation).toBeUndefined()
    expect(read.Hits).toEqual(asked.Hits)
    const other = await search({ Query: 'youth programs in Ohio', State: 'Kentucky' })
    expect(other.Hits.every(({ Recipient }) => Recipient.State === 'KY')).toBe(true)
  })

  test('works without any vector, by words alone', async () => {
    const paging = { sort: 'Relevance', facets: false, page: 1, limit: 50 } as const
    const asked = { query: 'youth programs', filters: { categories: ['ScheduleI' as const] } }
    const deps = { ...world.deps, embeddingModel: 'another-model' }
    const { hits } = await searchGrants(deps, { ...asked, ...paging })
    expect(new Set(hits.map(({ match }) => match.kind))).toEqual(new Set(['Words']))
  })
})

describe('filters', () => {
  const FILTERS: [Record<string, string | number>, (row: Oracle) => boolean][] = [
    [{}, () => true],
    [{ State: 'Ohio' }, ({ state }) => state === 'OH'],
    [{ MinAmount: 20_000 }, ({ amount }) => amount !== null && amount >= 20_000],
    [{ MaxAmount: 20_000 }, ({ amount }) => amount !== null && amount <= 20_000],
    [{ MinYear: 2022, MaxYear: 2023 }, ({ year }) => year >= 2022 && year <= 2023],
    [{ Funder: '49-0000181' }, ({ ein }) => ein === '490000181'],
    [{ Recipient: '080000102' }, ({ recipient }) => recipient === '080000102'],
    [{ Recipient: 'food bank' }, ({ name }) => /food bank/i.test(name)],
    [{ Query: '490000181' }, ({ ein, recipient }) => [ein, recipient].includes('490000181')],
  ]

  test.each(FILTERS)('%j: count and sums equal those of the store', async (query, passes) => {
    const expected = grants().filter(passes)
    const { Found, Totals } = await search({ ...query, Limit: 1 })
    expect(Found).toBe(expected.length)
    expect(Found).toBeGreaterThan(0)
    expect(Totals.Grants).toEqual({
      RowCount: expected.length,
      AmountCount: expected.filter(({ amount }) => amount !== null).length,
      TotalAmount: sumOf(expected),
    })
  })

  test.each(['090000151', '080000102'])('sums of %s say how much is uncertain', async (ein) => {
    const expected = grants().filter(({ recipient, isWeak }) => recipient === ein && isWeak)
    const paging = { sort: 'Amount', facets: false, page: 1, limit: 1 } as const
    const search = { query: '', filters: { recipient: { ein } }, ...paging }
    const { uncertain } = await searchGrants(world.deps, search)
    const amount = expected.length > 0 ? sumOf(expected) : undefined
    expect(uncertain).toEqual({ rows: expected.length, ...(amount !== undefined && { amount }) })
  })

  test.each(['ScheduleF', 'FoundationApproved', 'Contractor', 'RelatedTransfer'])(
    'Category=%s has totals of its own, without the rows that never count',
    async (Category) => {
      const expected = rows.filter(({ category }) => category === Category)
      const { Found, Totals, Hits } = await search({ Category })
      expect(Found).toBe(expected.length)
      expect(Totals.Grants).toBeUndefined()
      if (Category === 'FoundationApproved') {
        expect(Totals.Other).toMatchObject([
          { RowCount: 0, AmountCount: 0, NotCounted: { RowCount: expected.length } },
        ])
        expect(Hits.every(({ NotCounted }) => NotCounted === 'ApprovedForLater')).toBe(true)
      }
    },
  )
})

describe('totals by funder and recipient', () => {
  const totals = (query: Query) => read<GrantTotals>(urlOf(query).replace('?', '/totals?'))
  const middleOf = (amounts: number[]) => {
    const [low, high] = [amounts[(amounts.length - 1) >> 1], amounts[amounts.length >> 1]]
    return low === undefined || high === undefined ? undefined : (low + high) / 2
  }
  const nameOf = ({ name }: Oracle) => normalizeName(name || 'Unnamed recipient')

  test.each([
    ['Funder', {}, () => true, ({ ein }: Oracle) => ein],
    [
      'Recipient',
      {},
      () => true,
      (row: Oracle) => (row.isWeak || !row.recipient ? nameOf(row) : row.recipient),
    ],
    ['Funder', { State: 'OH' }, ({ state }: Oracle) => state === 'OH', ({ ein }: Oracle) => ein],
  ] as const)('%s %j: equal those of the store', async (By, query, passes, keyOf) => {
    const expected = [...groupBy(grants().filter(passes), keyOf)].map(([key, own]) => {
      const amounts = own.flatMap(({ amount }) => amount ?? []).toSorted((a, b) => a - b)
      return [
        ...[key, own.length, amounts.length > 0 ? sumOf(own) : undefined, middleOf(amounts)],
        Math.max(...own.map(({ year }) => year)),
      ]
    })
    const all = await walkPages<GrantTotals['Parties'][number]>(
      read,
      urlOf({ ...query, By, Limit: 50 }).replace('?', '/totals?'),
      'Parties',
    )
    expect((await totals({ ...query, By })).PartyCount).toBe(expected.length)
    const found = all.map((party) => [
      ...[party.EIN ?? normalizeName(String(party.Name)), party.GrantCount, party.TotalAmount],
      ...[party.MedianAmount, party.LatestYear],
    ])
    const byKey = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
    expect(found.toSorted(byKey)).toEqual(expected.toSorted(byKey))
  })

  test.each(['Total', 'Grants', 'Latest'])('are ordered by %s', async (Sort) => {
    const { Parties } = await totals({ Sort, Limit: 50 })
    const key = { Total: 'TotalAmount', Grants: 'GrantCount', Latest: 'LatestYear' }[Sort] ?? ''
    const values = Parties.map((party) => Number(Object(party)[key] ?? 0))
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  test('leave out rows that totals never include', async () => {
    const read = await totals({ Category: 'FoundationApproved' })
    expect(read).toMatchObject({ Parties: [], PartyCount: 0 })
  })

  test('a recipient without an EIN is found by its whole name', async () => {
    const { Parties } = await totals({ By: 'Recipient', Limit: 50 })
    const party = Parties.find(({ EIN, GrantCount }) => EIN === undefined && GrantCount > 0)
    const { Found } = await search({ Recipient: `"${party?.Name}"`, Limit: 1 })
    expect([party?.GrantCount]).toEqual([Found])
  })
})

test.each([
  ['food banks', 'food bank'],
  ['libraries', 'library'],
])('%s and %s find the same rows', async (many, one) => {
  const [first, second] = await Promise.all([search({ Query: many }), search({ Query: one })])
  expect(first.Found).toBeGreaterThan(0)
  expect(first.Totals).toEqual(second.Totals)
})

describe('orders and pages', () => {
  test.each([
    ...['Relevance', 'Amount', 'Year'].map((Sort) => ({ Sort })),
    ...['Amount', 'Year'].map((Sort) => ({ Sort, Order: 'asc' })),
  ])('%j meets each row once, in order', async (sort) => {
    const { Found } = await search({ Query: 'youth' })
    const hits = await walk({ Query: 'youth', ...sort })
    expect(hits).toHaveLength(Found)
    expect(new Set(hits.map(({ EvidenceRef }) => EvidenceRef)).size).toBe(Found)
    if (sort.Sort === 'Relevance') return
    const sign = 'Order' in sort ? 1 : -1
    const values = hits.map((hit) => (sort.Sort === 'Year' ? hit.TaxYear : hit.Amount))
    const known = values.filter((value) => value !== undefined)
    expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => sign * (a - b)))
  })

  test.each([
    ...['MinAmount=5&MaxAmount=4', 'MinYear=2022&MaxYear=2021', 'Order=asc', 'State=Kenya'],
    // Beyond the 10,000th row.
    ...['Funder=%20', 'Limit=50&Cursor=201'],
  ])('%s is rejected', async (query) => {
    expect((await world.get(`/api/v2/grants?${query}`)).status).toBe(422)
  })
})

test('facets obey the filters of others and ignore their own', async () => {
  const { Facets = {} } = await search({ State: 'OH', MinAmount: 20_000, Facets: true, Limit: 1 })
  const counts = (name: string) =>
    Object.fromEntries((Facets[name] ?? []).map(({ Value, Count }) => [Value, Count]))
  const countBy = (of: readonly Oracle[], key: 'state' | 'year' | 'category') => {
    const groups = groupBy(
      of.filter((row) => row[key] !== null),
      (row) => String(row[key]),
    )
    return Object.fromEntries([...groups].map(([value, { length }]) => [value, length]))
  }
  const isLarge = ({ amount }: Oracle) => amount !== null && amount >= 20_000
  const inOhio = rows.filter(({ state }) => state === 'OH')
  expect(counts('State')).toEqual(countBy(grants().filter(isLarge), 'state'))
  expect(counts('Year')).toEqual(countBy(inOhio.filter(isGrant).filter(isLarge), 'year'))
  expect(counts('Category')).toEqual(countBy(inOhio.filter(isLarge), 'category'))
  const bands = counts('AmountBand')
  const small = inOhio.filter((row) => isGrant(row) && row.amount !== null && row.amount < 5_000)
  expect(bands.Under5K ?? 0).toBe(small.length)
  const sum = Object.values(bands).reduce((total, one) => total + one, 0)
  expect(sum).toBe(inOhio.filter(isGrant).length)
})

// test/integration/contract.test.ts opens the Refs of the listings.
test.each(['490000181', '490000183'])(
  'a row is the same in the listing of its funder %s',
  async (Funder) => {
    const { Hits } = await search({ Funder, Limit: 50 })
    const url = `/api/v2/charity/${Funder}/grants?Direction=Outgoing&AllCategories=true&Limit=200`
    const rows = await walkPages<Record<string, unknown>>(read, url, 'Grants')
    const listed = new Map(rows.map((grant) => [grant.EvidenceRef, grant]))
    expect(Hits.length).toBeGreaterThan(0)
    for (const { Match: _, Funder: by, Recipient, ...row } of Hits) {
      expect(listed.get(row.EvidenceRef)).toMatchObject(JSON.parse(JSON.stringify(row)))
      expect(by.EIN).toBe(Funder)
    }
  },
)
