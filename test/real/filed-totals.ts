import { DOMParser } from '@xmldom/xmldom'
import xpath from 'xpath'

/** The filed values of a return, read with an XPath library and none of our own code. */
export type FiledTotals = {
  ein: string
  form: string
  totals: Partial<Record<(typeof TOTALS)[number], number>>
  officers: number
  grants: number
}

export const TOTALS = [
  'totalRevenue',
  'totalExpenses',
  'totalAssetsEoy',
  'totalLiabilitiesEoy',
  'netAssetsEoy',
  'employees',
] as const

type Paths = Partial<Record<(typeof TOTALS)[number] | 'officers' | 'grants', string[]>>

// Names from 2013 on, then earlier ones (research/fields.md).
const PATHS: Record<string, Paths> = {
  IRS990: {
    totalRevenue: ['CYTotalRevenueAmt', 'TotalRevenueCurrentYear'],
    totalExpenses: ['CYTotalExpensesAmt', 'TotalExpensesCurrentYear'],
    totalAssetsEoy: ['TotalAssetsEOYAmt', 'TotalAssetsEOY'],
    totalLiabilitiesEoy: ['TotalLiabilitiesEOYAmt', 'TotalLiabilitiesEOY'],
    netAssetsEoy: ['NetAssetsOrFundBalancesEOYAmt', 'NetAssetsOrFundBalancesEOY'],
    employees: ['TotalEmployeeCnt', 'TotalNbrEmployees'],
    officers: ['Form990PartVIISectionAGrp', 'Form990PartVIISectionA'],
    grants: ['../IRS990ScheduleI/RecipientTable'],
  },
  IRS990EZ: {
    totalRevenue: ['TotalRevenueAmt', 'TotalRevenue'],
    totalExpenses: ['TotalExpensesAmt', 'TotalExpenses'],
    totalAssetsEoy: ['Form990TotalAssetsGrp/EOYAmt', 'TotalAssets/EOY'],
    totalLiabilitiesEoy: ['SumOfTotalLiabilitiesGrp/EOYAmt', 'SumOfTotalLiabilities/EOY'],
    netAssetsEoy: [
      'NetAssetsOrFundBalancesEOYAmt',
      'NetAssetsOrFundBalancesGrp/EOYAmt',
      'NetAssetsOrFundBalancesEOY',
    ],
    officers: ['OfficerDirectorTrusteeEmplGrp', 'OfficerDirectorTrusteeKeyEmpl'],
  },
  IRS990PF: {
    totalRevenue: [
      'AnalysisOfRevenueAndExpenses/TotalRevAndExpnssAmt',
      'AnalysisOfRevenueAndExpenses/TotalRevenueAndExpenses',
    ],
    totalExpenses: [
      'AnalysisOfRevenueAndExpenses/TotalExpensesRevAndExpnssAmt',
      'AnalysisOfRevenueAndExpenses/TotalExpensesRevAndExpnss',
    ],
    totalAssetsEoy: ['Form990PFBalanceSheetsGrp/TotalAssetsEOYAmt', 'BalanceSheets/TotalAssetsEOY'],
    totalLiabilitiesEoy: [
      'Form990PFBalanceSheetsGrp/TotalLiabilitiesEOYAmt',
      'BalanceSheets/TotalLiabilitiesEOY',
    ],
    netAssetsEoy: [
      'Form990PFBalanceSheetsGrp/TotNetAstOrFundBalancesEOYAmt',
      'BalanceSheets/TotalNetAssetsEOY',
    ],
    officers: [
      'OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp',
      'OfcrDirTrusteesKeyEmployeeInfo/OfcrDirTrusteesOrKeyEmployee',
    ],
    grants: ['SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp'],
  },
  IRS990T: {},
}

const byLocalName = (path: string) =>
  path
    .split('/')
    .map((step) => (step === '..' ? '..' : `*[local-name()='${step}']`))
    .join('/')

/** Reads a return's totals and counts from its XML. */
export function readFiledTotals(xml: string): FiledTotals {
  const document = new DOMParser().parseFromString(xml.replace(/^\ufeff/, ''), 'text/xml')
  const select = (path: string, from: unknown = document): Element[] =>
    xpath.select(byLocalName(path), from as Node) as unknown as Element[]
  const [data] = select('Return/ReturnData')
  const block = Object.keys(PATHS).find((name) => select(name, data).length > 0)
  if (block === undefined) throw new Error('No form among its parts.')
  const [form] = select(block, data)
  const first = (paths: string[] = []) =>
    paths.map((path) => select(path, form)).find((all) => all.length > 0)
  const paths = PATHS[block] ?? {}
  const totals: FiledTotals['totals'] = {}
  for (const key of TOTALS) {
    const text = first(paths[key])?.[0]?.textContent
    if (text) totals[key] = Number(text)
  }
  return {
    ein: select('Return/ReturnHeader/Filer/EIN')[0]?.textContent ?? '',
    form: block.slice(3),
    totals,
    officers: first(paths.officers)?.length ?? 0,
    grants: first(paths.grants)?.length ?? 0,
  }
}
