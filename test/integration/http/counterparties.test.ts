import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cohortFunderList, funderList, granteeList } from '#src/api/a/counterparties.ts'
import { readGrantees } from '#src/network/counterparties.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import {
  AIDED,
  GIVER,
  HELPED,
  LISTED,
  type MoneyWorld,
  OTHER,
  openMoney,
  toLines,
  UNKNOWN,
} from './money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoney('counterparties')
})
afterAll(() => world.close())

const urlOf = (ein: string, side: 'grantees' | 'funders', query = '') =>
  `/api/v2/charity/${ein}/${side}${query && `?${query}`}`
const cohortUrl = (eins: readonly string[], query = '') =>
  `/api/v2/funders/for-cohort?EINs=${eins.join(',')}${query && `&${query}`}`

const COHORT = [AIDED, UNKNOWN, HELPED, LISTED]

/** A list of counterparties for either side. */
type List = { rows: string[]; count: number; total: number | undefined; rest: object }

const LISTS: Record<string, (query: string) => Promise<List>> = {
  grantees: (query) => openGrantees(GIVER, query),
  'grantees of the other giver': (query) => openGrantees(OTHER, query),
  funders: (query) => openFunders(HELPED, query),
  'funders of the other giver': (query) => openFunders(OTHER, query),
  'funders of an aided one': (query) => openFunders(AIDED, query),
  cohort: async (query) => {
    const list = cohortFunderList.parse(await world.read(cohortUrl(COHORT, query)))
    return toList(list.Funders, list.FunderCount, list)
  },
}

async function openGrantees(ein: string, query: string): Promise<List> {
  const list = granteeList.parse(await world.read(urlOf(ein, 'grantees', query)))
  return toList(list.Grantees, list.GranteeCount, list)
}

async function openFunders(ein: string, query: string): Promise<List> {
  const list = funderList.parse(await world.read(urlOf(ein, 'funders', query)))
  return toList(list.Funders, list.FunderCount, list)
}

const toList = (
  rows: Parameters<typeof toLines>[0],
  count: number | undefined,
  { Truncated, TotalAmount }: { Truncated?: boolean | undefined; TotalAmount?: number | undefined },
): List => ({ rows: toLines(rows), count: count ?? -1, total: TotalAmount, rest: { Truncated } })

test.each([
  [
    'grantees',
    'AllCategories=true',
    [`${HELPED} 55000 3`, `${AIDED} 15000 1`, `${OTHER} 7000 1`, `${LISTED} - 1`],
    77_000,
  ],
  ['grantees', 'MinYear=2023', [`${AIDED} 15000 1`, `${HELPED} 5000 1`, `${LISTED} - 1`], 20_000],
  ['grantees', 'MinYear=2025', [], undefined],
  // Single grants: two to the same organization add up to fifteen thousand.
  ['grantees', 'MinAmount=12000', [`${AIDED} 15000 1`], 15_000],
  ['grantees', 'MinAmount=10000', [`${AIDED} 15000 1`, `${HELPED} 10000 1`], 25_000],
  ['grantees', 'MinAmount=10000.5', [`${AIDED} 15000 1`], 15_000],
  // A grant without an amount may be below it.
  ['grantees', 'MinAmount=0', [`${HELPED} 15000 2`, `${AIDED} 15000 1`], 30_000],
  ['grantees', 'MinYear=2024&MinAmount=6000&AllCategories=true', [`${OTHER} 7000 1`], 7_000],
  ['grantees', 'Limit=3', [`${HELPED} 15000 2`, `${AIDED} 15000 1`, `${LISTED} - 1`], 30_000],
  // An approved grant is not paid yet, and may never be.
  ['grantees of the other giver', '', [`${HELPED} 200000 1`], 200_000],
  ['grantees of the other giver', 'AllCategories=true', [`${HELPED} 200000 1`], 200_000],
  [
    'funders of an aided one',
    'AllCategories=true',
    [`${GIVER} 15000 1`, `${HELPED} 300 1`],
    15_300,
  ],
  ['funders', 'AllCategories=true', [`${OTHER} 200000 1`, `${GIVER} 55000 3`], 255_000],
  ['funders', 'MinYear=2023', [`${OTHER} 200000 1`, `${GIVER} 5000 1`], 205_000],
  ['funders of the other giver', '', [], undefined],
  ['funders of the other giver', 'AllCategories=true', [`${GIVER} 7000 1`], 7_000],
  ['cohort', 'MinYear=2024', [`${GIVER} 5000 2`, `${OTHER} 200000 1`], 205_000],
  [
    'cohort',
    'AllCategories=true',
    [`${GIVER} 70000 5`, `${OTHER} 200000 1`, `${HELPED} 300 1`],
    270_300,
  ],
] as const)('%s with %s', async (name, query, rows, total) => {
  const list = await LISTS[name]?.(query)
  expect(list).toMatchObject({ rows, count: rows.length, total })
  expect(list?.rest).toEqual({ Truncated: name === 'cohort' ? undefined : false })
})

