import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cohortFunderList,
  type Funder,
  funderList,
  granteeList,
} from '#src/api/a/counterparties.ts'
import { toRegistry, toReturnFiles, writeMonth } from '#test/integration/indexer/made-lists.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openProfiles } from './profiles-world.ts'

// Four filers, one organization that only the registry has, and one that no source has.
const GIVER = '079009201'
const OTHER = '079009202'
const HELPED = '079009203'
const AIDED = '079009204'
const LISTED = '079009205'
const UNKNOWN = '979009299'

// Funder, recipient, category, tax year, dollars; the last rows do not count.
const EDGES = [
  [GIVER, HELPED, 'ScheduleI', 2022, 10_000],
  [GIVER, HELPED, 'ScheduleI', 2024, 5_000],
  [GIVER, HELPED, 'RelatedTransfer', 2023, 40_000],
  [GIVER, AIDED, 'ScheduleI', 2023, 15_000],
  [GIVER, LISTED, 'ScheduleI', 2024, null],
  [GIVER, null, 'ScheduleI', 2024, 99_000],
  [GIVER, OTHER, 'Contractor', 2024, 7_000],
  [OTHER, HELPED, 'FoundationPaid', 2024, 200_000],
  [HELPED, AIDED, 'ScheduleI', 2023, 300],
  [OTHER, HELPED, 'FoundationApproved', 2024, 1_000_000],
  [OTHER, AIDED, 'FoundationApproved', 2024, 500_000],
  [GIVER, AIDED, 'RelatedTransfer', 2023, 15_000, 'ListedOnScheduleI'],
  [GIVER, OTHER, 'RelatedTransfer', 2023, 600_000, 'LoanOrGuarantee'],
]

let world: MoneyWorld
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'money-'))
  const place = { city: 'Akron', state: 'OH' }
  const names = ['Alder Giving Circle', 'Birch Legacy Fund', 'Cedar Kitchen', 'Dogwood Readers']
  const eins = [GIVER, OTHER, HELPED, AIDED]
  const files = {
    'eo1.csv': toRegistry([{ ein: LISTED, name: 'ELM FRIENDS', ...place }]),
    ...toReturnFiles(
      names.map((name, at) => ({ ein: eins[at] ?? '', name, ...place, officers: [] })),
    ),
  }
  const opened = await openProfiles('counterparties', [writeMonth(folder, '2026-04', files)])
  world = await withKey(opened, () => rmSync(folder, { recursive: true }))
  await world.postgres.query(
    `insert into money_edge (funder_ein, recipient_ein, category, tax_year, amount, object_id,
       ordinal, match_method, match_confidence, is_counted)
     select edge ->> 0, edge ->> 1, (edge ->> 2)::edge_category, (edge ->> 3)::smallint,
       (edge ->> 4)::float8, 'made', place, 'FiledEIN', 'Authoritative',
       edge ->> 5 is null and edge ->> 2 <> 'FoundationApproved'
     from json_array_elements($1::json) with ordinality made (edge, place)`,
    [JSON.stringify(EDGES)],
  )
})
afterAll(() => world.close())

const urlOf = (ein: string, side: 'grantees' | 'funders', query = '') =>
  `/api/v2/charity/${ein}/${side}?${query}`
const cohortUrl = (eins: readonly string[], query = '') =>
  `/api/v2/funders/for-cohort?EINs=${eins.join(',')}&${query}`
const COHORT = [AIDED, UNKNOWN, HELPED, LISTED]

/** Returns EIN, dollars, and number of grants of each: `079009203 15000 2`. */
const toLines = (funders: readonly Funder[]): string[] =>
  funders.map(({ EIN, Amount, GrantCount }) =>
    [String(EIN).padStart(9, '0'), Amount ?? '-', GrantCount].join(' '),
  )

/** Reads a list of either side, or of a cohort. */
async function open(side: 'grantees' | 'funders' | 'cohort', of: string | string[], query = '') {
  const url = typeof of === 'string' ? urlOf(of, side as 'funders', query) : cohortUrl(of, query)
  const body = await world.read(url)
  if (side === 'grantees') {
    const { Grantees, GranteeCount: count, ...rest } = granteeList.parse(body)
    return { rows: Grantees, lines: toLines(Grantees), count, ...rest }
  }
  if (side === 'funders') {
    const { Funders, FunderCount: count, ...rest } = funderList.parse(body)
    return { rows: Funders, lines: toLines(Funders), count, ...rest }
  }
  const { Funders, FunderCount: count, ...rest } = cohortFunderList.parse(body)
  return { rows: Funders, lines: toLines(Funders), count, ...rest }
}

