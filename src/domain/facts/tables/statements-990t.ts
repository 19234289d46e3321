import { money } from './columns.ts'
import { leafBuilder } from './lines.ts'
import type { TableDefinition } from './table.ts'

const income = leafBuilder('Part I', '/IRS990T')
const tax = leafBuilder('Part II', '/IRS990T')
const payment = leafBuilder('Part III', '/IRS990T')

/**
 * Form 990-T, Parts I to III, in the layout of 2020 and later; a line lettered only since (4a, 3a,
 * 6h …) has leaves that only later returns file. Source of names and lines: the IRS's stylesheet of
 * the form; no concordance covers it.
 */
export const TAX_990T: TableDefinition = {
  label: 'Unrelated business income, tax and payments',
  form: '990T',
  line: 'Parts I to III',
  rows: [
    ...income('1', 'Income of all trades and businesses', ['TotalUBTIComputedAmt']),
    ...income('4', 'Charitable contributions', ['CharitableContributionsDedAmt']),
    ...income('5', 'Income before net operating losses', ['TotalUBTIBeforeNOLSpecificAmt']),
    ...income('6', 'Deduction of net operating losses', ['NetOperatingLossDeductionAmt']),
    ...income('7', 'Income before specific and section 199A deductions', [
      'TotalUBTIBeforeSection199AAmt',
    ]),
    ...income('8', 'Specific deduction', ['SpecificDeductionAmt']),
    ...income('9', 'Section 199A deduction of trusts', ['Section199ADeductionAmt']),
    ...income('10', 'Total deductions', ['TotalDeductionAmt']),
    ...income('11', 'Unrelated business taxable income', ['TotalUBTIAmt']),
    ...tax('1', 'Tax at corporate rates', ['TaxableCorporationAmt']),
    ...tax('2', 'Tax at trust rates', ['TaxableTrustAmt']),
    ...tax('3', 'Proxy tax', ['ProxyTaxAmt']),
    ...tax('4a', 'Recapture of credits, Form 4255', ['TotalChapter1TaxAmt']),
    ...tax('4', 'Other tax amounts', ['OtherTaxAmt']),
    ...tax('5', 'Alternative minimum tax', ['AlternativeMinimumTaxAmt']),
    ...tax('6', 'Tax on noncompliant facility income', ['NoncompliantFacilityIncmTaxAmt']),
    ...tax('7', 'Total tax computation', ['TotalTaxComputationAmt']),
    ...payment('1a', 'Foreign tax credit', ['ForeignTaxCreditAmt']),
    ...payment('1b', 'Other credits', ['OtherCreditsAmt']),
    ...payment('1c', 'General business credit', ['CYGenBusinessCreditAllowedAmt']),
    ...payment('1d', 'Credit for prior year minimum tax', ['CurrentYearMinimumTaxCreditAmt']),
    ...payment('1e', 'Total credits', ['TotalCreditsAmt']),
    ...payment('2', 'Tax less credits', ['TaxLessCreditsAmt']),
    ...payment('3a', 'Recapture of credits, Form 4255', ['TotalNonChapter1TaxAmt']),
    ...payment('3b', 'Recapture of the low-income housing credit', ['RecaptureTaxAmt']),
    ...payment('3e', 'Other amounts due', ['OtherAmt']),
    ...payment('3', 'Other taxes', ['OtherTaxesAmt']),
    ...payment('4', 'Total tax', ['TotalTaxAmt']),
    ...payment('5', 'Section 965 tax paid', ['PaidTaxLiabilityAmt']),
    ...payment('6a', 'Overpayment of the year before', ['PriorYearOverpaymentCreditAmt']),
    ...payment('6b', 'Estimated tax payments', ['EstimatedTaxPaymentsAmt']),
    ...payment('6c', 'Paid with the application for an extension', [
      'ExtsnRequestIncomeTaxPaidAmt',
    ]),
    ...payment('6d', 'Foreign tax withheld at source', ['ForeignTaxPdWithheldAtSrceAmt']),
    ...payment('6e', 'Backup withholding', ['BackupWithholdingAmt']),
    ...payment('6f', 'Credit for health insurance premiums of small employers', [
      'SmllEmplrHIPTaxExemptCreditAmt',
    ]),
    ...payment('6g', 'Elective payment', ['ElectivePaymentAmt']),
    ...payment('6h', 'Payment of Form 2439', ['TotalUndistributedLTCapGainAmt']),
    ...payment('6i', 'Credit for fuel taxes', ['TotalFuelTaxCreditAmt']),
    ...payment('6g', 'Other credits and payments', ['TotalOtherCreditsAdjPaymentAmt']),
    ...payment('7', 'Total payments', ['TotalPaymentsAmt']),
    ...payment('8', 'Penalty on estimated tax', ['ESPenaltyAmt']),
    ...payment('9', 'Tax due', ['BalanceDueAmt']),
    ...payment('10', 'Overpayment', ['OverpaymentSection/OverpaymentAmt']),
    ...payment('11', 'Credited to estimated tax', ['OverpaymentSection/AppliedToESTaxAmt']),
    ...payment('11', 'Refunded', ['OverpaymentSection/RefundAmt']),
  ],
  columns: { amount: money('Amount', ['']) },
}
