import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { computeSector } from '#indexer/index/sector/compute-sector.ts'
import type { StatsBody, TopListsBody } from '#mappings/sector.ts'
import { FIRST_RELEASE, insertRows, mintRelease } from '#test/integration/indices/store.ts'
import { createStore, type Store } from '#test/world/store.ts'
import { addEligible, addFiling, addOrganization } from './made-sector.ts'

const TIME = '2026-11-21T20:00:00.000Z'
let store: Store

beforeAll(async () => {
  store = await createStore('sector_compute_test')
})
afterAll(() => store.drop())

beforeEach(async () => {
  await store.db.query(
    `truncate organization, organization_name, filing, rating, rating_input, bmf, screening_match,
       release cascade`,
  )
  await mintRelease(store.db, FIRST_RELEASE)
})

async function compute() {
  const documents = await store.db.snapshot((session) =>
    computeSector(session, FIRST_RELEASE, TIME),
  )
  const body = (kind: string) => documents.find((one) => one.kind === kind)?.body
  return {
    stats: body('stats') as StatsBody,
    topLists: body('top-lists') as TopListsBody,
    years: documents.flatMap((one) => (one.kind === 'sector-year' ? [one.body] : [])),
  }
}
describe('a sector year', () => {
  type Filed = Omit<Parameters<typeof addFiling>[1], 'ein' | 'facts'> & { revenue?: number }
  const [ONE, TWO, THREE] = ['190000001', '190000002', '190000003']
  const file = (ein: string, { revenue, ...filing }: Filed) =>
    addFiling(store.db, {
      ein,
      ...filing,
      facts: revenue === undefined ? {} : { totalRevenue: revenue },
    })

  test('sums filed values; a filed zero counts as reported, a blank does not', async () => {
    for (const ein of [ONE, TWO]) await addOrganization(store.db, { ein })
    const some = { totalRevenue: 100, totalExpenses: 80, programExpenses: 60, foreignGrants: 0 }
    await addFiling(store.db, { ein: ONE, year: 2022, facts: some })
    const others = { totalRevenue: -30, totalExpenses: 40 }
    await addFiling(store.db, { ein: TWO, year: 2022, facts: others })
    const { years, stats } = await compute()
    expect(years).toEqual([
      {
        ...{ taxYear: 2022, organizations: 2, filings: 2 },
        ...{ groupReturnsLeftOut: 0, shortYearsLeftOut: 0 },
        figures: {
          revenue: { sum: 70, filings: 2 },
          expenses: { sum: 120, filings: 2 },
          programExpenses: { sum: 60, filings: 1 },
          foreignGrants: { sum: 0, filings: 1 },
        },
        ratios: {
          // Only from the return that reports both, not 60 ÷ 120.
          programRatio: { numerator: 60, denominator: 80, filings: 1 },
          missionDeploymentRate: { numerator: 60, denominator: 100, filings: 1 },
        },
        growth: {},
      },
    ])
    expect(stats.latestReturns).toMatchObject({ organizations: 2, firstYear: 2022, lastYear: 2022 })
  })

  test('uses the later period end of two returns in a year, and no superseded one', async () => {
    await addOrganization(store.db, { ein: ONE })
    await file(ONE, { year: 2022, end: '2022-06-30', revenue: 5 })
    await file(ONE, { year: 2022, begin: '2022-07-01', revenue: 7 })
    await file(ONE, { year: 2022, isCurrent: false, revenue: 1_000 })
    await file(ONE, { form: '990EZ', year: 2022, revenue: 2_000 })
    const { years, stats } = await compute()
    const figures = { revenue: { sum: 7, filings: 1 } }
    expect(years).toMatchObject([{ organizations: 1, filings: 2, shortYearsLeftOut: 1, figures }])
    expect(stats).toMatchObject({ filings: 3, filingsByForm: { '990': 2, '990EZ': 1 } })
  })

  describe('with a group return', () => {
    const family = 'GEN-0042'
    const addGroup = async (...years: number[]) => {
      await addOrganization(store.db, { ein: ONE, family, role: 'Central' })
      await addOrganization(store.db, { ein: TWO, family, role: 'Member' })
      for (const year of years) await file(ONE, { year, isGroup: true, revenue: 100 })
    }

    test('leaves it out when a member files itself', async () => {
      await addGroup(2021, 2022)
      await file(TWO, { year: 2022, revenue: 3 })
      const { years, stats } = await compute()
      const figures = { revenue: { sum: 3, filings: 1 } }
      expect(years).toMatchObject([
        { taxYear: 2021, organizations: 1, groupReturnsLeftOut: 0 },
        { taxYear: 2022, organizations: 1, filings: 2, groupReturnsLeftOut: 1, figures },
      ])
      // The group's return of the year before is not its latest, and the member is in it.
      expect(stats.latestReturns).toMatchObject({ organizations: 1, revenue: { sum: 3 } })
      expect(stats.overview).toMatchObject({ organizations: 1, filings: 3 })
    })

    test('leaves it out of latest sums if a member filed for another year', async () => {
      await addGroup(2022)
      await file(TWO, { year: 2021, revenue: 3 })
      const { years, stats } = await compute()
      expect(years.map((year) => year.figures.revenue?.sum)).toEqual([3, 100])
      expect(stats.latestReturns).toMatchObject({ organizations: 1, revenue: { sum: 3 } })
    })

    test('keeps it next to returns of its filer, strangers, and the central organization', async () => {
      await addOrganization(store.db, { ein: ONE, family, role: 'Member' })
      await addOrganization(store.db, { ein: TWO, family, role: 'Central' })
      await addOrganization(store.db, { ein: THREE, family: 'GEN-0043', role: 'Member' })
      await file(ONE, { year: 2022, isGroup: true, revenue: 100 })
      await file(ONE, { year: 2022, end: '2022-06-30', revenue: 100 })
      for (const ein of [TWO, THREE]) await file(ein, { year: 2022, revenue: 100 })
      expect((await compute()).years).toMatchObject([
        { organizations: 3, filings: 4, groupReturnsLeftOut: 0, shortYearsLeftOut: 1 },
      ])
    })
  })

  test('is complete with nine tenths of the previous one', async () => {
    for (let n = 1; n <= 12; n += 1) {
      const ein = `1900000${String(n).padStart(2, '0')}`
      await addOrganization(store.db, { ein, year: n <= 8 ? 2022 : 2021 })
      await addFiling(store.db, { ein, year: 2020 })
      if (n <= 11) await addFiling(store.db, { ein, year: 2021 })
      if (n <= 8) await addFiling(store.db, { ein, year: 2022 })
    }
    const { years, stats } = await compute()
    expect(years.map(({ isComplete }) => isComplete)).toEqual([undefined, true, false])
    expect(stats.overview).toEqual({ organizations: 12, filings: 31, latestCompleteYear: 2021 })
    expect(stats.modalLatestYear).toBe(2022)
  })

  test('grows over the organizations that report a figure for both years', async () => {
    for (const [ein, before, now] of [
      [ONE, 100, 150],
      [TWO, 300, undefined],
      [THREE, undefined, 900],
    ] as const) {
      await addOrganization(store.db, { ein })
      if (before) await file(ein, { year: 2021, revenue: before })
      if (now) await file(ein, { year: 2022, revenue: now })
    }
    const { years } = await compute()
    const growth = { revenue: { numerator: 150, denominator: 100, filings: 1 } }
    expect(years.map((year) => year.growth)).toEqual([{}, growth])
  })

  test('ignores a leaf that is not a number', async () => {
    const ein = '190000001'
    await addOrganization(store.db, { ein })
    await addFiling(store.db, { ein, year: 2022 })
    await store.db.query(
      `update filing set facts = '{"totalRevenue": {"value": "none", "path": "/IRS990/X"}}'`,
    )
    const { years } = await compute()
    expect(years).toMatchObject([{ organizations: 1, figures: {} }])
  })
})

