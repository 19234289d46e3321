import { readTsv } from '../../tsv.ts'
import { defineTables, readLines } from './definitions.ts'
import type { RowSource } from './table.ts'

const ANALYSIS = '/IRS990PF/AnalysisOfRevenueAndExpenses'
const COLUMNS = ['books', 'netInvestment', 'adjustedNet', 'charitable', 'amount']

/**
 * Returns the lines of a table of Form 990-PF, Part I (analysis.tsv). The element kept its name in 2013; only
 * its leaves were renamed, of which those since 2013 come first.
 */
const analysis = (wanted: string): RowSource[] =>
  readTsv(new URL('analysis.tsv', import.meta.url)).flatMap(
    ([table, number, label = '', ...cells]): RowSource[] => {
      if (table !== wanted) return []
      const filled = COLUMNS.flatMap((column, at) => (cells[at] ? [[column, cells[at]]] : []))
      const columns = filled.map(([column, leaves = '']) => [column, leaves.split(' ')])
      const [path, line] = [ANALYSIS, `Part I, line ${number}`]
      return [{ path, key: `${path}#${number}`, label, line, columns: Object.fromEntries(columns) }]
    },
  )

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
    revenue990PF: analysis('revenue990PF'),
    expenses990PF: analysis('expenses990PF'),
    balance990PF: BALANCE,
    reducedTax990PF: REDUCED_TAX,
  },
)

export type StatementKey = keyof typeof STATEMENTS
