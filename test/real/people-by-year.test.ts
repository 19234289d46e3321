import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { readFacts } from '#src/domain/facts/read-facts.ts'
import { readAllRows } from '#src/domain/facts/tables/read-rows.ts'
import { leadershipTables, TABLES } from '#src/domain/facts/tables/tables.ts'
import type { Form } from '#src/domain/form.ts'
import type { TableRow } from '#src/organizations/filings/table-rows.ts'
import { type ListedFiling, toPeopleByYear } from '#src/organizations/people/people-by-year.ts'
import { payIn } from '#src/organizations/people/read-people-by-year.ts'
import { makeFiling } from '#test/unit/organizations/made-filing.ts'
import { REAL, REAL_DATA } from './real-data.ts'
import { readRealReturn } from './returns.ts'

const rowsOf = (form: Form, blocks: { block: string; content: Block; ordinal?: number }[]) =>
  leadershipTables(form).flatMap((table): TableRow[] =>
    readAllRows(TABLES[table], {
      blocks: blocks.map((block) => ({ ordinal: 1, ...block })),
      repeats: [],
    }).map((row) => ({ table, row })),
  )

const RECENT = join(REAL_DATA, 'recent/filings')

/** Reads returns with the catalogue's own reader, newest first. */
function readListings(folder: string, form: Form, filings: [number, string][]) {
  return filings.toReversed().map(([year, objectId]): ListedFiling => {
    const { blocks } = readRealReturn(`${folder}/${objectId}_public.xml`)
    const { facts } = readFacts(form, blocks)
    const rows = rowsOf(form, blocks)
    const filing = { ...makeFiling(form, {}), facts, objectId, taxYear: year }
    return { filing, listed: rows.length, rows }
  })
}

/** Adds up amounts in the text of a file, without any reader of ours. */
function sumXml(file: string, lists: readonly (readonly [row: string, amounts: string])[]) {
  const xml = readFileSync(file, 'utf8')
  const pay = lists.flatMap(([row, amounts]) =>
    [...xml.matchAll(new RegExp(`<(${row})>(.*?)</\\1>`, 'gs'))].map(([text]) =>
      [...text.matchAll(new RegExp(`<(?:${amounts})>(-?\\d+)<`, 'g'))].reduce(
        (sum, [, amount]) => sum + Number(amount),
        0,
      ),
    ),
  )
  return {
    listed: pay.length,
    total: pay.reduce((sum, one) => sum + one, 0),
    paid: pay.filter((one) => one > 0).length,
  }
}

const C_D_E = 'CompensationAmt|EmployeeBenefit(?:ProgramAmt|sAmt)|ExpenseAccount(?:OtherAllwnc)?Amt'
const PART_VII = [
  'Form990PartVIISectionA(?:Grp)?',
  'ReportableCompFromOrg(?:Amt|anization)|ReportableCompFromR(?:ltdOrgAmt|elatedOrgs)|OtherCompensation(?:Amt)?',
] as const
const OFFICERS = [
  ['OfficerDirTrstKeyEmplGrp', C_D_E],
  ['CompensationHighestPaidEmplGrp', C_D_E],
] as const
const UNIVERSITY = `201441019349300004 201531039349300443 201600979349300030 201721029349300107
  201900639349300210 201901059349300415 202001059349300920 202131029349301403`

type Lists = readonly (readonly [row: string, amounts: string])[]
/** The object ids of consecutive years, and a person with the number of years and the latest pay. */
const CASES: [
  who: string,
  lists: Lists,
  from: [folder: string, form: Form, firstYear: number, ids: string],
  person: [name: string, years: number, latest: number],
][] = [
  // Two eras: the first return is of 2012.
  ['university', [PART_VII], [REAL, '990', 2012, UNIVERSITY], ['James J Larranaga', 8, 2_453_904]],
  [
    'association',
    [['OfficerDirectorTrusteeEmplGrp', C_D_E]],
    [REAL, '990EZ', 2020, '202332939349200328 202342939349200639 202333549349200318'],
    ['RAFAEL TORRES', 3, 0],
  ],
  [
    'foundation',
    OFFICERS,
    [RECENT, '990PF', 2023, '202540449349100304 202523179349103557'],
    ['ROBERT K ROSS', 2, 811_788],
  ],
]

describe.skipIf(!existsSync(REAL) || !existsSync(RECENT))('real filings', () => {
  it.each(CASES)(
    'of one %s have the totals of the XML',
    (_, lists, [folder, form, firstYear, ids], person) => {
      const filings = ids.split(/\s+/).map((id, at): [number, string] => [firstYear + at, id])
      const { years, people: found } = toPeopleByYear(readListings(folder, form, filings))
      expect(years).toHaveLength(filings.length)
      for (const { filing, listed, total, paid } of years) {
        const xml = sumXml(`${folder}/${filing.objectId}_public.xml`, lists)
        expect({ listed, total, paid }, filing.objectId).toEqual(xml)
        const ofYear = found.flatMap((one) => payIn(one, filing.taxYear)?.amount ?? [])
        expect(ofYear.reduce((sum, amount) => sum + amount, 0)).toBe(total)
      }
      const [name, count, latest] = person
      const own = found.filter((one) => one.name?.value === name)
      expect(own.map((one) => [one.years.length, one.years[0]?.amount])).toEqual([[count, latest]])
    },
  )
})
