import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cohortFunderList,
  type Funder,
  funderList,
  granteeList,
} from '#src/api/a/counterparties.ts'
import { toRegistry, toReturnFiles } from '#test/integration/indexer/made-lists.ts'
import { cases, testCases } from '#test/unit/cases.ts'
import { ofMonth } from '#test/world/here.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openFiles } from './profiles-world.ts'

// Four filers, E, which only the registry has, and X, which no source has.
const NAMES = ['Alder Giving Circle', 'Birch Legacy Fund', 'Cedar Kitchen', 'Dogwood Readers']
const EINS: Record<string, string> = {
  ...{ A: '079009201', B: '079009202', C: '079009203', D: '079009204', E: '079009205' },
  X: '979009299',
}
const einOf = (letter: string): string => EINS[letter] ?? ''

type Edge = [from: string, to: string | null, ...edge: unknown[]]
// Funder, recipient, category, tax year, dollars, and why it does not count.
const EDGES = cases<Edge>('edges')

let world: MoneyWorld
beforeAll(async () => {
  const place = { city: 'Akron', state: 'OH', officers: [] }
  const filers = NAMES.map((name) => ({ ein: einOf(name.charAt(0)), name, ...place }))
  const files = {
    'eo1.csv': toRegistry([{ ein: einOf('E'), name: 'ELM FRIENDS', ...place }]),
    ...toReturnFiles(filers),
  }
  world = await withKey(await openFiles('counterparties', ofMonth('2026-04', files)))
  await world.postgres.query(
    `insert into money_edge (funder_ein, recipient_ein, category, tax_year, amount, object_id,
       ordinal, match_method, match_confidence, is_counted)
     select edge ->> 0, edge ->> 1, (edge ->> 2)::edge_category, (edge ->> 3)::smallint,
       (edge ->> 4)::float8, 'made', place, 'FiledEIN', 'Authoritative',
       edge ->> 5 is null
     from json_array_elements($1::json) with ordinality made (edge, place)`,
    [JSON.stringify(EDGES.map(([from, to, ...edge]) => [einOf(from), to && einOf(to), ...edge]))],
  )
})
afterAll(() => world.close())

type Side = 'grantees' | 'funders' | 'cohort'
const urlOf = (side: Side, of: string, query = '') =>
  side === 'cohort'
    ? `/api/v2/funders/for-cohort?EINs=${[...of].map(einOf)}&${query}`
    : `/api/v2/charity/${einOf(of)}/${side}?${query}`

/** Returns the letter, dollars, and number of grants of each: `C 15000 2`. */
const toLines = (funders: readonly Funder[]): string[] =>
  funders.map(({ EIN, Amount = '-', GrantCount }) => {
    const letter = Object.keys(EINS).find((one) => Number(einOf(one)) === EIN)
    return `${letter} ${Amount} ${GrantCount}`
  })

/** Reads a list of either side, or of a cohort. */
async function open(side: Side, of: string, query?: string) {
  const body = await world.read(urlOf(side, of, query))
  if (side === 'grantees') {
    const { Grantees: rows, GranteeCount: count, ...rest } = granteeList.parse(body)
    return { rows, lines: toLines(rows), count, ...rest }
  }
  const schema = side === 'funders' ? funderList : cohortFunderList
  const { Funders: rows, FunderCount: count, ...rest } = schema.parse(body)
  return { rows, lines: toLines(rows), count, ...rest }
}

// Rows have a side, of whom, the query, `C 15000 2` (dollars and grants) of each, and the total.
// MinAmount is for single grants, and a grant without an amount may be below it. An approved grant
// is not paid yet. A cohort's funders are ranked by how many members they fund, then by amount.
testCases(
  'money by counterparty',
  async (side: Side, of: string, query: string, lines: string[], total: number | null) => {
    const list = await open(side, of, query === '-' ? '' : query)
    expect(list).toMatchObject({ lines, count: lines.length })
    expect([list.TotalAmount ?? null, 'TotalAmount' in list]).toEqual([total, total !== null])
    expect('Truncated' in list && list.Truncated).toBe(false)
  },
)

