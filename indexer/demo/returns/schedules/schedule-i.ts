import { lineTotal } from '../../figures/expenses.ts'
import type { Grant } from '../../grants.ts'
import type { Block } from '../../xml.ts'
import { isCase, type ReturnContext } from '../context.ts'
import { addressBlock, businessName } from '../names.ts'
import { explanation } from './explanation.ts'

/** Schedule I: grants to organizations and individuals in the United States. */
export function buildScheduleI(context: ReturnContext): Block | undefined {
  const { expenses } = context.figures
  const toIndividuals = lineTotal(expenses, 'GrantsToDomesticIndividualsGrp')
  if (context.grants.length === 0 && toIndividuals <= 5_000) return undefined
  const rows = context.grants.map((grant, index) => toRow(grant, raise(context, index)))
  return {
    GrantRecordsMaintainedInd: true,
    RecipientTable: rows,
    Total501c3OrgCnt: rows.length,
    TotalOtherOrgCnt: 0,
    GrantsOtherAsstToIndivInUSGrp:
      toIndividuals > 5_000 ? individuals(context, toIndividuals) : undefined,
    SupplementalInformationDetail: explanation(
      'PART I, LINE 2:',
      'RECIPIENTS SIGN AN AGREEMENT AND REPORT ON THE USE OF FUNDS WITHIN A YEAR; A COMMITTEE OF THE BOARD REVIEWS THE REPORTS.',
    ),
  }
}

// The one organization whose listed grants are above what Part IX reports.
function raise(context: ReturnContext, index: number): number {
  const isWrong =
    isCase(context, 'grants-exceed-line') &&
    context.filing.taxYear === context.organization.lastTaxYear
  return isWrong && index === 0 ? lineTotal(context.figures.expenses, 'GrantsToDomesticOrgsGrp') : 0
}

function toRow(grant: Grant, extra: number): Block {
  return {
    RecipientBusinessName: businessName(grant.name),
    ...addressBlock(grant.address),
    RecipientEIN: grant.ein,
    IRCSectionDesc: '501(C)(3)',
    CashGrantAmt: grant.amount + extra,
    NonCashAssistanceAmt: 0,
    PurposeOfGrantTxt: grant.purpose.toUpperCase(),
  }
}

function individuals(context: ReturnContext, amount: number): Block {
  return {
    GrantTypeTxt:
      context.organization.cause === 'B' || context.organization.cause === 'T'
        ? 'SCHOLARSHIPS'
        : 'DIRECT ASSISTANCE',
    RecipientCnt: Math.max(1, Math.round(amount / 1_800)),
    CashGrantAmt: amount,
    NonCashAssistanceAmt: 0,
  }
}
