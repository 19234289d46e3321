import { defineTables, readLines } from './definitions.ts'
import type { RowSource } from './table.ts'

const ANALYSIS = '/IRS990PF/AnalysisOfRevenueAndExpenses'

// The element of Part I kept its name in 2013; only its leaves were renamed.
const analysis = (
  number: string,
  label: string,
  columns: NonNullable<RowSource['columns']>,
): RowSource => ({
  path: ANALYSIS,
  key: `${ANALYSIS}#${number}`,
  label,
  line: `Part I, line ${number}`,
  columns,
})

// Leaves are a stem and the column's name, and since 2013 also Amt.
const revenue = (number: string, label: string, stem: string, before = stem): RowSource =>
  analysis(number, label, {
    books: [`${stem}RevAndExpnssAmt`, `${before}RevAndExpnss`],
    netInvestment: [`${stem}NetInvstIncmAmt`, `${before}NetInvstIncm`],
    adjustedNet: [`${stem}AdjNetIncmAmt`, `${before}AdjNetIncm`],
  })

const expense = (number: string, label: string, stem: string, before = stem): RowSource =>
  analysis(number, label, {
    ...revenue(number, label, stem, before).columns,
    charitable: [`${stem}DsbrsChrtblAmt`, `${before}DsbrsChrtblPrps`],
  })

/** Form 990-PF, Part I, lines 1 to 12. */
const REVENUE: readonly RowSource[] = [
  revenue('1', 'Contributions, gifts and grants received', 'ContriRcvd', 'ContriReceived'),
  analysis('3', 'Interest on savings and temporary cash investments', {
    books: ['InterestOnSavRevAndExpnssAmt', 'InterestOnSavingsRevAndExpnss'],
    netInvestment: ['InterestOnSavNetInvstIncmAmt', 'InterestOnSavingsNetInvstIncm'],
    adjustedNet: ['InterestOnSavingsAdjNetIncmAmt', 'InterestOnSavingsAdjNetIncm'],
  }),
  revenue('4', 'Dividends and interest from securities', 'Dividends'),
  revenue('5a', 'Gross rents', 'GrossRents'),
  analysis('5b', 'Net rental income or loss', {
    amount: ['NetRentalIncomeOrLossAmt', 'NetRentalIncomeOrLoss'],
  }),
  analysis('6a', 'Net gain or loss from sale of assets', {
    books: ['NetGainSaleAstRevAndExpnssAmt', 'NetGainSaleAssetsRevAndExpnss'],
  }),
  analysis('6b', 'Gross sales price of these assets', {
    amount: ['GrossSalesPriceAmt', 'GrossSalesPrice'],
  }),
  analysis('7', 'Capital gain net income', {
    netInvestment: ['CapGainNetIncmNetInvstIncmAmt', 'CapitalGainNetIncmNetInvstIncm'],
  }),
  analysis('8', 'Net short-term capital gain', {
    adjustedNet: ['NetSTCapitalGainAdjNetIncmAmt', 'NetSTCGAdjNetIncm'],
  }),
  analysis('9', 'Income modifications', {
    adjustedNet: ['IncmModificationsAdjNetIncmAmt', 'IncomeModificationsAdjNetIncm'],
  }),
  analysis('10a', 'Gross sales less returns and allowances', {
    amount: ['GrossSalesLessRetAndAllwncAmt', 'GrossSalesLessReturnsAndAllwnc'],
  }),
  analysis('10b', 'Cost of goods sold', { amount: ['CostOfGoodsSoldAmt', 'CostOfGoodsSold'] }),
  revenue('10c', 'Gross profit or loss', 'GrossProfit'),
  revenue('11', 'Other income', 'OtherIncome'),
  analysis('12', 'Total revenue', {
    books: ['TotalRevAndExpnssAmt', 'TotalRevenueAndExpenses'],
    netInvestment: ['TotalNetInvstIncmAmt', 'TotalNetInvestmentIncome'],
    adjustedNet: ['TotalAdjNetIncmAmt', 'TotalAdjustedNetIncome'],
  }),
]

/** Form 990-PF, Part I, lines 13 to 27. */
const EXPENSES: readonly RowSource[] = [
  expense('13', 'Compensation of officers, directors and trustees', 'CompOfcrDirTrst'),
  expense('14', 'Other employee salaries and wages', 'OthEmplSlrsWgs'),
  expense('15', 'Pension plans and employee benefits', 'PensionEmplBnft'),
  expense('16a', 'Legal fees', 'LegalFees'),
  analysis('16b', 'Accounting fees', {
    ...expense('16b', '', 'AccountingFees').columns,
    charitable: ['AccountingFeesChrtblPrpsAmt', 'AccountingFeesDsbrsChrtblPrps'],
  }),
  expense('16c', 'Other professional fees', 'OtherProfFees'),
  expense('17', 'Interest', 'Interest'),
  expense('18', 'Taxes', 'Taxes'),
  revenue('19', 'Depreciation and depletion', 'DeprecAndDpltn', 'DeprecAndDepletion'),
  expense('20', 'Occupancy', 'Occupancy'),
  expense('21', 'Travel, conferences and meetings', 'TravConfMeeting'),
  expense('22', 'Printing and publications', 'PrintingAndPub'),
  expense('23', 'Other expenses', 'OtherExpenses'),
  expense('24', 'Total operating and administrative expenses', 'TotOprExpenses'),
  expense('25', 'Contributions, gifts and grants paid', 'ContriPaid', 'ContriGiftsPaid'),
  expense('26', 'Total expenses and disbursements', 'TotalExpenses'),
  analysis('27a', 'Excess of revenue over expenses and disbursements', {
    books: ['ExcessRevenueOverExpensesAmt', 'ExcessOfRevenueOverExpenses'],
  }),
  analysis('27b', 'Net investment income', {
    netInvestment: ['NetInvestmentIncomeAmt', 'NetInvestmentIncome'],
  }),
  analysis('27c', 'Adjusted net income', {
    adjustedNet: ['AdjustedNetIncomeAmt', 'AdjustedNetIncome'],
  }),
]

