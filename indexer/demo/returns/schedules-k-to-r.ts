import type { Trait } from '../content.ts'
import { splitByWeights } from '../figures/money.ts'
import type { Organization } from '../organization.ts'
import { pickFounder } from '../people.ts'
import {
  addressBlock,
  businessName,
  hasTrait,
  isCase,
  type ReturnContext,
  tell,
} from './context.ts'
import { fill } from './fill.ts'
import { explanation } from './schedules-a-to-e.ts'
import type { Block, Content } from './write-return.ts'

/**
 * Schedule K: tax-exempt bonds. A large issuer files two; this is the only schedule that may
 * repeat.
 */
export function buildScheduleK(context: ReturnContext): Block[] | undefined {
  if (!hasTrait(context, 'bonds') || context.figures.end.bonds === 0) return undefined
  const issued = Math.round(context.organization.scale * 0.5)
  const schedules = [bond(context, 'A', Math.round(issued * 0.6), 2016)]
  return context.organization.scale > 100_000_000
    ? [...schedules, bond(context, 'B', Math.round(issued * 0.4), 2018)]
    : schedules
}

function bond(context: ReturnContext, reference: string, price: number, year: number): Block {
  const costs = Math.round(price * 0.012)
  return {
    TaxExemptBondsIssuesGrp: fill(
      'K I',
      {},
      {
        BondReferenceCd: reference,
        IssuerName: {
          BusinessNameLine1Txt:
            `${context.organization.stateName} Facilities Authority`.toUpperCase(),
        },
        BondIssuedDt: `${year}-05-11`,
        IssuePriceAmt: price,
      },
    ),
    TaxExemptBondsProceedsGrp: fill(
      'K II',
      {},
      {
        BondReferenceCd: reference,
        TotalProceedsAmt: price,
        IssuanceCostsFromProceedsAmt: costs,
        CapitalExpendituresAmt: price - costs,
        SubstantialCompletionYr: year + 2,
      },
    ),
    TaxExemptBondsPrivateBusUseGrp: fill('K III', {}, { BondReferenceCd: reference }),
    TaxExemptBondsArbitrageGrp: fill('K IV', {}, { BondReferenceCd: reference }),
    ProceduresCorrectiveActionGrp: {
      BondReferenceCd: reference,
      ProceduresCorrectiveActionInd: true,
    },
  }
}

/** Schedule L: excess benefits, loans, and business with insiders. */
export function buildScheduleL(context: ReturnContext): Block | undefined {
  const parts = { ...excessBenefit(context), ...loan(context), ...business(context) }
  return Object.keys(parts).length > 0 ? parts : undefined
}

function excessBenefit(context: ReturnContext): Block {
  if (!isCase(context, 'excess-benefit')) return {}
  return {
    DisqualifiedPersonExBnftTrGrp: fill('L I', {}, { PersonNm: context.figures.people[0]?.name }),
    TaxImposedAmt: 3_150,
    TaxReimbursedAmt: 0,
  }
}

