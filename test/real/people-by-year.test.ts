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
function readListings(folder: string, form: Form, objectIds: Record<number, string>) {
  return Object.entries(objectIds)
    .toReversed()
    .map(([year, objectId]): ListedFiling => {
      const { blocks } = readRealReturn(`${folder}/${objectId}_public.xml`)
      const { facts } = readFacts(form, blocks)
      const rows = rowsOf(form, blocks)
      const filing = { ...makeFiling(form, {}), facts, objectId, taxYear: Number(year) }
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
const CASES = [
  {
    who: 'a university',
    folder: REAL,
    form: '990',
    // Two eras: the first return is of 2012.
    lists: [
      [
        'Form990PartVIISectionA(?:Grp)?',
        'ReportableCompFromOrg(?:Amt|anization)|ReportableCompFromR(?:ltdOrgAmt|elatedOrgs)|OtherCompensation(?:Amt)?',
      ],
    ],
    filings: {
      2012: '201441019349300004',
      2013: '201531039349300443',
      2014: '201600979349300030',
      2015: '201721029349300107',
      2016: '201900639349300210',
      2017: '201901059349300415',
      2018: '202001059349300920',
      2019: '202131029349301403',
    },
    person: ['James J Larranaga', 8, 2_453_904],
  },
  {
    who: 'an association',
    folder: REAL,
    form: '990EZ',
    lists: [['OfficerDirectorTrusteeEmplGrp', C_D_E]],
    filings: {
      2020: '202332939349200328',
      2021: '202342939349200639',
      2022: '202333549349200318',
    },
    person: ['RAFAEL TORRES', 3, 0],
  },
  {
    who: 'a foundation',
    folder: RECENT,
    form: '990PF',
    lists: [
      ['OfficerDirTrstKeyEmplGrp', C_D_E],
      ['CompensationHighestPaidEmplGrp', C_D_E],
    ],
    filings: { 2023: '202540449349100304', 2024: '202523179349103557' },
    person: ['ROBERT K ROSS', 2, 811_788],
  },
] as const

describe.skipIf(!existsSync(REAL) || !existsSync(RECENT))('real filings', () => {
  it.each(CASES)(
    'of $who have the totals of the XML',
    ({ folder, form, lists, filings, person }) => {
      const { years, people: found } = toPeopleByYear(readListings(folder, form, filings))
      expect(years).toHaveLength(Object.keys(filings).length)
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
