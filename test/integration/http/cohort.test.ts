import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cohortFunderList } from '#src/api/a/counterparties.ts'
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
  world = await openMoney('cohort')
}, 120_000)
afterAll(() => world.close())

const url = (eins: string, query = '') =>
  `/api/v2/funders/for-cohort?EINs=${encodeURIComponent(eins)}${query && `&${query}`}`
const open = async (eins: readonly string[], query = '') =>
  cohortFunderList.parse(await world.read(url(eins.join(','), query)))

const COHORT = [AIDED, UNKNOWN, HELPED, LISTED]

describe('funders of a cohort', () => {
  test('reach most of it first, then by amount', async () => {
    const { Funders, ...rest } = await open(COHORT)
    expect(toLines(Funders)).toEqual([
      `${GIVER} 30000 4`,
      `${OTHER} 200000 1`,
      // Of the cohort itself, and a funder like any other.
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

  test.each([
    ['MinYear=2024', [`${GIVER} 5000 2`, `${OTHER} 200000 1`], 205_000],
    ['AllCategories=true', [`${GIVER} 70000 5`, `${OTHER} 200000 1`, `${HELPED} 300 1`], 270_300],
  ])('with %s', async (query, lines, total) => {
    const { Funders, FunderCount, TotalAmount } = await open(COHORT, query)
    expect(toLines(Funders)).toEqual(lines)
    expect(FunderCount).toBe(lines.length)
    expect(TotalAmount).toBe(total)
  })

  test('that a limit holds back count and add up all the same', async () => {
    const { Funders, FunderCount, TotalAmount } = await open(COHORT, 'Limit=1')
    expect(toLines(Funders)).toEqual([`${GIVER} 30000 4`])
    expect([FunderCount, TotalAmount]).toEqual([3, 230_300])
  })

  test('of one are its funders', async () => {
    const { Funders } = await open([AIDED])
    expect(toLines(Funders)).toEqual([`${GIVER} 15000 1`, `${HELPED} 300 1`])
  })

  test('of one that received no known amount have none', async () => {
    expect(await open([LISTED])).toEqual({
      CohortEINs: [79_009_205],
      CohortSize: 1,
      Funders: [expect.not.objectContaining({ Amount: expect.anything() })],
      FunderCount: 1,
    })
  })

  test('of one that nothing names are none', async () => {
    expect(await open([UNKNOWN])).toEqual({
      CohortEINs: [979_009_299],
      CohortSize: 1,
      Funders: [],
      FunderCount: 0,
    })
  })

  const many = Array.from({ length: 26 }, (_, n) => String(79_009_200 + n).padStart(9, '0'))

  test('of twenty-five are answered', async () => {
    const { CohortSize, Funders } = await open(many.slice(0, 25))
    expect(CohortSize).toBe(25)
    expect(toLines(Funders)[0]).toBe(`${GIVER} 30000 4`)
  })

  test.each([
    ['', 'at least one EIN'],
    [',', 'at least one EIN'],
    [many.join(','), '26 were given'],
    [`${HELPED},${AIDED},${HELPED}`, `repeated: "${HELPED}"`],
    [`${HELPED},79009204`, 'not so: "79009204"'],
    ['07-9009203', 'not so: "07-9009203"'],
    ['000000000', 'not so: "000000000"'],
  ])('refuse %j', async (eins, message) => {
    const { status, detail } = await world.refuse(url(eins))
    expect(status).toBe(422)
    expect(detail).toMatchObject([
      { loc: ['query', 'EINs'], msg: expect.stringContaining(message) },
    ])
  })

  test('need a key', async () => {
    expect((await world.get(url(HELPED))).status).toBe(401)
  })
})
