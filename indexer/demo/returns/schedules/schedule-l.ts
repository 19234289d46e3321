import { pickFounder } from '../../names.ts'
import type { Block } from '../../xml.ts'
import { isCase, type ReturnContext } from '../context.ts'

/** Schedule L: excess benefits, loans and business with insiders. */
export function buildScheduleL(context: ReturnContext): Block | undefined {
  const parts = { ...excessBenefit(context), ...loan(context), ...business(context) }
  return Object.keys(parts).length > 0 ? parts : undefined
}

function excessBenefit(context: ReturnContext): Block {
  if (!isCase(context, 'excess-benefit')) return {}
  return {
    DisqualifiedPersonExBnftTrGrp: {
      PersonNm: context.figures.people[0]?.name,
      RlnDisqualifiedPersonOrgTxt: 'BOARD CHAIR',
      TransactionDesc: 'PERSONAL TRAVEL PAID BY THE LEAGUE, REPAID IN FULL',
      TransactionCorrectedInd: true,
    },
    TaxImposedAmt: 3_150,
    TaxReimbursedAmt: 0,
  }
}

function loan(context: ReturnContext): Block {
  if (!isCase(context, 'insider-loan')) return {}
  const principal = 240_000
  const balance = Math.max(20_000, principal - 40_000 * (context.filing.taxYear - 2019))
  return {
    LoansBtwnOrgInterestedPrsnGrp: {
      PersonNm: context.figures.people.find(({ role }) => role === 'officer')?.name,
      RelationshipWithOrgTxt: 'PRESIDENT',
      LoanPurposeTxt: 'HOME PURCHASE ON RELOCATION',
      LoanFromOrganizationInd: 'X',
      OriginalPrincipalAmt: principal,
      BalanceDueAmt: balance,
      DefaultInd: false,
      BoardOrCommitteeApprovalInd: true,
      WrittenAgreementInd: true,
    },
    TotalBalanceDueAmt: balance,
  }
}

function business(context: ReturnContext): Block {
  if (!isCase(context, 'interested-person-business')) return {}
  const director = context.figures.people[1]?.name ?? 'A DIRECTOR'
  return {
    BusTrInvolveInterestedPrsnGrp: {
      NameOfInterested: {
        BusinessName: {
          BusinessNameLine1Txt: `${pickFounder(context.random.fork('insider')).toUpperCase()} PROPERTIES LLC`,
        },
      },
      RelationshipDescriptionTxt: `OWNED BY ${director.toUpperCase()}, VICE CHAIR`,
      TransactionAmt: Math.round(context.figures.expenses.total.total * 0.012) + 1_200,
      TransactionDesc: 'RENT OF OFFICE AND STORAGE SPACE',
      SharingOfRevenuesInd: false,
    },
  }
}
