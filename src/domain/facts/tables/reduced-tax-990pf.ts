import { money, ratio, tick } from './columns.ts'
import type { RowSource, TableDefinition } from './table.ts'

const SINCE_2013 = '/IRS990PF/QlfyUndSect4940eReducedTaxGrp'
const BEFORE = '/IRS990PF/QlfyUndSect4940eForReducedTax'

const line = (
  path: string,
  number: string,
  label: string,
  columns: NonNullable<RowSource['columns']>,
): RowSource => ({
  path,
  key: `${path}#${number}`,
  label,
  line: number === 'A' ? 'Part V' : `Part V, line ${number}`,
  columns,
})

const baseYear = (year: number, label: string): RowSource[] => [
  line(SINCE_2013, `1, row ${year}`, label, {
    distributions: [`AdjustedQlfyDistriYr${year}Amt`],
    assets: [`NetVlNoncharitableAssetsYr${year}Amt`],
    ratio: [`DistributionYr${year}Rt`],
  }),
  line(BEFORE, `1, row ${year}`, label, {
    distributions: [`QualifyingDistributionsYear${year}`],
    assets: [`NoncharitableAssetsYear${year}`],
    ratio: [`DistributionRatioYear${year}`],
  }),
]

const result = (
  number: string,
  label: string,
  column: string,
  since2013: string,
  before: string,
): RowSource[] => [
  line(SINCE_2013, number, label, { [column]: [since2013] }),
  line(BEFORE, number, label, { [column]: [before] }),
]

/** Form 990-PF, Part V of 2019 and before: the test for the reduced tax on investment income. */
export const REDUCED_TAX_990PF: TableDefinition = {
  label: 'Qualification for reduced tax on investment income',
  form: '990PF',
  line: 'Part V',
  rows: [
    ...baseYear(1, 'One year before'),
    ...baseYear(2, 'Two years before'),
    ...baseYear(3, 'Three years before'),
    ...baseYear(4, 'Four years before'),
    ...baseYear(5, 'Five years before'),
    ...result(
      '2',
      'Distribution ratios, total',
      'ratio',
      'TotalDistributionRt',
      'TotalDistributionRatio',
    ),
    ...result(
      '3',
      'Average distribution ratio',
      'ratio',
      'AverageDistributionRt',
      'AverageDistributionRatio',
    ),
    ...result(
      '4',
      'Net value of noncharitable assets',
      'amount',
      'NetVlNoncharitableAssetsAmt',
      'NetNoncharitableAssets',
    ),
    ...result(
      '5',
      'Line 4 times line 3',
      'amount',
      'AdjNetVlNoncharitableAssetsAmt',
      'AdjustedNoncharitableAssets',
    ),
    ...result(
      '6',
      'One percent of net investment income',
      'amount',
      'NetInvestmentIncomePctAmt',
      'OnePercentNetInvestmentIncome',
    ),
    ...result(
      '7',
      'Lines 5 and 6, sum',
      'amount',
      'AdjNonchrtblNetInvstIncmPctAmt',
      'AdjNonchrtblAssetsAndOnePct',
    ),
    ...result(
      '8',
      'Qualifying distributions',
      'amount',
      'QualifyingDistributionsAmt',
      'QualifyingDistributions',
    ),
    ...result(
      'A',
      'Liable for the tax of section 4942 in a base year',
      'liable',
      'LiableSection4942TaxInd',
      'LiableFor4942Tax',
    ),
  ],
  columns: {
    distributions: money('Adjusted qualifying distributions', [], 'column (b)'),
    assets: money('Net value of noncharitable assets', [], 'column (c)'),
    ratio: ratio('Distribution ratio', [], 'column (d)'),
    amount: money('Amount', []),
    liable: tick('Liable', []),
  },
}
