import { difference, fact, ofFunction, type Read, sum } from './derived-operands.ts'

/** Adds the filed lines of `more` to `must`; undefined if `must` is not filed. */
const plus =
  (must: Read, ...more: Read[]): Read =>
  (inputs) =>
    must(inputs) && sum(must, ...more)(inputs)

/**
 * Sums and differences for cross-checks with a return's totals (src/rating/cross-checks). They have
 * Refs so that their inputs can be looked up, but are not figures of an organization.
 */
export const CHECK_SUMS = {
  surplusComputed: {
    label: 'Revenue less expenses, computed',
    unit: 'USD',
    meaning: 'Total revenue minus total expenses.',
    needs: 'check',
    forms: {
      '990': {
        formula: 'Part I, line 12 − Part I, line 18',
        compute: difference(fact('totalRevenue', 'Part I'), fact('totalExpenses', 'Part I')),
      },
      '990EZ': {
        formula: 'Part I, line 9 − Part I, line 17',
        compute: difference(fact('totalRevenue'), fact('totalExpenses')),
      },
      '990PF': {
        formula: 'Part I, line 12, column (a) − Part I, line 26, column (a)',
        compute: difference(fact('totalRevenue'), fact('totalExpenses')),
      },
    },
  },
  revenueByLine: {
    label: 'Sum of revenue lines',
    unit: 'USD',
    meaning: 'The lines that add up to total revenue on the form.',
    needs: 'check',
    forms: {
      '990': {
        formula: 'Sum of the filed lines among Part I, lines 8, 9, 10, and 11',
        compute: sum(
          fact('contributions', 'Part I'),
          fact('programServiceRevenue', 'Part I'),
          fact('investmentIncome'),
          fact('otherRevenue'),
        ),
      },
      '990EZ': {
        formula: 'Sum of the filed lines among Part I, lines 1, 2, 3, 4, 5c, 6d, 7c, and 8',
        compute: sum(
          fact('contributions'),
          fact('programServiceRevenue'),
          fact('membershipDues'),
          fact('investmentIncome'),
          fact('assetSaleGain'),
          fact('specialEventsNetIncome'),
          fact('inventorySalesProfit'),
          fact('otherRevenue'),
        ),
      },
      '990PF': {
        formula:
          'Sum of the filed lines among Part I, lines 1, 3, 4, 5a, 6a, 10c, and 11, column (a)',
        compute: sum(
          fact('contributions'),
          fact('interestIncome'),
          fact('dividendIncome'),
          fact('grossRents'),
          fact('assetSaleGain'),
          fact('inventorySalesProfit'),
          fact('otherRevenue'),
        ),
      },
    },
  },
  expensesByLine: {
    label: 'Sum of expense lines',
    unit: 'USD',
    meaning: 'The lines that add up to total expenses on the form.',
    needs: 'check',
    forms: {
      '990': {
        formula: 'Sum of the filed lines among Part I, lines 13, 14, 15, 16a, and 17',
        compute: sum(
          fact('grantsPaid'),
          fact('benefitsPaid'),
          fact('salaries'),
          fact('professionalFundraisingFees'),
          fact('otherExpenses'),
        ),
      },
      '990EZ': {
        formula: 'Sum of the filed lines among Part I, lines 10 to 16',
        compute: sum(
          fact('grantsPaid'),
          fact('benefitsPaid'),
          fact('salaries'),
          fact('contractorFees'),
          fact('occupancy'),
          fact('printing'),
          fact('otherExpenses'),
        ),
      },
      '990PF': {
        formula: 'Sum of the filed lines among Part I, lines 13 to 23 and 25, column (a)',
        compute: sum(
          fact('officerCompensation'),
          fact('salaries'),
          fact('pensionAndBenefits'),
          fact('legalFees'),
          fact('accountingFees'),
          fact('otherProfessionalFees'),
          fact('interestExpense'),
          fact('taxesPaid'),
          fact('depreciation'),
          fact('occupancy'),
          fact('travelAndMeetings'),
          fact('printing'),
          fact('otherExpenses'),
          fact('grantsPaid'),
        ),
      },
    },
  },
  liabilitiesAndNetAssets: {
    label: 'Liabilities and net assets, end of year',
    unit: 'USD',
    meaning: 'The side of the balance sheet that must equal total assets.',
    needs: 'check',
    forms: {
      '990': {
        formula:
          'Part X, line 26, column (B), if filed, + Part X, line 32 (33 before 2019), column (B)',
        compute: plus(fact('balanceSheetNetAssets'), fact('balanceSheetLiabilities')),
      },
      '990EZ': {
        formula: 'Part II, line 26, column (B), if filed, + Part II, line 27, column (B)',
        compute: plus(fact('balanceSheetNetAssets'), fact('totalLiabilitiesEoy')),
      },
      '990PF': {
        formula:
          'Part II, line 23, column (b), if filed, + Part II, line 29 (30 before 2021), column (b)',
        compute: plus(fact('netAssetsEoy'), fact('totalLiabilitiesEoy')),
      },
    },
  },
  netAssetsByRestriction: {
    label: 'Net assets with and without donor restrictions',
    unit: 'USD',
    meaning: 'The kinds of net assets that add up to the total.',
    needs: 'check',
    forms: {
      '990': {
        formula:
          'Sum of the filed lines among Part X, lines 27 and 28 (and 29 before 2019), column (B)',
        compute: sum(
          fact('unrestrictedNetAssetsEoy'),
          fact('restrictedNetAssetsEoy'),
          fact('temporarilyRestrictedEoy'),
          fact('permanentlyRestrictedEoy'),
        ),
      },
    },
  },
  expensesByFunction: {
    label: 'Sum of expenses by function',
    unit: 'USD',
    meaning: 'Expenses for program services, management, and fundraising combined.',
    needs: 'check',
    forms: {
      '990': {
        formula: 'Sum of the filed lines among Part IX, line 25, columns (B), (C), and (D)',
        compute: plus(
          ofFunction('functionalProgramExpenses'),
          ofFunction('managementExpenses'),
          ofFunction('functionalFundraisingExpenses'),
        ),
      },
    },
  },
  grantsByRecipient: {
    label: 'Sum of grants by kind of recipient',
    unit: 'USD',
    meaning:
      'Grants to domestic organizations, domestic individuals, and foreign recipients combined.',
    needs: 'check',
    forms: {
      '990': {
        formula: 'Sum of the filed lines among Part IX, lines 1, 2, and 3, column (A)',
        compute: sum(
          fact('grantsToDomesticOrganizations'),
          fact('grantsToDomesticIndividuals'),
          fact('foreignGrants'),
        ),
      },
    },
  },
  domesticGrants: {
    label: 'Grants to domestic organizations and individuals',
    unit: 'USD',
    meaning: 'The two lines that Schedule I itemizes.',
    needs: 'check',
    forms: {
      '990': {
        formula: 'Sum of the filed lines among Part IX, lines 1 and 2, column (A)',
        compute: sum(fact('grantsToDomesticOrganizations'), fact('grantsToDomesticIndividuals')),
      },
    },
  },
} as const