test.each([
  ['grantees', 'A', 'C 15000 2', 3, 30_000, true],
  ['funders', 'C', 'B 200000 1', 2, 215_000, true],
  ['cohort', 'DXCE', 'A 30000 4', 3, 230_300, undefined],
] as const)(
  '%s of %s beyond a limit are counted and summed',
  async (side, of, line, count, TotalAmount, isTruncated) => {
    const list = await open(side, of, 'Limit=1')
    expect(list).toMatchObject({ lines: [line], count, TotalAmount })
    expect('Truncated' in list ? list.Truncated : undefined).toBe(isTruncated)
  },
)

test('rows show what is known of each', async () => {
  const place = { Location: 'Akron, OH', EntityType: 'OperatingOrOtherTaxExempt' }
  const filer = { ...place, PrimaryForm: '990', ProfileAvailable: true }
  const given = { Amount: 15_000, Categories: ['ScheduleI'], GrantCount: 2 }
  const years = { EarliestYear: 2022, LatestYear: 2024 }
  const { rows } = await open('grantees', 'A')
  expect(rows[0]).toEqual({ EIN: 79_009_203, Name: 'Cedar Kitchen', ...filer, ...given, ...years })
  expect(rows[2]).toEqual({
    ...{ EIN: 79_009_205, Name: 'ELM FRIENDS', ...place, ProfileAvailable: false },
    ...{ GrantCount: 1, EarliestYear: 2024, LatestYear: 2024, Categories: ['ScheduleI'] },
  })
  const every = await open('grantees', 'A', 'AllCategories=true')
  expect(every.rows[0]?.Categories).toEqual(['ScheduleI', 'RelatedTransfer'])
  const alder = { EIN: 79_009_201, Name: NAMES[0], ...filer, ...given, ...years }
  expect((await open('funders', 'C')).rows[1]).toEqual(alder)
})

describe('a cohort', () => {
  test('shows the reach of each funder', async () => {
    const { rows, ...list } = await open('cohort', 'DXCE')
    expect(rows.map((row) => 'RecipientCount' in row && row.RecipientCount)).toEqual([3, 1, 1])
    const CohortEINs = [79_009_204, 979_009_299, 79_009_203, 79_009_205]
    expect(list).toMatchObject({ CohortEINs, CohortSize: 4 })
    const many = Array.from({ length: 25 }, (_, n) => String(79_009_200 + n).padStart(9, '0'))
    const whole = await world.read(urlOf('cohort', '').replace('EINs=', `EINs=${many}`))
    expect(whole).toMatchObject({ CohortSize: 25, Funders: [{ Amount: 30_000 }, {}, {}] })
  })

  test('is advised for those without a return', async () => {
    const { status, detail } = await world.refuse(urlOf('funders', 'E'))
    expect([status, detail]).toMatchObject([404, { ErrorCode: 'ProfileNotFound' }])
    const advised = /\/api\/v2\/funders\/for-cohort\?EINs=\d{9}/.exec(JSON.stringify(detail))?.[0]
    expect(await world.read(advised ?? '')).toMatchObject({ Funders: [{ EIN: 79_009_201 }] })
    const unknown = await world.refuse(urlOf('grantees', 'X'))
    expect(JSON.stringify(unknown.detail)).not.toContain('for-cohort')
  })
})

test('a failing engine is not reported as an unknown EIN', async () => {
  await world.postgres.query('alter table money_edge rename to money_edge_away')
  const urls = [urlOf('funders', 'C'), urlOf('funders', 'X'), urlOf('cohort', 'C')]
  const answers = await Promise.all(urls.map(world.refuse))
  await world.postgres.query('alter table money_edge_away rename to money_edge')
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
})
