import type { Form } from '../form.ts'
import { FACTS, type FactKey } from './definitions.ts'

/**
 * Labels for forms whose line is narrower or wider than the same fact on other forms, or asks
 * something else. They follow the words of the form.
 */
const LABELS_BY_FORM: Partial<Record<FactKey, Partial<Record<Form, string>>>> = {
  membershipDues: { '990': 'Membership dues that count as contributions' },
  // The 990 includes gains from sales in this line; the 990-EZ has them in the next.
  investmentIncome: { '990EZ': 'Investment income, excluding sales of assets' },
  inventorySalesProfit: {
    '990': 'Net income or loss from sales of inventory',
    '990PF': 'Gross profit or loss from sales',
  },
  // Only the 990 includes special events and sales of inventory in this line.
  otherRevenue: { '990': 'Other revenue, including events and sales', '990PF': 'Other income' },
  totalExpenses: { '990PF': 'Total expenses and disbursements' },
  grantsPaid: { '990PF': 'Contributions, gifts and grants paid, per books' },
  salaries: { '990PF': 'Other employee salaries and wages' },
  officerCompensation: { '990PF': 'Compensation of officers, directors and trustees' },
  occupancy: { '990EZ': 'Occupancy, rent, utilities and maintenance' },
  printing: { '990PF': 'Printing and publications' },
  totalAssetsEoy: { '990T': 'Book value of all assets, end of year' },
  cashEoy: { '990EZ': 'Cash, savings and investments, end of year' },
  foreignOffice: { '990': 'Office, employees or agents outside the United States' },
  excessBenefitTransaction: {
    '990EZ': 'Excess benefit transaction in the year, or an earlier one not reported before',
  },
  loansToInterestedPersons: {
    '990EZ': 'Loans to or from officers, directors, trustees or key employees',
  },
  dissolvedOrContracted: {
    '990EZ': 'Liquidated, dissolved, terminated or disposed of significant net assets',
  },
  isCorporation: { '990T': '501(c) corporation' },
  finalReturn: { '990N': 'Organization has terminated' },
}

/** Returns the label of a fact on a form. */
export const labelOf = (key: FactKey, form: Form): string =>
  LABELS_BY_FORM[key]?.[form] ?? FACTS[key][1]
