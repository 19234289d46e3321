import { describe, expect, test } from 'vitest'
import type { ListedOrganization, TopListsBody } from '#mappings/sector.ts'
import { presentStats as presentStatsA } from '#src/api/a/stats.ts'
import { presentTopLists as presentTopListsA } from '#src/api/a/top-lists.ts'
import { wrap } from '#src/api/b/operation.ts'
import { presentStats as presentStatsB } from '#src/api/b/stats.ts'
import { presentTopLists as presentTopListsB } from '#src/api/b/top-lists.ts'
import { toResult } from '#src/mcp/result.ts'
import { operationTool } from '#src/tools/tools.ts'

function linesOf(name: string, body: object): string[] {
  const tool = operationTool(name)
  if (!tool) throw new Error(`No tool ${name}.`)
  const context = { now: new Date('2026-04-01T12:00:00Z'), openTools: [], hasKey: false }
  const [first] = toResult(tool, { status: 200, body, headers: {} }, context).content
  return first?.type === 'text' ? first.text.split('\n') : []
}

const OBJECT_ID = '202403199349300000'
const listed = (place: number): ListedOrganization => ({
  ein: `07000020${place}`,
  name: `Lark Trust ${place}`,
  nameRef: `bmf:2026-04:07000020${place}:NAME`,
  score: 82.912_345_678 - place,
  band: 'Good',
  scoreRef: `derived:rating:07000020${place}:2022`,
  form: '990',
  latestYear: 2022,
  revenue: {
    value: 3_271_023 - place,
    ref: `990:2022:${OBJECT_ID}:/IRS990/CYTotalRevenueAmt`,
  },
  prominence: 540 - place,
})
const ten = Array.from({ length: 10 }, (_, place) => listed(place))
const LISTS: TopListsBody = {
  release: 'made',
  computedAt: '2026-04-01T00:00:00.000Z',
  filingYear: 2021,
  lists: [{ key: 'K', eligible: 12, byProminence: ten, byRevenue: ten.toReversed() }],
}

describe('top_lists as text', () => {
  test('without a key: year, score in whole points that it reached, and the Ref of each', () => {
    const [head, title, first, ...others] = linesOf('top_lists', wrap(presentTopListsB(LISTS)))
    expect(head).toMatch(/tax year 2021 or later, most prominent first.*Score is the rating/)
    expect(head).toMatch(/Amounts are revenue of the tax year.*size says nothing about quality/)
    expect(title).toMatch(/^Food/)
    expect(first).toBe(
      `- Lark Trust 0 (EIN 070000200): $3,271,023 in 2022 [990:2022:${OBJECT_ID}:/IRS990/CYTotalRevenueAmt]; score 82 [derived:rating:070000200:2022]`,
    )
    expect(others).toHaveLength(9)
  })

  test('with one: in its own order, and where the Refs are that it has not', () => {
    const [head, , first, ...others] = linesOf('top_lists', presentTopListsA(LISTS) ?? {})
    expect(head).toMatch(/tax year 2021 or later, largest revenue first.*get_profile.*Refs/)
    expect(first).toBe('- Lark Trust 9 (EIN 070000209): $3,271,014 in 2022; score 73')
    expect(others).toHaveLength(9)
  })
})

test('sector_stats says the same with a key and without one', () => {
  const sum = (value: number) => ({ sum: value, filings: 2 })
  const sector: Parameters<typeof presentStatsB>[0] = {
    stats: {
      release: 'made',
      computedAt: LISTS.computedAt,
      charities: 3,
      filings: 4,
      filingsByForm: { '990': 4 },
      modalLatestYear: 2022,
      overview: { organizations: 3, filings: 4, latestCompleteYear: 2022 },
    },
    years: [
      {
        taxYear: 2022,
        isComplete: true,
        organizations: 3,
        filings: 4,
        groupReturnsLeftOut: 0,
        shortYearsLeftOut: 1,
        figures: { revenue: sum(900), expenses: sum(0), assets: sum(70) },
        ratios: {},
      },
    ],
  }
  const lines = linesOf('sector_stats', wrap(presentStatsB(sector)))
  expect(lines).toEqual([
    '3 organizations with 4 filings.',
    'Form 990, tax year 2022, the latest that is complete: revenue $900, expenses $0, assets $70, of 3 organizations.',
    expect.stringMatching(/partial/),
  ])
  expect(linesOf('sector_stats', presentStatsA(sector) ?? {})).toEqual(lines)
})