test.each([
  ['grantees', `${HELPED} 15000 2`, 3, 30_000],
  ['funders', `${OTHER} 200000 1`, 2, 215_000],
  ['cohort', `${GIVER} 30000 4`, 3, 230_300],
] as const)('%s beyond a limit are counted and summed', async (name, first, count, total) => {
  const list = await LISTS[name]?.('Limit=1')
  expect(list).toMatchObject({ rows: [first], count, total })
  expect(list?.rest).toEqual({ Truncated: name === 'cohort' ? undefined : true })
})

describe('grantees', () => {
  test('are recipients of grants, the largest amount first, then by EIN', async () => {
    const place = { Location: 'Akron, OH', EntityType: 'OperatingOrOtherTaxExempt' }
    const filer = { ...place, PrimaryForm: '990', ProfileAvailable: true }
    expect(await world.read(urlOf(GIVER, 'grantees'))).toEqual({
      EIN: 79_009_201,
      Grantees: [
        {
          EIN: 79_009_203,
          Name: 'Cedar Kitchen',
          ...filer,
          Amount: 15_000,
          GrantCount: 2,
          EarliestYear: 2022,
          LatestYear: 2024,
          Categories: ['ScheduleI'],
        },
        {
          EIN: 79_009_204,
          Name: 'Dogwood Readers',
          ...filer,
          Amount: 15_000,
          GrantCount: 1,
          EarliestYear: 2023,
          LatestYear: 2023,
          Categories: ['ScheduleI'],
        },
        {
          EIN: 79_009_205,
          Name: 'ELM FRIENDS',
          ...place,
          ProfileAvailable: false,
          GrantCount: 1,
          EarliestYear: 2024,
          LatestYear: 2024,
          Categories: ['ScheduleI'],
        },
      ],
      GranteeCount: 3,
      Truncated: false,
      TotalAmount: 30_000,
    })
  })

  test('with AllCategories show every category of the payments', async () => {
    const url = urlOf(GIVER, 'grantees', 'AllCategories=true')
    const { Grantees } = granteeList.parse(await world.read(url))
    expect(Grantees[0]?.Categories).toEqual(['ScheduleI', 'RelatedTransfer'])
  })

  test('are empty, without a total, for an organization that gave nothing', async () => {
    expect(await world.read(urlOf(AIDED, 'grantees'))).toEqual({
      EIN: 79_009_204,
      Grantees: [],
      GranteeCount: 0,
      Truncated: false,
    })
  })

  test('need one round trip', async () => {
    const asked: string[] = []
    const postgres = {
      ...world.postgres,
      query: async (sql, values) => {
        asked.push(sql)
        return await world.postgres.query(sql, values)
      },
    } as Postgres
    const filter = { limit: 50, minYear: undefined, allCategories: false }
    await readGrantees({ postgres }, GIVER, filter)
    expect(asked).toHaveLength(1)
  })
})

