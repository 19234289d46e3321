import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/read-return.ts'
import type { Block, BlockValue } from '#src/domain/blocks.ts'
import type { RowFacts, RowSumKey } from '#src/domain/facts/row-facts.ts'
import { hasRealReturns, REAL_RETURNS, type RealReturn, readRealReturns } from './returns.ts'

type Elements = { part: string; rows: RegExp; amounts: RegExp }

// Written from the IRS's schemas of all eras, independently of the catalogue.
const GRANT_AMOUNTS =
  /^(CashGrantAmt|NonCashAssistanceAmt|AmountOfCashGrant|AmountOfNonCashAssistance)$/
const ELEMENTS: Record<RowSumKey, Elements> = {
  grantsToOrganizations: {
    part: 'IRS990ScheduleI',
    rows: /^RecipientTable$/,
    amounts: GRANT_AMOUNTS,
  },
  grantsToIndividuals: {
    part: 'IRS990ScheduleI',
    rows: /^(GrantsOtherAsstToIndivInUSGrp|Form990ScheduleIPartIII)$/,
    amounts: GRANT_AMOUNTS,
  },
  foreignGrants: {
    part: 'IRS990ScheduleF',
    rows: /^(GrantsToOrgOutsideUSGrp|GrantsToOrgsOutsideUS)$/,
    amounts: GRANT_AMOUNTS,
  },
  foreignIndividualGrants: {
    part: 'IRS990ScheduleF',
    rows: /^(ForeignIndividualsGrantsGrp|GrantsToIndOutsideUS)$/,
    amounts: GRANT_AMOUNTS,
  },
  foundationGrantsPaid: {
    part: 'IRS990PF',
    rows: /^(GrantOrContributionPdDurYrGrp|GrantOrContriPaidDuringYear)$/,
    amounts: /^(Amt|Amount)$/,
  },
  foundationGrantsApproved: {
    part: 'IRS990PF',
    rows: /^(GrantOrContriApprvForFutGrp|GrantOrContriApprovedForFuture)$/,
    amounts: /^(Amt|Amount)$/,
  },
  reportableCompensation: {
    part: 'IRS990',
    rows: /^Form990PartVIISectionA(Grp)?$/,
    amounts: /^(ReportableCompFromOrgAmt|ReportableCompFromOrganization)$/,
  },
  relatedCompensation: {
    part: 'IRS990',
    rows: /^Form990PartVIISectionA(Grp)?$/,
    amounts: /^(ReportableCompFromRltdOrgAmt|ReportableCompFromRelatedOrgs)$/,
  },
  otherCompensation: {
    part: 'IRS990',
    rows: /^Form990PartVIISectionA(Grp)?$/,
    amounts: /^(OtherCompensationAmt|OtherCompensation)$/,
  },
  officerCompensation990EZ: {
    part: 'IRS990EZ',
    rows: /^OfficerDirectorTrustee(EmplGrp|KeyEmpl)$/,
    amounts: /^(CompensationAmt|Compensation)$/,
  },
  officerCompensation990PF: {
    part: 'IRS990PF',
    rows: /^(OfficerDirTrstKeyEmplGrp|OfcrDirTrusteesOrKeyEmployee)$/,
    amounts: /^(CompensationAmt|Compensation)$/,
  },
  programExpenses: {
    part: 'IRS990',
    rows: /^(IRS990|Form990PartIII|ProgSrvcAccomActy(2|3|Other)Grp|Activity(2|3|Other))$/,
    amounts: /^(ExpenseAmt|Expense)$/,
  },
  programExpenses990EZ: {
    part: 'IRS990EZ',
    rows: /^(ProgramSrvcAccomplishmentGrp|ProgramServiceAccomplishment)$/,
    amounts: /^ProgramServiceExpenses(Amt)?$/,
  },
  noncashContributions: {
    part: 'IRS990ScheduleM',
    rows: /./,
    amounts: /^(NoncashContributionsRptF990Amt|NoncashContribsRptdF990|RevenuesReportedLine1G)$/,
  },
}

const listOf = (value: BlockValue | undefined): BlockValue[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Returns every element below (and including) a part with a requested name. */
function rowsOf(name: string, value: BlockValue, rows: RegExp): Block[] {
  if (Array.isArray(value)) return value.flatMap((one) => rowsOf(name, one, rows))
  if (typeof value === 'string') return []
  const below = Object.entries(value).flatMap(([child, inner]) => rowsOf(child, inner, rows))
  return rows.test(name) ? [value, ...below] : below
}

const amountsOf = (row: Block, amounts: RegExp): number[] =>
  Object.entries(row)
    .filter(([name]) => amounts.test(name))
    .flatMap(([, value]) => listOf(value))
    .flatMap((text) => (typeof text === 'string' && /^-?\d+$/.test(text) ? [Number(text)] : []))

function sumsOf({
  blocks,
}: RealReturn): Partial<Record<RowSumKey, { value: number; rows: number }>> {
  const found = (Object.keys(ELEMENTS) as RowSumKey[]).flatMap((key) => {
    const { part, rows, amounts } = ELEMENTS[key]
    const filed = blocks
      .filter(({ block, ordinal }) => block === part && ordinal === 1)
      .flatMap(({ block, content }) => rowsOf(block, content, rows))
      .map((row) => amountsOf(row, amounts))
      .filter((row) => row.length > 0)
    const value = filed.flat().reduce((total, amount) => total + amount, 0)
    return filed.length > 0 ? [[key, { value, rows: filed.length }] as const] : []
  })
  return Object.fromEntries(found)
}

const loaded = (file: string): RowFacts =>
  toFilingRecord(readReturn(readFileSync(join(REAL_RETURNS, file))), '202301329349300001').rowFacts

describe.skipIf(!hasRealReturns)('the rows of the real returns', () => {
  const returns = hasRealReturns ? readRealReturns() : []

  test('add up to an independent reading of their XML', () => {
    const counts: Partial<Record<RowSumKey, number>> = {}
    for (const real of returns) {
      const { sums } = loaded(real.file)
      const read = Object.entries(sums).map(([key, { value, rows }]) => [key, { value, rows }])
      expect(Object.fromEntries(read), real.file).toEqual(real.form === '990T' ? {} : sumsOf(real))
      for (const key of Object.keys(sums) as RowSumKey[]) counts[key] = (counts[key] ?? 0) + 1
    }
    console.log(`Sums of rows of ${returns.length} real returns: ${JSON.stringify(counts)}`)
    // None of them promises grants for later years.
    const none = Object.keys(ELEMENTS).filter((key) => !(key in counts))
    expect(none).toEqual(['foundationGrantsApproved'])
  })

  test('name in Part VII the people of Schedule J', () => {
    const compared = returns.flatMap(({ file }) => {
      const { unlisted } = loaded(file)
      return unlisted ? [{ file, unlisted }] : []
    })
    expect(compared.length).toBeGreaterThan(50)
    expect(compared.filter(({ unlisted }) => unlisted.length > 0)).toEqual([])
  })
})