function loan(context: ReturnContext): Block {
  if (!isCase(context, 'insider-loan')) return {}
  const principal = 240_000
  const balance = Math.max(20_000, principal - 40_000 * (context.filing.taxYear - 2019))
  return {
    LoansBtwnOrgInterestedPrsnGrp: fill(
      'L II',
      {},
      {
        PersonNm: context.figures.people.find(({ role }) => role === 'officer')?.name,
        OriginalPrincipalAmt: principal,
        BalanceDueAmt: balance,
      },
    ),
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

// Gifts in kind by trait: the group on the schedule, its weight and how it is valued. In form order.
const GROUPS: readonly [Trait, string, number, string][] = [
  ['collections', 'WorksOfArtGrp', 6, 'APPRAISAL'],
  ['clothing', 'ClothingAndHouseholdGoodsGrp', 8, 'THRIFT SHOP VALUE'],
  ['vehicles', 'CarsAndOtherVehiclesGrp', 1, 'SALE PROCEEDS'],
  ['food', 'FoodInventoryGrp', 9, 'AVERAGE WHOLESALE VALUE PER POUND'],
  ['medicine', 'DrugsAndMedicalSuppliesGrp', 7, 'AVERAGE WHOLESALE PRICE'],
]
// The schedule is due above 25,000 of gifts in kind.
const THRESHOLD = 25_000

/** Schedule M: gifts in kind by type; its rows add up to Part VIII line 1g. */
export function buildScheduleM(context: ReturnContext): Block | undefined {
  const { noncash } = context.figures.revenue
  if (noncash <= THRESHOLD) return undefined
  const groups = GROUPS.filter(([trait]) => hasTrait(context, trait))
  const securities = context.organization.scale > 1_000_000 ? 1 : 0
  const amounts = splitByWeights(noncash, [...groups.map(([, , weight]) => weight), securities])
  const rows: Record<string, Content> = {}
  groups.forEach(([, name, , method], index) => {
    rows[name] = row(amounts[index] ?? 0, method, context.random.fork(name).int(12, 900))
  })
  const stock = amounts.at(-1) ?? 0
  const ordered = [
    'WorksOfArtGrp',
    'ClothingAndHouseholdGoodsGrp',
    'CarsAndOtherVehiclesGrp',
    'SecuritiesPubliclyTradedGrp',
    'FoodInventoryGrp',
    'DrugsAndMedicalSuppliesGrp',
  ]
  if (stock > 0) rows.SecuritiesPubliclyTradedGrp = row(stock, 'MEAN OF HIGH AND LOW ON THE DAY', 6)
  return fill(
    'M',
    {},
    { '...Object.fromEntries': Object.fromEntries(ordered.map((name) => [name, rows[name]])) },
  )
}

const row = (amount: number, method: string, count: number): Block => ({
  NonCashCheckboxInd: 'X',
  ContributionCnt: count,
  NoncashContributionsRptF990Amt: amount,
  MethodOfDeterminingRevenuesTxt: method,
})

/** Schedule N: an organization that ended, and the recipient of its remaining assets. */
export function buildScheduleN(context: ReturnContext): Block | undefined {
  if (!context.filing.final) return undefined
  const heir = context.relatives[0] ?? context.grants[0]?.recipient
  return fill(
    'N I',
    {},
    {
      LiquidationOfAssetsTableGrp: {
        LiquidationOfAssetsDetail: fill('N I row', context, {
          EIN: heir?.ein,
          BusinessName: heir ? businessName(heir.name) : undefined,
          '...rest': heir ? addressBlock(heir.address) : {},
        }),
      },
    },
  )
}

/** Schedule O: the narrative for which the forms have no room. */
export function buildScheduleO(context: ReturnContext): Block {
  const { organization, filing, random } = context
  const rows = [
    explanation(
      'FORM 990, PART VI, SECTION B, LINE 11B:',
      random
        .fork('review text')
        .pick([
          'THE TREASURER AND THE ACCOUNTANT GO THROUGH A DRAFT, WHICH EVERY DIRECTOR RECEIVES BEFORE IT IS FILED.',
          'THE FINANCE COMMITTEE REVIEWS THE RETURN; A COPY IS SENT TO THE BOARD BY E-MAIL.',
        ]),
    ),
    explanation(
      'FORM 990, PART VI, SECTION C, LINE 19:',
      'GOVERNING DOCUMENTS AND STATEMENTS ARE SHOWN AT THE OFFICE TO ANYONE WHO ASKS.',
    ),
  ]
  const fourth = organization.kind.programs[3]
  if (fourth)
    rows.push(
      explanation(
        'FORM 990, PART III, LINE 4D:',
        tell(organization, fourth, filing.taxYear, random.fork('program 3')),
      ),
    )
  if (filing.amendment > 0)
    rows.push(
      explanation(
        'FORM 990, AMENDED RETURN:',
        'AMENDED TO CORRECT THE FUNCTIONAL ALLOCATION OF OCCUPANCY COSTS.',
      ),
    )
  if (organization.cases.includes('material-diversion'))
    rows.push(
      explanation(
        'FORM 990, PART VI, SECTION A, LINE 5:',
        'A FORMER BOOKKEEPER TOOK 38,200 DOLLARS OVER TWO YEARS; THE LOSS WAS REPORTED TO THE POLICE AND HALF OF IT HAS BEEN RECOVERED.',
      ),
    )
  return { SupplementalInformationDetail: rows }
}

// Nishna Troop 22 of the Trailblazer Scouts.
const NAMED_ALONE = '180000205'

/** Schedule R: a disregarded entity, the family, a taxable subsidiary, and dealings between them. */
export function buildScheduleR(context: ReturnContext): Block | undefined {
  if (!isCase(context, 'related-organizations')) return undefined
  const { organization } = context
  const expenses = context.figures.expenses.total.total
  const [first, second] = context.relatives
  return fill(
    'R',
    {},
    {
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
      IdRelatedTaxExemptOrgGrp: context.relatives.map((relative) =>
        related(organization, relative),
      ),
      IdRelatedOrgTxblPartnershipGrp:
        organization.scale > 8_000_000 ? partnership(context) : undefined,
      IdRelatedOrgTxblCorpTrGrp: organization.scale > 8_000_000 ? corporation(context) : undefined,
      GiftGrntOrCapContriToOthOrgInd: first !== undefined,
      GiftGrntCapContriFromOthOrgInd: second !== undefined,
      TransactionsRelatedOrgGrp: [
        // B is given to the other, C received from it (Part V, line 1).
        first && transaction(first, 'B', Math.round(expenses * 0.02) + 50_001),
        second && transaction(second, 'C', Math.round(expenses * 0.01) + 50_001),
      ].filter((row) => row !== undefined),
    },
  )
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
    PublicCharityStatusTxt: relative.kind.traits.includes('church') ? 'LINE 1' : 'LINE 7',
    DirectControllingEntityName:
      relative.family?.centralEin === organization.ein
        ? businessName(organization.name)
        : undefined,
    DirectControllingNACd: relative.family?.centralEin === organization.ein ? undefined : 'N/A',
    ControlledOrganizationInd: relative.family?.centralEin === organization.ein,
  }
}

function corporation({ organization, figures }: ReturnContext): Block {
  return fill(
    'R IV',
    {},
    {
      RelatedOrganizationName: businessName(`${organization.name} Services Corp`),
      '...address': addressBlock(organization.address),
      EIN: `97${organization.ein.slice(2, 8)}9`,
      LegalDomicileStateCd: organization.address.state || undefined,
      DirectControllingEntityName: businessName(organization.name),
      ShareOfTotalIncomeAmt: Math.round(figures.revenue.total * 0.015),
      ShareOfEOYAssetsAmt: Math.round(figures.end.assets * 0.02),
    },
  )
}

function partnership({ organization, figures }: ReturnContext): Block {
  return fill(
    'R III',
    {},
    {
      RelatedOrganizationName: businessName(`${organization.words.feature} Properties LP`),
      '...address': addressBlock(organization.address),
      EIN: `97${organization.ein.slice(2, 8)}8`,
      LegalDomicileStateCd: organization.address.state || undefined,
      ShareOfTotalIncomeAmt: Math.round(figures.revenue.total * 0.004),
      ShareOfEOYAssetsAmt: Math.round(figures.end.assets * 0.03),
    },
  )
}