describe('funders', () => {
  test('are organizations that gave grants, the largest amount first', async () => {
    const list = funderList.parse(await world.read(urlOf(HELPED, 'funders')))
    const { Funders, ...rest } = list
    expect(toLines(Funders)).toEqual([`${OTHER} 200000 1`, `${GIVER} 15000 2`])
    expect(Funders[1]).toEqual({
      EIN: 79_009_201,
      Name: 'Alder Giving Circle',
      Location: 'Akron, OH',
      PrimaryForm: '990',
      EntityType: 'OperatingOrOtherTaxExempt',
      ProfileAvailable: true,
      Amount: 15_000,
      GrantCount: 2,
      EarliestYear: 2022,
      LatestYear: 2024,
      Categories: ['ScheduleI'],
    })
    expect(rest).toEqual({
      EIN: 79_009_203,
      FunderCount: 2,
      Truncated: false,
      TotalAmount: 215_000,
    })
  })

  test('of an organization without filings are found as a cohort, as the message says', async () => {
    const { status, detail } = await world.refuse(urlOf(LISTED, 'funders'))
    expect(status).toBe(404)
    const { ErrorCode, Message } = detail as { ErrorCode: string; Message: string }
    expect(ErrorCode).toBe('ProfileNotFound')
    expect(Message).toMatch(/^Elm Friends \(Akron, OH\) is listed in the IRS registry/)
    const advised = /\/api\/v2\/funders\/for-cohort\?EINs=\d{9}/.exec(Message)?.[0] ?? ''
    expect(await world.read(advised)).toMatchObject({ Funders: [{ EIN: 79_009_201 }] })
  })
})

test.each(['funders', 'grantees'] as const)('%s of an unknown EIN are not found', async (side) => {
  const { status, detail } = await world.refuse(urlOf(UNKNOWN, side))
  expect(status).toBe(404)
  expect(detail).toMatchObject({ ErrorCode: 'ProfileNotFound' })
  expect(JSON.stringify(detail)).not.toContain('for-cohort')
})

describe('funders of a cohort', () => {
  const open = async (eins: readonly string[]) =>
    cohortFunderList.parse(await world.read(cohortUrl(eins)))

  test('are ranked by how many members they fund, then by amount', async () => {
    const { Funders, ...rest } = await open(COHORT)
    expect(toLines(Funders)).toEqual([
      `${GIVER} 30000 4`,
      `${OTHER} 200000 1`,
      // It belongs to the cohort, and is a funder like any other.
      `${HELPED} 300 1`,
    ])
    expect(Funders.map(({ RecipientCount }) => RecipientCount)).toEqual([3, 1, 1])
    expect(Funders[0]).toMatchObject({
      Name: 'Alder Giving Circle',
      Location: 'Akron, OH',
      ProfileAvailable: true,
      EarliestYear: 2022,
      LatestYear: 2024,
      Categories: ['ScheduleI'],
    })
    expect(rest).toEqual({
      CohortEINs: [79_009_204, 979_009_299, 79_009_203, 79_009_205],
      CohortSize: 4,
      FunderCount: 3,
      TotalAmount: 230_300,
    })
  })

  test('for one organization are its funders', async () => {
    const { Funders } = await open([AIDED])
    expect(toLines(Funders)).toEqual([`${GIVER} 15000 1`, `${HELPED} 300 1`])
  })

  test.each([
    [
      'an organization that received no known amount',
      LISTED,
      79_009_205,
      [expect.not.objectContaining({ Amount: expect.anything() })],
    ],
    ['an EIN that no source has', UNKNOWN, 979_009_299, []],
  ])('for %s have no total', async (_, ein, shown, funders) => {
    expect(await open([ein])).toEqual({
      CohortEINs: [shown],
      CohortSize: 1,
      Funders: funders,
      FunderCount: funders.length,
    })
  })

  test('work for twenty-five members', async () => {
    const many = Array.from({ length: 25 }, (_, n) => String(79_009_200 + n).padStart(9, '0'))
    const { CohortSize, Funders } = await open(many)
    expect(CohortSize).toBe(25)
    expect(toLines(Funders)[0]).toBe(`${GIVER} 30000 4`)
  })
})

test('a failing engine is not reported as an unknown EIN', async () => {
  await world.postgres.query('alter table money_edge rename to money_edge_away')
  const urls = [urlOf(HELPED, 'funders'), urlOf(UNKNOWN, 'funders'), cohortUrl([HELPED])]
  const answers = await Promise.all(urls.map(world.refuse))
  await world.postgres.query('alter table money_edge_away rename to money_edge')
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
})
