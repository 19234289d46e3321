import { describe, expect, it } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { readAllRows } from '#src/domain/facts/tables/read-rows.ts'
import { leadershipTables, TABLES } from '#src/domain/facts/tables/tables.ts'
import type { TableRow } from '#src/organizations/filings/table-rows.ts'
import {
  chooseFilings,
  type Listing,
  latestPay,
  type PersonByYear,
  selectPeople,
  toPeopleByYear,
} from '#src/organizations/people/people-by-year.ts'
import { testReturns } from '#test/unit/cases.ts'
import { makeFiling, makeSummary } from './made-filing.ts'

const OFFICERS = 'Form990PartVIISectionAGrp'

/** A row written as "JANE DOE | CEO | 100 20 3": columns (D), (E), and (F). */
function toRow(text: string): Block {
  const [name = '', title = '', pay = ''] = text.split('|').map((part) => part.trim())
  const [own, related, other] = pay.split(' ').filter((amount) => amount !== '')
  return {
    PersonNm: name,
    ...(title && { TitleTxt: title }),
    AverageHoursPerWeekRt: '40.00',
    ...(own && { ReportableCompFromOrgAmt: own }),
    ...(related && { ReportableCompFromRltdOrgAmt: related }),
    ...(other && { OtherCompensationAmt: other }),
  }
}

function listingOf(taxYear: number, listed: Block[]): Listing {
  const content = { [OFFICERS]: listed }
  const filing = { ...makeFiling('990', content), taxYear, objectId: `${taxYear}31999349300001` }
  const parts = { blocks: [{ block: 'IRS990', ordinal: 1, content }], repeats: [] }
  const rows = leadershipTables('990').flatMap((table): TableRow[] =>
    readAllRows(TABLES[table], parts).map((row) => ({ table, row })),
  )
  return { filing, listed: listed.length, rows }
}

const people = (years: Record<number, string[]>) =>
  toPeopleByYear(
    Object.entries(years)
      .map(([year, rows]) => listingOf(Number(year), rows.map(toRow)))
      .toReversed(),
  )

const shown = ({ name, match, years }: PersonByYear) => [
  name?.value,
  match?.kind ?? null,
  Object.fromEntries(years.map(({ taxYear, amount }) => [taxYear, amount])),
]

describe('people by year', () => {
  it('sums columns D, E, and F, with the Ref of each', () => {
    const found = people({ 2022: ['JANE DOE | CEO | 100 20 3'] }).people[0]
    const path = '990:2022:202231999349300001:/IRS990/Form990PartVIISectionAGrp[1]'
    expect(found?.years[0]).toMatchObject({
      amount: 123,
      parts: [
        { value: 100, ref: `${path}/ReportableCompFromOrgAmt`, line: 'column (D)' },
        { value: 20, ref: `${path}/ReportableCompFromRltdOrgAmt`, line: 'column (E)' },
        { value: 3, ref: `${path}/OtherCompensationAmt`, line: 'column (F)' },
      ],
    })
    expect(found).toMatchObject({ hours: { value: 40 }, title: { value: 'CEO' }, isFormer: false })
  })

  it('leaves pay unknown if no column is filed, or one is not readable', () => {
    const { people: found, years } = people({
      2022: ['JANE DOE | CEO', 'JOHN ROE | CFO | 100 RESTRICTED', 'ANN LEE | Chair | 0 0 0'],
    })
    expect(found.map((person) => person.years[0]?.amount)).toEqual([undefined, undefined, 0])
    expect(found[1]?.years[0]?.unreadable).toHaveLength(1)
    expect(years[0]).toMatchObject({ paid: 0, unknown: 2, total: 0 })
  })

  it('lists people who left after the others, the best paid first', () => {
    const { people: found } = people({
      2021: ['OLD CHIEF | CEO | 900', 'JANE DOE | CFO | 90'],
      2022: ['ANN LEE | Director | 0', 'JANE DOE | CEO | 100', 'SAM POE | Director'],
    })
    const sorted = selectPeople(found, { sort: 'Pay', order: 'desc' })
    expect(sorted.map(({ name }) => name?.value)).toEqual([
      'JANE DOE',
      'ANN LEE',
      'SAM POE',
      'OLD CHIEF',
    ])
    expect(
      selectPeople(found, { sort: 2021, order: 'asc', within: 'ceo' }).map(latestPay),
    ).toMatchObject([{ amount: 100 }, { amount: 900 }])
  })

  it('reports a list that is too long, and compares the others', () => {
    const long = { filing: makeFiling('990', {}), listed: 5_000 }
    const { years, people: found } = toPeopleByYear([
      long,
      listingOf(2021, [toRow('JANE DOE | CEO | 9')]),
    ])
    expect(years.map(({ isCompared, listed }) => [isCompared, listed])).toEqual([
      [false, 5_000],
      [true, 1],
    ])
    expect(found).toMatchObject([{ isFormer: false }])
  })

  it('uses one return for each tax year, the later one', () => {
    const filings = [
      makeSummary({ taxYear: 2022, taxPeriodEnd: '2022-12-31', objectId: 'late' }),
      makeSummary({ taxYear: 2022, taxPeriodEnd: '2022-06-30', objectId: 'early' }),
      makeSummary({ taxYear: 2022, form: '990T' }),
      makeSummary({ taxYear: 2021, isCurrent: false }),
      ...[2020, 2019, 2018, 2017, 2016, 2015, 2014, 2013].map((taxYear) =>
        makeSummary({ taxYear }),
      ),
    ]
    const { shown: chosen, earlier, short } = chooseFilings(filings)
    expect(chosen[0]?.objectId).toBe('late')
    expect(chosen).toHaveLength(8)
    expect([earlier, short]).toEqual([[2013], [2022]])
    expect(chooseFilings(filings, 2020).shown[0]?.taxYear).toBe(2020)
  })
})

testReturns({
  'people who are or are not the same': (_: string, years: Record<number, string[]>) => {
    const found = people(years).people
    return found.map(shown)
  },
})
