import type { Organization } from '../../organization.ts'
import type { Block } from '../../xml.ts'
import { isCase, type ReturnContext } from '../context.ts'
import { addressBlock, businessName } from '../names.ts'

// Nishna Troop 22 of the Trailblazer Scouts.
const NAMED_ALONE = '180000205'

/** Schedule R: a disregarded entity, the family, a taxable subsidiary, and dealings between them. */
export function buildScheduleR(context: ReturnContext): Block | undefined {
  if (!isCase(context, 'related-organizations')) return undefined
  const { organization } = context
  const expenses = context.figures.expenses.total.total
  const [first, second] = context.relatives
  return {
    IdDisregardedEntitiesGrp: {
      DisregardedEntityName: businessName(`${organization.name} Holdings LLC`),
      ...addressBlock(organization.address),
      EIN: `8${String(Number(organization.ein.slice(1)) + 1).padStart(8, '0')}`.replace(
        /^8\d/,
        '89',
      ),
      PrimaryActivitiesTxt: 'REAL ESTATE',
      LegalDomicileStateCd: organization.address.state || undefined,
      TotalIncomeAmt: Math.round(context.figures.revenue.total * 0.01),
      EndOfYearAssetsAmt: Math.round(context.figures.end.assets * 0.05),
      DirectControllingEntityName: businessName(organization.name),
    },
    IdRelatedTaxExemptOrgGrp: context.relatives.map((relative) => related(organization, relative)),
    IdRelatedOrgTxblPartnershipGrp:
      organization.scale > 8_000_000 ? partnership(context) : undefined,
    IdRelatedOrgTxblCorpTrGrp: organization.scale > 8_000_000 ? corporation(context) : undefined,
    ReceiptOfIntAnntsRntsRyltsInd: false,
    GiftGrntOrCapContriToOthOrgInd: first !== undefined,
    GiftGrntCapContriFromOthOrgInd: second !== undefined,
    LoansOrGuaranteesToOtherOrgInd: false,
    SharingOfFacilitiesInd: true,
    PaidEmployeesSharingInd: false,
    TransactionsRelatedOrgGrp: [
      // B is given to the other, C received from it (Part V, line 1).
      first && transaction(first, 'B', Math.round(expenses * 0.02) + 50_001),
      second && transaction(second, 'C', Math.round(expenses * 0.01) + 50_001),
    ].filter((row) => row !== undefined),
  }
}

const transaction = ({ name }: Organization, type: string, amount: number): Block => ({
  OtherOrganizationName: businessName(name),
  TransactionTypeTxt: type,
  InvolvedAmt: amount,
  MethodOfAmountDeterminationTxt: 'COST',
})

function related(organization: Organization, relative: Organization): Block {
  return {
    DisregardedEntityName: businessName(relative.name.toUpperCase()),
    ...addressBlock(relative.address),
    // Some filers leave the EIN out.
    EIN: relative.ein === NAMED_ALONE ? undefined : relative.ein,
    PrimaryActivitiesTxt: relative.kind.fees?.toUpperCase() ?? 'PROGRAM SERVICES',
    LegalDomicileStateCd: relative.address.state || undefined,
    ExemptCodeSectionTxt: `501(C)(${Number(relative.subsection)})`,
    PublicCharityStatusTxt: relative.kind.traits?.includes('church') ? 'LINE 1' : 'LINE 7',
    DirectControllingEntityName:
      relative.family?.centralEin === organization.ein
        ? businessName(organization.name)
        : undefined,
    DirectControllingNACd: relative.family?.centralEin === organization.ein ? undefined : 'N/A',
    ControlledOrganizationInd: relative.family?.centralEin === organization.ein,
  }
}

function corporation({ organization, figures }: ReturnContext): Block {
  return {
    RelatedOrganizationName: businessName(`${organization.name} Services Corp`),
    ...addressBlock(organization.address),
    EIN: `97${organization.ein.slice(2, 8)}9`,
    PrimaryActivitiesTxt: 'RETAIL SHOP',
    LegalDomicileStateCd: organization.address.state || undefined,
    DirectControllingEntityName: businessName(organization.name),
    EntityTypeTxt: 'C CORPORATION',
    ShareOfTotalIncomeAmt: Math.round(figures.revenue.total * 0.015),
    ShareOfEOYAssetsAmt: Math.round(figures.end.assets * 0.02),
    OwnershipPct: '1.00000',
    ControlledOrganizationInd: true,
  }
}

function partnership({ organization, figures }: ReturnContext): Block {
  return {
    RelatedOrganizationName: businessName(`${organization.words.feature} Properties LP`),
    ...addressBlock(organization.address),
    EIN: `97${organization.ein.slice(2, 8)}8`,
    PrimaryActivitiesTxt: 'REAL ESTATE',
    LegalDomicileStateCd: organization.address.state || undefined,
    DirectControllingNACd: 'N/A',
    PredominantIncomeTypeTxt: 'EXCLUDED',
    ShareOfTotalIncomeAmt: Math.round(figures.revenue.total * 0.004),
    ShareOfEOYAssetsAmt: Math.round(figures.end.assets * 0.03),
    DisproportionateAllocationsInd: false,
    GeneralOrManagingPartnerInd: true,
    OwnershipPct: '0.49000',
  }
}
