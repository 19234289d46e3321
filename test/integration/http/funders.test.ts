import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { funderList } from '#src/api/a/counterparties.ts'
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
  world = await openMoney('funders')
}, 120_000)
afterAll(() => world.close())

const url = (ein: string, query = '') => `/api/v2/charity/${ein}/funders${query && `?${query}`}`
const open = async (ein: string, query = '') => funderList.parse(await world.read(url(ein, query)))

describe('funders', () => {
  test('are who gave grants, the largest amount first', async () => {
    const { Funders, ...rest } = await open(HELPED)
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

  test.each([
    [HELPED, 'AllCategories=true', [`${OTHER} 200000 1`, `${GIVER} 55000 3`], 255_000],
    [HELPED, 'MinYear=2023', [`${OTHER} 200000 1`, `${GIVER} 5000 1`], 205_000],
    [OTHER, '', [], undefined],
    [OTHER, 'AllCategories=true', [`${GIVER} 7000 1`], 7_000],
    // What was only approved is not paid, and may never be.
    [AIDED, 'AllCategories=true', [`${GIVER} 15000 1`, `${HELPED} 300 1`], 15_300],
  ])('of %s with %s', async (ein, query, lines, total) => {
    const { Funders, FunderCount, TotalAmount } = await open(ein, query)
    expect(toLines(Funders)).toEqual(lines)
    expect(FunderCount).toBe(lines.length)
    expect(TotalAmount).toBe(total)
  })

  test('that a limit holds back count and add up all the same', async () => {
    const { Funders, ...rest } = await open(HELPED, 'Limit=1')
    expect(toLines(Funders)).toEqual([`${OTHER} 200000 1`])
    expect(rest).toMatchObject({ FunderCount: 2, Truncated: true, TotalAmount: 215_000 })
  })

  test('of who has filed nothing are asked for as of a cohort, as the message says', async () => {
    const { status, detail } = await world.refuse(url(LISTED))
    expect(status).toBe(404)
    const { ErrorCode, Message } = detail as { ErrorCode: string; Message: string }
    expect(ErrorCode).toBe('ProfileNotFound')
    expect(Message).toMatch(/^ELM FRIENDS \(Akron, OH\) is listed in the IRS registry/)
    const advised = /\/api\/v2\/funders\/for-cohort\?EINs=\d{9}/.exec(Message)?.[0] ?? ''
    expect(await world.read(advised)).toMatchObject({ Funders: [{ EIN: 79_009_201 }] })
  })

  test('of an EIN that nothing names are not found, and nowhere else either', async () => {
    const { status, detail } = await world.refuse(url(UNKNOWN))
    expect(status).toBe(404)
    expect(detail).toMatchObject({ ErrorCode: 'ProfileNotFound' })
    expect(JSON.stringify(detail)).not.toContain('for-cohort')
  })

  test('need a key', async () => {
    expect((await world.get(url(HELPED))).status).toBe(401)
  })
})

test('an engine that fails is no unknown EIN', async () => {
  await world.postgres.query('alter table money_edge rename to money_edge_away')
  const answers = await Promise.all(
    [url(HELPED), url(UNKNOWN), `/api/v2/funders/for-cohort?EINs=${HELPED}`].map(world.refuse),
  )
  await world.postgres.query('alter table money_edge_away rename to money_edge')
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
})