describe('counts', () => {
  test('of a store without filings are empty, without a zero for a sum', async () => {
    await addOrganization(store.db, { ein: '190000001', form: null })
    const made = { release: FIRST_RELEASE, computedAt: TIME }
    expect(await compute()).toEqual({
      years: [],
      topLists: { ...made, lists: [] },
      stats: { ...made, charities: 0, filings: 0, filingsByForm: {} },
    })
  })

  test('use the usual year of returns, or of postcards if there are no returns', async () => {
    await addOrganization(store.db, { ein: '190000001', form: '990N', year: 2025 })
    await addOrganization(store.db, { ein: '190000002', form: '990N', year: 2025 })
    expect((await compute()).stats.modalLatestYear).toBe(2025)
    await addOrganization(store.db, { ein: '190000003', form: '990PF', year: 2022 })
    await addOrganization(store.db, { ein: '190000004', form: '990T', year: 2023 })
    // In a tie, the later year wins.
    expect((await compute()).stats.modalLatestYear).toBe(2023)
  })
})

describe('top lists', () => {
  const addTen = async () => {
    for (let n = 1; n <= 10; n += 1) await addEligible(store.db, { n })
  }

  test('have the ten largest of a group, and no ineligible organization', async () => {
    await addTen()
    const ineligible = [
      ...[{ score: null }, { year: 2021 }, { isRevoked: true }],
      ...[{ form: '990PF' }, { ntee: 'Z99' }, { policy: 'rating-0' }],
    ]
    for (const [at, change] of ineligible.entries()) {
      await addEligible(store.db, { n: 11 + at, revenue: 99_999, ...change })
    }
    const restricted = await addEligible(store.db, { n: 17, revenue: 99_999 })
    const reviewed = await addEligible(store.db, { n: 18, revenue: 20_000 })
    await addMatch(restricted, 'Confirmed')
    await addMatch(reviewed, 'Review')
    const outdated = await addEligible(store.db, { n: 19, revenue: 99_999 })
    await store.db.query(`update rating set object_id = 'older' where ein = $1`, [outdated])
    await addEligible(store.db, { n: 20, revenue: null })
    const { topLists } = await compute()
    expect(topLists.filingYear).toBe(2023)
    expect(topLists.lists).toMatchObject([{ key: 'K', eligible: 11 }])
    const [list] = topLists.lists
    const numbers = list?.byRevenue.map(({ ein }) => Number(ein.slice(-2)))
    expect(numbers).toEqual([18, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(list?.byProminence).toHaveLength(10)
  })

  test('do not exist for organizations without a cause', async () => {
    for (let n = 21; n <= 32; n += 1) await addEligible(store.db, { n, ntee: '' })
    expect((await compute()).topLists.lists).toEqual([])
  })

  test('rank by log revenue times rating in the order by prominence', async () => {
    await addTen()
    const good = await addEligible(store.db, { n: 11, revenue: 900, score: 100 })
    const { topLists } = await compute()
    const [first] = topLists.lists[0]?.byProminence ?? []
    expect(first?.ein).toBe(good)
    expect(first?.prominence).toBeCloseTo(Math.log10(901) * 100, 9)
    expect(topLists.lists[0]?.byRevenue.map(({ ein }) => ein)).not.toContain(good)
  })

  const addMatch = (ein: string, status: string) => {
    const subject = { subject: 'organization', subject_name: 'x', subject_ref: 'x' }
    const match = { listed_name: 'x', method: 'ExactName', agreed: ['name'], programs: [] }
    const entry = { list: 'OFAC', entry: '1', ref: 'sdn:2026-04:1' }
    return insertRows(store.db, 'screening_match', [
      { ein, status, ...subject, ...match, ...entry },
    ])
  }
})
