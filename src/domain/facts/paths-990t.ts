import type { FactPaths } from './definitions.ts'

/** Form 990-T in its layout of 2020 and later; earlier returns of it are not in the public XML. */
export const PATHS_990T = {
  bookValueAssets: [['/IRS990T/BookValueAssetsEOYAmt', 'Heading, item C']],
  unrelatedIncomeComputed: [['/IRS990T/TotalUBTIComputedAmt', 'Part I, line 1']],
  charitableDeduction: [['/IRS990T/CharitableContributionsDedAmt', 'Part I, line 4']],
  unrelatedIncomeBeforeLosses: [['/IRS990T/TotalUBTIBeforeNOLSpecificAmt', 'Part I, line 5']],
  specificDeduction: [['/IRS990T/SpecificDeductionAmt', 'Part I, line 8']],
  totalDeductions: [['/IRS990T/TotalDeductionAmt', 'Part I, line 10']],
  unrelatedTaxableIncome: [['/IRS990T/TotalUBTIAmt', 'Part I, line 11']],
  corporateTax: [['/IRS990T/TaxableCorporationAmt', 'Part II, line 1']],
  trustTax: [['/IRS990T/TaxableTrustAmt', 'Part II, line 2']],
  taxComputed: [['/IRS990T/TotalTaxComputationAmt', 'Part II, line 7']],
  taxLessCredits: [['/IRS990T/TaxLessCreditsAmt', 'Part III, line 2']],
  otherTaxes: [['/IRS990T/OtherTaxesAmt', 'Part III, line 3']],
  totalTax: [['/IRS990T/TotalTaxAmt', 'Part III, line 4']],
  totalTaxPayments: [['/IRS990T/TotalPaymentsAmt', 'Part III, line 7']],
  taxDue: [['/IRS990T/BalanceDueAmt', 'Part III, line 9']],
  unrelatedBusinesses: [['/IRS990T/Form990TScheduleAAttachedCnt', 'Heading, item J']],
  amendedReturn: [['/IRS990T/AmendedReturnInd', 'Heading, item B']],
  initialReturn: [['/IRS990T/InitialReturnInd', 'Heading, item B']],
  finalReturn: [['/IRS990T/FinalReturnInd', 'Heading, item B']],
  nameChange: [['/IRS990T/NameChangeInd', 'Heading, item B']],
  addressChange: [['/IRS990T/AddressChangeInd', 'Heading, item B']],
  groupExemptionNumber: [['/IRS990T/GroupExemptionNum', 'Heading, item F']],
} as const satisfies FactPaths
