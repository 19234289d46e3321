import type { YearFigures } from '../figures/year.ts'
import type { Filing } from '../filings.ts'
import { hasCase } from '../organization.ts'
import { addressBlock, tick } from './context.ts'
import { unrelatedOf } from './f990-figures.ts'
import { fill } from './fill.ts'
import type { Block } from './write-return.ts'

// 26 U.S.C. 512(b)(12) and 11(b).
const SPECIFIC_DEDUCTION = 1_000
const CORPORATE_RATE = 0.21

type Business = { code: string; description: string; income: number; deductions: number }

/** Form 990-T with one Schedule A for each unrelated business. */
export function buildForm990T(filing: Filing, figures: YearFigures): Block {
  const businesses = businessesOf(filing, figures)
  const taxable = businesses.reduce(
    (sum, { income, deductions }) => sum + Math.max(0, income - deductions),
    0,
  )
  const net = Math.max(0, taxable - SPECIFIC_DEDUCTION)
  const tax = Math.round(net * CORPORATE_RATE)
  const { organization } = filing
  return {
    IRS990T: fill(
      '990-T',
      {},
      {
        AmendedReturnInd: tick(filing.amendment > 0),
        Organization501IndicatorGrp: {
          Organization501Ind: 'X',
          Organization501cTypeTxt: `c${Number(organization.subsection)}`,
        },
        BookValueAssetsEOYAmt: figures.end.assets,
        GroupExemptionNum: organization.family?.groupExemption,
        Form990TScheduleAAttachedCnt: businesses.length,
        BooksInCareOfDetail: {
          PersonNm: figures.people[2]?.name,
          ...addressBlock(organization.address),
          PhoneNum: organization.phone,
        },
        TotalUBTIComputedAmt: taxable,
        TotalUBTIBeforeNOLSpecificAmt: taxable,
        TotalUBTIBeforeSection199AAmt: taxable,
        SpecificDeductionAmt: SPECIFIC_DEDUCTION,
        TotalDeductionAmt: SPECIFIC_DEDUCTION,
        TotalUBTIAmt: net,
        TaxableCorporationAmt: tax,
        TotalTaxComputationAmt: tax,
        TaxLessCreditsAmt: tax,
        TotalTaxAmt: tax,
        BalanceDueAmt: tax,
      },
    ),
    IRS990TScheduleA: businesses.map((business, index) =>
      scheduleA(business, index + 1, businesses.length),
    ),
  }
}

function businessesOf(filing: Filing, figures: YearFigures): Business[] {
  const advertising = Math.max(unrelatedOf(figures), 4_000)
  const first = {
    code: '541800',
    description: 'ADVERTISING',
    income: advertising,
    deductions: Math.round(advertising * 0.7),
  }
  if (!hasCase(filing.organization, 'two-unrelated-businesses')) return [first]
  const cafe = Math.round(advertising * 0.6)
  return [
    first,
    {
      code: '722511',
      description: 'RESTAURANT OPEN TO THE PUBLIC',
      income: cafe,
      deductions: Math.round(cafe * 1.1),
    },
  ]
}

function scheduleA(business: Business, position: number, count: number): Block {
  const net = business.income - business.deductions
  return fill('990-T A', business, {
    SequenceReferenceNum: position,
    SequenceTotalNum: count,
    UBIBeforeNOLDedAmt: net,
    UnrelatedBusinessTaxblIncmAmt: net,
  })
}
