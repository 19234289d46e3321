import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { granteeList } from '#src/api/a/counterparties.ts'
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
  world = await openMoney('grantees')
}, 120_000)
afterAll(() => world.close())

const url = (ein: string, query = '') => `/api/v2/charity/${ein}/grantees${query && `?${query}`}`
const open = async (query = '', ein = GIVER) => granteeList.parse(await world.read(url(ein, query)))

describe('grantees', () => {
  test('are recipients of grants, the largest amount first, then by EIN', async () => {
    const place = { Location: 'Akron, OH', EntityType: 'OperatingOrOtherTaxExempt' }
    expect(await world.read(url(GIVER))).toEqual({
      EIN: 79_009_201,
      Grantees: [
        {
          EIN: 79_009_203,
          Name: 'Cedar Kitchen',
          ...place,
          PrimaryForm: '990',
          ProfileAvailable: true,
          Amount: 15_000,
          GrantCount: 2,
          EarliestYear: 2022,
          LatestYear: 2024,
          Categories: ['ScheduleI'],
        },
        {
          EIN: 79_009_204,
          Name: 'Dogwood Readers',
          ...place,
          PrimaryForm: '990',
          ProfileAvailable: true,
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

  test('with AllCategories are paid in other ways, too', async () => {
    const { Grantees, GranteeCount, TotalAmount } = await open('AllCategories=true')
    expect(toLines(Grantees)).toEqual([
      `${HELPED} 55000 3`,
      `${AIDED} 15000 1`,
      `${OTHER} 7000 1`,
      `${LISTED} - 1`,
    ])
    expect(Grantees[0]?.Categories).toEqual(['ScheduleI', 'RelatedTransfer'])
    expect([GranteeCount, TotalAmount]).toEqual([4, 77_000])
  })

  test.each([
    ['MinYear=2023', [`${AIDED} 15000 1`, `${HELPED} 5000 1`, `${LISTED} - 1`], 20_000],
    ['MinYear=2025', [], undefined],
    // Of single grants: the two to the same organization add up to fifteen thousand.
    ['MinAmount=12000', [`${AIDED} 15000 1`], 15_000],
    ['MinAmount=10000', [`${AIDED} 15000 1`, `${HELPED} 10000 1`], 25_000],
    ['MinAmount=10000.5', [`${AIDED} 15000 1`], 15_000],
    // Nobody knows whether a grant without an amount is at or above it.
    ['MinAmount=0', [`${HELPED} 15000 2`, `${AIDED} 15000 1`], 30_000],
    ['MinYear=2024&MinAmount=6000&AllCategories=true', [`${OTHER} 7000 1`], 7_000],
  ])('of grants with %s', async (query, lines, total) => {
    const { Grantees, GranteeCount, TotalAmount, Truncated } = await open(query)
    expect(toLines(Grantees)).toEqual(lines)
    expect(GranteeCount).toBe(lines.length)
    expect(TotalAmount).toBe(total)
    expect(Truncated).toBe(false)
  })

  test('that a limit holds back count and add up all the same', async () => {
    const { Grantees, ...rest } = await open('Limit=1')
    expect(toLines(Grantees)).toEqual([`${HELPED} 15000 2`])
    expect(rest).toMatchObject({ GranteeCount: 3, Truncated: true, TotalAmount: 30_000 })
    expect(await open('Limit=3')).toMatchObject({ Truncated: false })
  })

  test('do not count what was only approved', async () => {
    for (const query of ['', 'AllCategories=true']) {
      const { Grantees, TotalAmount } = await open(query, OTHER)
      expect(toLines(Grantees)).toEqual([`${HELPED} 200000 1`])
      expect(TotalAmount).toBe(200_000)
    }
  })

  test('of who gave nothing are none, and add up to nothing known', async () => {
    expect(await world.read(url(AIDED))).toEqual({
      EIN: 79_009_204,
      Grantees: [],
      GranteeCount: 0,
      Truncated: false,
    })
  })

  test('take one round trip', async () => {
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

  test('need a key', async () => {
    expect((await world.get(url(GIVER))).status).toBe(401)
  })

  test.each([
    ['MinAmount=', 'MinAmount', 'must be a number'],
    ['MinAmount=1e3', 'MinAmount', 'must be a number written in digits'],
    ['MinAmount=1&MinAmount=2', 'MinAmount', 'more than once'],
    ['minyear=2022', 'minyear', 'did you mean MinYear?'],
  ])('refuse %s', async (query, name, message) => {
    const { status, detail } = await world.refuse(url(GIVER, query))
    expect(status).toBe(422)
    expect(detail).toMatchObject([{ loc: ['query', name], msg: expect.stringContaining(message) }])
  })

  test('of an EIN that nothing names are not found', async () => {
    const { status, detail } = await world.refuse(url(UNKNOWN))
    expect(status).toBe(404)
    expect(detail).toMatchObject({ ErrorCode: 'ProfileNotFound' })
  })
})
