import { count, money, text, tick } from './columns.ts'
import type { RowSource, TableDefinition } from './table.ts'

// One type of property: its element since 2013, that of 2009–2012, and the same one in the
// wrapper of 2008 and before.
const property = (line: number, label: string, since2013: string, before: string): RowSource[] =>
  [
    `/IRS990ScheduleM/${since2013}`,
    `/IRS990ScheduleM/${before}`,
    `/IRS990ScheduleM/Form990ScheduleMPartI/${before}`,
  ].map((path) => ({ path, label, line: `Schedule M, Part I, line ${line}` }))

/** Schedule M, Part I: a row a type of property; a type with nothing in its row is left out. */
export const NONCASH_CONTRIBUTIONS: TableDefinition = {
  label: 'Noncash contributions by type of property',
  form: '990',
  line: 'Schedule M, Part I',
  rows: [
    ...property(1, 'Works of art', 'WorksOfArtGrp', 'WorksOfArt'),
    ...property(2, 'Historical treasures', 'ArtHistoricalTreasuresGrp', 'ArtHistoricalTreasures'),
    ...property(
      3,
      'Fractional interests in art',
      'ArtFractionalInterestGrp',
      'ArtFractionalInterest',
    ),
    ...property(4, 'Books and publications', 'BooksAndPublicationsGrp', 'BooksAndPublications'),
    ...property(
      5,
      'Clothing and household goods',
      'ClothingAndHouseholdGoodsGrp',
      'ClothingAndHouseholdGoods',
    ),
    ...property(6, 'Cars and other vehicles', 'CarsAndOtherVehiclesGrp', 'CarsAndOtherVehicles'),
    ...property(7, 'Boats and planes', 'BoatsAndPlanesGrp', 'BoatsAndPlanes'),
    ...property(8, 'Intellectual property', 'IntellectualPropertyGrp', 'IntellectualProperty'),
    ...property(
      9,
      'Publicly traded securities',
      'SecuritiesPubliclyTradedGrp',
      'SecuritiesPubliclyTraded',
    ),
    ...property(
      10,
      'Closely held stock',
      'SecuritiesCloselyHeldStockGrp',
      'SecuritiesCloselyHeldStock',
    ),
    ...property(
      11,
      'Partnership, company or trust interests',
      'SecurPrtnrshpTrustIntrstsGrp',
      'SecuritiesPrtnrshpTrustIntrsts',
    ),
    ...property(12, 'Other securities', 'SecuritiesMiscellaneousGrp', 'SecuritiesMiscellaneous'),
    ...property(
      13,
      'Conservation of historic structures',
      'QualifiedContribHistStructGrp',
      'QualifiedContribHistStruct',
    ),
    ...property(14, 'Other conservation', 'QualifiedContribOtherGrp', 'QualifiedContribOther'),
    ...property(15, 'Residential real estate', 'RealEstateResidentialGrp', 'RealEstateResidential'),
    ...property(16, 'Commercial real estate', 'RealEstateCommercialGrp', 'RealEstateCommercial'),
    ...property(17, 'Other real estate', 'RealEstateOtherGrp', 'RealEstateOther'),
    ...property(18, 'Collectibles', 'CollectiblesGrp', 'Collectibles'),
    ...property(19, 'Food inventory', 'FoodInventoryGrp', 'FoodInventory'),
    ...property(
      20,
      'Drugs and medical supplies',
      'DrugsAndMedicalSuppliesGrp',
      'DrugsAndMedicalSupplies',
    ),
    ...property(21, 'Taxidermy', 'TaxidermyGrp', 'Taxidermy'),
    ...property(22, 'Historical artifacts', 'HistoricalArtifactsGrp', 'HistoricalArtifacts'),
    ...property(23, 'Scientific specimens', 'ScientificSpecimensGrp', 'ScientificSpecimens'),
    ...property(
      24,
      'Archaeological artifacts',
      'ArchaeologicalArtifactsGrp',
      'ArchaeologicalArtifacts',
    ),
    ...[
      '/IRS990ScheduleM/OtherNonCashContriTableGrp',
      '/IRS990ScheduleM/OtherNonCashContributionsTable',
      '/IRS990ScheduleM/Form990ScheduleMPartI/OtherNonCashContributionsTable',
    ].map((path) => ({ path, label: 'Other', line: 'Schedule M, Part I, lines 25 to 28' })),
  ],
  columns: {
    description: text('Other property', ['Desc', 'Description']),
    received: tick('Received', ['NonCashCheckboxInd', 'NonCashCheckbox'], 'column (a)'),
    contributions: count(
      'Contributions or items contributed',
      ['ContributionCnt', 'NumberOfContributions'],
      'column (b)',
    ),
    amount: money(
      'Amount reported as revenue',
      ['NoncashContributionsRptF990Amt', 'NoncashContribsRptdF990', 'RevenuesReportedLine1G'],
      'column (c)',
    ),
    method: text(
      'Method of determining the amount',
      ['MethodOfDeterminingRevenuesTxt', 'MethodOfDeterminingRevenues'],
      'column (d)',
    ),
  },
}
