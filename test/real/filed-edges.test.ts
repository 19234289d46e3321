import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FiledEdge } from '#indexer/records/filed-edges.ts'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import type { BlockValue } from '#src/domain/blocks.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { edgeSpans } from '#src/domain/facts/edge-spans.ts'
import type { EdgeCategory } from '#src/domain/network.ts'
import {
  elementsNamed,
  hasRealReturns,
  REAL_RETURNS,
  type RealReturn,
  readRealReturns,
  textsNamed,
} from './returns.ts'

type Rows = { part: RegExp; rows: RegExp; amounts: RegExp }

// Written from the IRS's schemas of all eras, independently of the catalogue.
const GRANT_AMOUNTS =
  /^(CashGrantAmt|NonCashAssistanceAmt|AmountOfCashGrant|AmountOfNonCashAssistance)$/
const AMOUNTS = /^(Amt|Amount|CompensationAmt|Compensation|InvolvedAmt|AmountInvolved)$/
const NAMES =
  /^(RecipientBusinessName|RecipientNameBusiness|RecipientPersonNm|RecipientPersonName|ContractorName|NameOfContractor|BusinessName|PersonNm|OtherOrganizationName|NameOfOtherOrganization)$/
const rows = (part: RegExp, rows: RegExp, amounts = AMOUNTS): Rows => ({ part, rows, amounts })
const ROWS: Record<EdgeCategory, Rows> = {
  ScheduleI: rows(/^IRS990ScheduleI$/, /^RecipientTable$/, GRANT_AMOUNTS),
  ScheduleF: rows(
    /^IRS990ScheduleF$/,
    /^(GrantsToOrgOutsideUSGrp|GrantsToOrgsOutsideUS)$/,
    GRANT_AMOUNTS,
  ),
  FoundationPaid: rows(
    /^IRS990PF$/,
    /^(GrantOrContributionPdDurYrGrp|GrantOrContriPaidDuringYear)$/,
  ),
  FoundationApproved: rows(
    /^IRS990PF$/,
    /^(GrantOrContriApprvForFutGrp|GrantOrContriApprovedForFuture)$/,
  ),
  RelatedTransfer: rows(/^IRS990ScheduleR$/, /^TransactionsRelatedOrg(Grp|sTable)$/),
  Contractor: rows(
    /^IRS990(EZ|PF)?$/,
    /^(ContractorCompensation(Grp)?|CompensationOfHghstPdCntrctGrp|CompOfHghstPaidCntrctProfSer|CompensationOfHghstPaidCntrct)$/,
  ),
}

// Schedule R, Part V, line 1 since 2012: given, lent, bought, leased, paid, moved.
const PAYS = /^\W*1?[bdhkmpr]\W*$/i

const textIn = (value: BlockValue): string =>
  typeof value === 'string' ? value : Object.values(value).map(textIn).join('')

/** Counts the rows of grants and transfers, those that name a recipient, and all dollars. */
function countsOf({ form, blocks }: RealReturn): Record<string, readonly number[]> {
  if (form === '990T') return {}
  const counted = Object.entries(ROWS).map(([category, { part, rows, amounts }]) => {
    const filed = blocks
      .filter(({ block, ordinal }) => part.test(block) && ordinal === 1)
      .flatMap(({ block, content }) => elementsNamed(block, content, rows))
      .filter((row) => textIn(row).trim() !== '')
      .filter((row) => {
        const type = row.TransactionTypeTxt ?? row.TransactionType
        return category !== 'RelatedTransfer' || PAYS.test(typeof type === 'string' ? type : '')
      })
    const dollars = filed
      .flatMap((row) => textsNamed(row, amounts))
      .reduce((sum, text) => sum + Number(text), 0)
    const named = filed.filter((row) => Object.keys(row).some((name) => NAMES.test(name)))
    return [category, [filed.length, named.length, dollars]] as const
  })
  return Object.fromEntries(counted.filter(([, [count]]) => count !== 0))
}

const readFiling = (file: string) =>
  toFilingRecord(readReturn(readFileSync(join(REAL_RETURNS, file))), '202301329349300001')

const readEdges = (file: string): FiledEdge[] => [...readFiling(file).edges]

function edgesOf(file: string): Record<string, number[]> {
  const byCategory = groupBy(readEdges(file), ({ category }) => category)
  return Object.fromEntries(
    [...byCategory].map(([category, own]) => [
      category,
      [
        own.length,
        own.filter(({ name }) => name !== null).length,
        own.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      ],
    ]),
  )
}

describe.skipIf(!hasRealReturns)('the money in real returns', () => {
  test('equals an independent reading of their XML, row by row and dollar by dollar', () => {
    const total: Record<string, number> = {}
    for (const real of readRealReturns()) {
      const edges = edgesOf(real.file)
      expect(edges, real.file).toEqual(countsOf(real))
      for (const [category, [count = 0]] of Object.entries(edges)) {
        total[category] = (total[category] ?? 0) + count
      }
    }
    console.log(`Edges of the real returns: ${JSON.stringify(total)}`)
    // None of them promises grants for later years.
    const { FoundationApproved: _, ...others } = ROWS
    expect(Object.keys(total).sort()).toEqual(Object.keys(others).sort())
  })

  test('is found by the position of a row, as precisely as unnumbered rows allow', () => {
    const read: Record<string, number> = { rows: 0, sought: 0 }
    for (const { file, form } of readRealReturns()) {
      const { contents, edges } = readFiling(file)
      const all = [...edges]
      for (const { path, ordinal } of all) {
        const { spans, total } = edgeSpans({ form, contents }, [path])
        const [span = { first: 0, last: 0 }] = spans
        const missing = total - all.length
        expect(spans, `${file} ${path}`).toHaveLength(1)
        expect(ordinal, `${file} ${path}`).toBeGreaterThanOrEqual(span.first - missing)
        expect(ordinal, `${file} ${path}`).toBeLessThanOrEqual(span.last)
        read.rows = (read.rows ?? 0) + 1
        read.sought = (read.sought ?? 0) + span.last - span.first + 1 + missing
      }
    }
    console.log(`Rows, and numbers they were sought among: ${JSON.stringify(read)}`)
    expect(read.rows).toBeGreaterThan(1_000)
  })

  // Rows and dollars, added up by hand from the Schedules I and R of these returns.
  test.each([
    ['202331329349308498_public.xml', { ListedOnScheduleI: [13, 13_982_119] }],
    [
      '202321329349306107_public.xml',
      { ListedOnScheduleI: [2, 46_339_639], LoanOrGuarantee: [1, 75_908_000] },
    ],
  ])('is repeated, or lent, in Schedule R of %s', (file, expected) => {
    const uncounted = readEdges(file).filter((edge) => edge.uncounted !== null)
    const byReason = groupBy(uncounted, (edge) => edge.uncounted)
    const sums = [...byReason].map(([reason, own]) => [
      reason,
      [own.length, own.reduce((sum, { amount }) => sum + (amount ?? 0), 0)],
    ])
    expect(Object.fromEntries(sums)).toEqual(expected)
  })
})