const ALL = 'AllCategories=true'
test.each<[Parameters<typeof open>[0], string | string[], string, string[], number | undefined]>([
  ['grantees', GIVER, '', [`${HELPED} 15000 2`, `${AIDED} 15000 1`, `${LISTED} - 1`], 30_000],
  [
    ...(['grantees', GIVER, ALL] as const),
    [`${HELPED} 55000 3`, `${AIDED} 15000 1`, `${OTHER} 7000 1`, `${LISTED} - 1`],
    77_000,
  ],
  [
    'grantees',
    GIVER,
    'MinYear=2023',
    [`${AIDED} 15000 1`, `${HELPED} 5000 1`, `${LISTED} - 1`],
    20_000,
  ],
  ['grantees', GIVER, 'MinYear=2025', [], undefined],
  // Single grants: two to the same organization add up to fifteen thousand.
  ['grantees', GIVER, 'MinAmount=12000', [`${AIDED} 15000 1`], 15_000],
  ['grantees', GIVER, 'MinAmount=10000', [`${AIDED} 15000 1`, `${HELPED} 10000 1`], 25_000],
  ['grantees', GIVER, 'MinAmount=10000.5', [`${AIDED} 15000 1`], 15_000],
  // A grant without an amount may be below it.
  ['grantees', GIVER, 'MinAmount=0', [`${HELPED} 15000 2`, `${AIDED} 15000 1`], 30_000],
  ['grantees', GIVER, `MinYear=2024&MinAmount=6000&${ALL}`, [`${OTHER} 7000 1`], 7_000],
  [
    'grantees',
    GIVER,
    'Limit=3',
    [`${HELPED} 15000 2`, `${AIDED} 15000 1`, `${LISTED} - 1`],
    30_000,
  ],
  // An approved grant is not paid yet, and may never be.
  ['grantees', OTHER, '', [`${HELPED} 200000 1`], 200_000],
  ['grantees', OTHER, ALL, [`${HELPED} 200000 1`], 200_000],
  ['grantees', AIDED, '', [], undefined],
  ['funders', AIDED, ALL, [`${GIVER} 15000 1`, `${HELPED} 300 1`], 15_300],
  ['funders', HELPED, '', [`${OTHER} 200000 1`, `${GIVER} 15000 2`], 215_000],
  ['funders', HELPED, ALL, [`${OTHER} 200000 1`, `${GIVER} 55000 3`], 255_000],
  ['funders', HELPED, 'MinYear=2023', [`${OTHER} 200000 1`, `${GIVER} 5000 1`], 205_000],
  ['funders', OTHER, '', [], undefined],
  ['funders', OTHER, ALL, [`${GIVER} 7000 1`], 7_000],
  // Ranked by how many members they fund, then by amount; a member is a funder like any other.
  ['cohort', COHORT, '', [`${GIVER} 30000 4`, `${OTHER} 200000 1`, `${HELPED} 300 1`], 230_300],
  ['cohort', COHORT, 'MinYear=2024', [`${GIVER} 5000 2`, `${OTHER} 200000 1`], 205_000],
  ['cohort', COHORT, ALL, [`${GIVER} 70000 5`, `${OTHER} 200000 1`, `${HELPED} 300 1`], 270_300],
  ['cohort', [AIDED], '', [`${GIVER} 15000 1`, `${HELPED} 300 1`], 15_300],
  // Who received no known amount has no total.
  ['cohort', [LISTED], '', [`${GIVER} - 1`], undefined],
  ['cohort', [UNKNOWN], '', [], undefined],
])('%s of %s with %s', async (side, of, query, lines, TotalAmount) => {
  const list = await open(side, of, query)
  expect(list).toMatchObject({ lines, count: lines.length })
  expect([list.TotalAmount, 'TotalAmount' in list]).toEqual([
    TotalAmount,
    TotalAmount !== undefined,
  ])
  expect('Truncated' in list ? list.Truncated : false).toBe(false)
})