const SHEETS = ['/IRS990PF/Form990PFBalanceSheetsGrp', '/IRS990PF/BalanceSheets'] as const

// Leaves of these lines are named differently. "Assests" is the schema's spelling.
const IRREGULAR: Readonly<Record<string, NonNullable<RowSource['columns']>[]>> = {
  'Government obligations': [
    {
      beginning: ['USGovernmentObligationsBOYAmt'],
      endBook: ['USGovernmentObligationsEOYAmt'],
      endMarket: ['USGovtObligationsEOYFMVAmt'],
    },
    {
      beginning: ['InvestmentsGovtObligBOY'],
      endBook: ['InvestmentsGovtObligEOY'],
      endMarket: ['InvestmentsGovtObligEOYFMV'],
    },
  ],
  'Net assets without donor restrictions': [
    { beginning: ['NoDonorRstrNetAssestsBOYAmt'], endBook: ['NoDonorRstrNetAssestsEOYAmt'] },
  ],
  'Net assets with donor restrictions': [
    { beginning: ['DonorRstrNetAssetsBOYAmt'], endBook: ['DonorRstrNetAssetsEOYAmt'] },
  ],
}

const sheetCells = (stem: string, suffix: string) => ({
  beginning: [`${stem}BOY${suffix}`],
  endBook: [`${stem}EOY${suffix}`],
  endMarket: [`${stem}EOYFMV${suffix}`],
})

/** Form 990-PF, Part II. A name in `lines.tsv` is a leaf, or the stem of one leaf per column. */
const BALANCE: readonly RowSource[] = readLines('balance990PF').flatMap(
  ({ names, cell, moved, label = '', line }) => {
    const eras: NonNullable<RowSource['columns']>[] =
      IRREGULAR[label] ??
      names.map((name, era) =>
        cell ? { [cell]: [name] } : sheetCells(name, era === 0 ? 'Amt' : ''),
      )
    return eras.map((columns, era) => {
      const path = SHEETS[era] ?? SHEETS[0]
      return { path, key: `${path}#${label}`, label, line, columns, ...(moved && { moved }) }
    })
  },
)

const REDUCED_TAX_PATHS = [
  '/IRS990PF/QlfyUndSect4940eReducedTaxGrp',
  '/IRS990PF/QlfyUndSect4940eForReducedTax',
] as const

const reducedTaxRows = (
  line: string,
  label: string,
  eras: NonNullable<RowSource['columns']>[],
): RowSource[] =>
  eras.map((columns, era) => {
    const path = REDUCED_TAX_PATHS[era] ?? REDUCED_TAX_PATHS[0]
    // Only the question at the head of the part, A, has no line.
    const number = line === 'Part V' ? 'A' : line.replace('Part V, line ', '')
    return { path, key: `${path}#${number}`, label, line, columns }
  })

const baseYear = (label: string, index: number): RowSource[] => {
  const year = index + 1
  return reducedTaxRows(`Part V, line 1, row ${year}`, label, [
    {
      distributions: [`AdjustedQlfyDistriYr${year}Amt`],
      assets: [`NetVlNoncharitableAssetsYr${year}Amt`],
      ratio: [`DistributionYr${year}Rt`],
    },
    {
      distributions: [`QualifyingDistributionsYear${year}`],
      assets: [`NoncharitableAssetsYear${year}`],
      ratio: [`DistributionRatioYear${year}`],
    },
  ])
}

/** Form 990-PF, Part V of 2019 and before. */
const REDUCED_TAX: readonly RowSource[] = [
  ...['One', 'Two', 'Three', 'Four', 'Five'].flatMap((number, index) =>
    baseYear(`${number} year${index === 0 ? '' : 's'} before`, index),
  ),
  ...readLines('reducedTax990PF').flatMap(({ line, label = '', names, cell = '' }) =>
    reducedTaxRows(
      line,
      label,
      names.map((name) => ({ [cell]: [name] })),
    ),
  ),
]

/** Statements of each form. A line is a row, and rows are not counted by a load. */
export const STATEMENTS = defineTables(
  [
    'revenue990',
    'expenses990',
    'balance990',
    'reconciliation990',
    'revenue990EZ',
    'expenses990EZ',
    'netAssets990EZ',
    'balance990EZ',
    'revenue990PF',
    'expenses990PF',
    'balance990PF',
    'netAssets990PF',
    'payout990PF',
    'operatingFoundation990PF',
    'reducedTax990PF',
    'tax990T',
  ],
  {
    revenue990PF: REVENUE,
    expenses990PF: EXPENSES,
    balance990PF: BALANCE,
    reducedTax990PF: REDUCED_TAX,
  },
)

export type StatementKey = keyof typeof STATEMENTS
