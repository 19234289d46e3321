import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import type { Block } from '#src/domain/blocks.ts'
import type { RowFacts, RowSumKey } from '#src/domain/facts/row-facts.ts'
import {
  elementsNamed,
  hasRealReturns,
  REAL_RETURNS,
  type RealReturn,
  readRealReturns,
  textsNamed,
} from './returns.ts'

type Elements = [part: string, rows: RegExp, amounts: RegExp]

// Written from the IRS's schemas of all eras, independently of the catalogue.
const GRANT_AMOUNTS =
  /^(CashGrantAmt|NonCashAssistanceAmt|AmountOfCashGrant|AmountOfNonCashAssistance)$/
const PEOPLE = /^Form990PartVIISectionA(Grp)?$/
// biome-ignore format: one row a line
const ELEMENTS: Record<RowSumKey, Elements> = {
  grantsToOrganizations: ['IRS990ScheduleI', /^RecipientTable$/, GRANT_AMOUNTS],
  grantsToIndividuals: ['IRS990ScheduleI', /^(GrantsOtherAsstToIndivInUSGrp|Form990ScheduleIPartIII)$/, GRANT_AMOUNTS],
  foreignGrants: ['IRS990ScheduleF', /^(GrantsToOrgOutsideUSGrp|GrantsToOrgsOutsideUS)$/, GRANT_AMOUNTS],
  foreignIndividualGrants: ['IRS990ScheduleF', /^(ForeignIndividualsGrantsGrp|GrantsToIndOutsideUS)$/, GRANT_AMOUNTS],
  foundationGrantsPaid: ['IRS990PF', /^(GrantOrContributionPdDurYrGrp|GrantOrContriPaidDuringYear)$/, /^(Amt|Amount)$/],
  foundationGrantsApproved: ['IRS990PF', /^(GrantOrContriApprvForFutGrp|GrantOrContriApprovedForFuture)$/, /^(Amt|Amount)$/],
  reportableCompensation: ['IRS990', PEOPLE, /^(ReportableCompFromOrgAmt|ReportableCompFromOrganization)$/],
  relatedCompensation: ['IRS990', PEOPLE, /^(ReportableCompFromRltdOrgAmt|ReportableCompFromRelatedOrgs)$/],
  otherCompensation: ['IRS990', PEOPLE, /^(OtherCompensationAmt|OtherCompensation)$/],
  officerCompensation990EZ: ['IRS990EZ', /^OfficerDirectorTrustee(EmplGrp|KeyEmpl)$/, /^(CompensationAmt|Compensation)$/],
  officerCompensation990PF: ['IRS990PF', /^(OfficerDirTrstKeyEmplGrp|OfcrDirTrusteesOrKeyEmployee)$/, /^(CompensationAmt|Compensation)$/],
  programExpenses: ['IRS990', /^(IRS990|Form990PartIII|ProgSrvcAccomActy(2|3|Other)Grp|Activity(2|3|Other))$/, /^(ExpenseAmt|Expense)$/],
  programExpenses990EZ: ['IRS990EZ', /^(ProgramSrvcAccomplishmentGrp|ProgramServiceAccomplishment)$/, /^ProgramServiceExpenses(Amt)?$/],
  noncashContributions: ['IRS990ScheduleM', /./, /^(NoncashContributionsRptF990Amt|NoncashContribsRptdF990|RevenuesReportedLine1G)$/],
}

const amountsOf = (row: Block, amounts: RegExp): number[] =>
  textsNamed(row, amounts).flatMap((text) => (/^-?\d+$/.test(text) ? [Number(text)] : []))

function sumsOf({
  blocks,
}: RealReturn): Partial<Record<RowSumKey, { value: number; rows: number }>> {
  const found = (Object.keys(ELEMENTS) as RowSumKey[]).flatMap((key) => {
    const [part, rows, amounts] = ELEMENTS[key]
    const filed = blocks
      .filter(({ block, ordinal }) => block === part && ordinal === 1)
      .flatMap(({ block, content }) => elementsNamed(block, content, rows))
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