test.each([
  ['grantees', GIVER, `${HELPED} 15000 2`, 3, 30_000],
  ['funders', HELPED, `${OTHER} 200000 1`, 2, 215_000],
  ['cohort', COHORT, `${GIVER} 30000 4`, 3, 230_300],
] as const)(
  '%s of %s beyond a limit are counted and summed',
  async (side, of, line, count, sum) => {
    const list = await open(side, of as string, 'Limit=1')
    expect(list).toMatchObject({ lines: [line], count, TotalAmount: sum })
    expect('Truncated' in list ? list.Truncated : undefined).toBe(
      side === 'cohort' ? undefined : true,
    )
  },
)

test('each has its name, place, form, years, and categories', async () => {
  const place = { Location: 'Akron, OH', EntityType: 'OperatingOrOtherTaxExempt' }
  const filer = { ...place, PrimaryForm: '990', ProfileAvailable: true }
  const given = { Amount: 15_000, Categories: ['ScheduleI'] }
  const { rows } = await open('grantees', GIVER)
  expect(rows).toEqual([
    {
      ...{ EIN: 79_009_203, Name: 'Cedar Kitchen', ...filer, ...given },
      ...{ GrantCount: 2, EarliestYear: 2022, LatestYear: 2024 },
    },
    {
      ...{ EIN: 79_009_204, Name: 'Dogwood Readers', ...filer, ...given },
      ...{ GrantCount: 1, EarliestYear: 2023, LatestYear: 2023 },
    },
    {
      ...{ EIN: 79_009_205, Name: 'ELM FRIENDS', ...place, ProfileAvailable: false },
      ...{ GrantCount: 1, EarliestYear: 2024, LatestYear: 2024, Categories: ['ScheduleI'] },
    },
  ])
  const every = await open('grantees', GIVER, ALL)
  expect(every.rows[0]?.Categories).toEqual(['ScheduleI', 'RelatedTransfer'])
  const alder = { EIN: 79_009_201, Name: 'Alder Giving Circle', ...filer, ...given }
  const years = { GrantCount: 2, EarliestYear: 2022, LatestYear: 2024 }
  expect((await open('funders', HELPED)).rows[1]).toEqual({ ...alder, ...years })
})

describe('a cohort', () => {
  test('counts the members that each funder reaches, up to twenty-five', async () => {
    const { rows, ...list } = await open('cohort', COHORT)
    expect(rows.map((row) => 'RecipientCount' in row && row.RecipientCount)).toEqual([3, 1, 1])
    const CohortEINs = [79_009_204, 979_009_299, 79_009_203, 79_009_205]
    expect(list).toMatchObject({ CohortEINs, CohortSize: 4 })
    const many = Array.from({ length: 25 }, (_, n) => String(79_009_200 + n).padStart(9, '0'))
    const { lines, ...whole } = await open('cohort', many)
    expect([whole, lines[0]]).toMatchObject([{ CohortSize: 25 }, `${GIVER} 30000 4`])
  })

  test('is where the rejection of an organization without filings leads', async () => {
    const { status, detail } = await world.refuse(urlOf(LISTED, 'funders'))
    expect([status, detail]).toMatchObject([404, { ErrorCode: 'ProfileNotFound' }])
    const advised = /\/api\/v2\/funders\/for-cohort\?EINs=\d{9}/.exec(JSON.stringify(detail))?.[0]
    expect(await world.read(advised ?? '')).toMatchObject({ Funders: [{ EIN: 79_009_201 }] })
    const unknown = await world.refuse(urlOf(UNKNOWN, 'grantees'))
    expect(JSON.stringify(unknown.detail)).not.toContain('for-cohort')
  })
})

test('a failing engine is not reported as an unknown EIN', async () => {
  await world.postgres.query('alter table money_edge rename to money_edge_away')
  const urls = [urlOf(HELPED, 'funders'), urlOf(UNKNOWN, 'funders'), cohortUrl([HELPED])]
  const answers = await Promise.all(urls.map(world.refuse))
  await world.postgres.query('alter table money_edge_away rename to money_edge')
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
})
