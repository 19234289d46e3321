import type { TableDefinition } from './tables/table.ts'
import { TABLES } from './tables/tables.ts'

/**
 * Elements that may repeat in a return and are no row of a table, by part: their paths below it; ""
 * is the part itself. Source: the unbounded groups of irsx's metadata (both name eras), without those
 * that the forms have once (lines of a balance sheet, of the public support test, …), all repeats in
 * real returns, including attachments, and the same groups in the wrappers of 2008 and before.
 */
const OTHERS_BY_PART: Readonly<Record<string, readonly string[]>> = {
  AffiliatedGroupSchedule: ['AffiliatedScheduleGrp'],
  GeneralExplanationAttachment: ['GeneralExplanationGrp'],
  IRS8949: [
    'LongTermCapitalGainAndLossGrp/CapitalGainAndLossAssetGrp',
    'ShortTermCapitalGainAndLossGrp/CapitalGainAndLossAssetGrp',
  ],
  IRS990: [
    'ActivityOther',
    'ForeignCountryCd',
    'Form990PartIII/ActivityOther',
    'Form990PartIX/OtherExpenses',
    'Form990PartVIII/OtherRevenueMisc',
    'Form990PartVIII/ProgramServiceRevenue',
    'NameOfForeignCountry',
    'OtherExpenses',
    'OtherExpensesGrp',
    'OtherRevenueMisc',
    'OtherRevenueMiscGrp',
    'ProgSrvcAccomActyOtherGrp',
    'ProgramServiceRevenue',
    'ProgramServiceRevenueGrp',
    'SpecialConditionDesc',
    'SpecialConditionDescription',
  ],
  IRS990EZ: [
    'ForeignFinancialAccountCntryCd',
    'ForeignFinancialAccountCountry',
    'ForeignOfficeCountry',
    'ForeignOfficeCountryCd',
    'SpecialConditionDesc',
    'SpecialConditionDescription',
  ],
  IRS990PF: [
    'AnalysisIncomeProducingActy/OtherRevenueDescribed',
    'AnalysisIncomeProducingActy/ProgramServiceRevenuePartVII',
    'AnalysisIncomeProducingActyGrp/OtherRevenueDescribedGrp',
    'AnalysisIncomeProducingActyGrp/ProgramServiceRevPartVIIGrp',
    'AnalysisIncomeProducingActyGrp/ProgramServiceRevenueDtl',
    'CapGainsLossTxInvstIncmDetail/CapGainsLossTxInvstIncmGrp',
    'CapitalGainsAndLosses/CapitalGainsAndLossesInfo',
    'RlnOfActyToAccomOfExemptPrps/RlnOfActyToAccomOfExemptPrps',
    'RlnOfActyToAccomOfExmptPrpsGrp/RlnOfActyToAccomOfExmptPrpsGrp',
    'SpecialConditionDesc',
    'SpecialConditionDescription',
    'StatementsRegardingActivities/NameOfForeignCountry',
    'StatementsRegardingActyGrp/ForeignCountryCd',
    'SupplementaryInfomation/ContributingManager',
    'SupplementaryInfomation/ShareholderManager',
    'SupplementaryInformation/ContributingManager',
    'SupplementaryInformation/ShareholderManager',
    'SupplementaryInformationGrp/ContributingManagerNm',
    'SupplementaryInformationGrp/ShareholderManagerNm',
    'TrnsfrTrRlnWithNoncharitableEO/RelationshipSchedule',
    'TrnsfrTrRlnWithNoncharitableEO/TransferSchedule',
    'TrnsfrTransRlnNonchrtblEOGrp/RelationshipScheduleDetail',
    'TrnsfrTransRlnNonchrtblEOGrp/TransferScheduleDetail',
  ],
  IRS990ScheduleA: [
    'AgriculturalNameAndAddressGrp',
    'Form990SchAType3FuncIntGrp',
    'Form990ScheduleAPartIVGrp',
    'Form990ScheduleAPartVIGrp',
    'GeneralExplanation',
    'HospitalNameAndAddress',
    'HospitalNameAndAddressGrp',
    'SupportedOrgInformation',
    'SupportedOrgInformationGrp',
  ],
  IRS990ScheduleB: [
    'CharitableContributions',
    'CharitableContributionsDetail',
    'ContributorInfo',
    'ContributorInformationGrp',
    'NonCashPropertyContributionGrp',
    'NoncashProperty',
  ],
  IRS990ScheduleC: ['Form990ScheduleCPartIV', 'Sec527PolOrgs', 'Section527PoliticalOrgGrp'],
  IRS990ScheduleD: [
    'Form990ScheduleDPartXIII',
    'Form990ScheduleDPartXIV',
    'InvestmentsProgramRelated',
    'InvstProgramRelatedOrgGrp',
    'OtherAssets',
    'OtherAssetsOrgGrp',
    'OtherLiabilities',
    'OtherLiabilitiesOrgGrp',
    'OtherSecurities',
    'OtherSecuritiesGrp',
  ],
  IRS990ScheduleE: ['Form990ScheduleEPartII'],
  IRS990ScheduleF: ['Form990ScheduleFPartV'],
  IRS990ScheduleG: ['Form990ScheduleGPartIV'],
  IRS990ScheduleH: [
    'Form990ScheduleHPartIV',
    'Form990ScheduleHPartVI',
    'Form990ScheduleHPartVSectionA',
    'Form990ScheduleHPartVSectionB',
    'Form990ScheduleHPartVSectionC/OtherFacilities',
    'HospitalFacilitiesGrp',
    'HospitalFcltyPoliciesPrctcGrp',
    'ManagementCoAndJntVenturesGrp',
    'OthHlthCareFcltsNotHospitalGrp/OthHlthCareFcltsGrp',
    'SupplementalInformationGrp',
  ],
  IRS990ScheduleI: ['Form990ScheduleIPartIV'],
  IRS990ScheduleJ: ['Form990ScheduleJPartIII'],
  IRS990ScheduleK: [
    '',
    'Form990ScheduleKPartI',
    'Form990ScheduleKPartII',
    'Form990ScheduleKPartIII',
    'Form990ScheduleKPartIV',
    'Form990ScheduleKPartV',
    'Form990ScheduleKPartVI',
    'ProceduresCorrectiveActionGrp',
    'TaxExemptBondsArbitrageGrp',
    'TaxExemptBondsIssuesGrp',
    'TaxExemptBondsPrivateBusUseGrp',
    'TaxExemptBondsProceedsGrp',
  ],
  IRS990ScheduleL: ['Form990ScheduleLPartV'],
  IRS990ScheduleM: [
    'Form990ScheduleMPartI/OtherNonCashContributionsTable',
    'Form990ScheduleMPartII',
    'OtherNonCashContriTableGrp',
    'OtherNonCashContributionsTable',
  ],
  IRS990ScheduleN: [
    'DispositionOfAssetsDetail',
    'DispositionTable',
    'Form990ScheduleNPartIII',
    'LiquidationOfAssetsTableGrp/LiquidationOfAssetsDetail',
    'LiquidationTable/LiquidationDetail',
  ],
  IRS990ScheduleR: ['Form990ScheduleRPartVII'],
  IRS990T: ['ForeignCountryCd'],
  IRS990TScheduleA: ['AdvertisingIncmPeriodicalGrp'],
  InvestmentsCorpBondsSchedule: ['InvestmentsCorporateBondsGrp'],
  InvestmentsCorpStockSchedule: ['InvestmentsCorporateStockGrp'],
  InvestmentsOtherSchedule2: ['InvestmentsOtherGrp'],
  OtherDecreasesSchedule: ['OtherDecreasesDetail'],
  OtherExpensesSchedule: ['OtherExpensesScheduleGrp'],
  OtherIncomeSchedule2: ['OtherIncomeDetail'],
  OtherIncreasesSchedule: ['OtherIncreasesDetail'],
  TaxesSchedule: ['TaxesDetail'],
}

/** The schedules whose supplemental information repeats; a table has that of Schedule O. */
const SUPPLEMENTED = [...'CDEFGHIJKLMNR']

// Lines of a form occur once. Rows without an element of their own are no element.
const rowPaths = Object.values<TableDefinition>(TABLES).flatMap(({ rows }) =>
  rows.flatMap(({ path, line, columns }) => (line || columns ? [] : [path])),
)

/** Paths of the elements that have a 1-based index in a Ref, even if a return has only one. */
export const REPEATABLE: ReadonlySet<string> = new Set([
  ...rowPaths,
  ...SUPPLEMENTED.map((letter) => `/IRS990Schedule${letter}/SupplementalInformationDetail`),
  ...Object.entries(OTHERS_BY_PART).flatMap(([part, paths]) =>
    paths.map((path) => (path === '' ? `/${part}` : `/${part}/${path}`)),
  ),
])
