import { ADDRESS, address, count, money, text } from './columns.ts'
import type { TableDefinition } from './table.ts'

/** Schedule I, Part II: recipients of more than $5,000 in the United States. */
export const GRANTS_TO_ORGANIZATIONS: TableDefinition = {
  label: 'Grants to domestic organizations and governments',
  form: '990',
  line: 'Schedule I, Part II',
  rows: [
    { path: '/IRS990ScheduleI/RecipientTable' },
    { path: '/IRS990ScheduleI/Form990ScheduleIPartII/RecipientTable' },
  ],
  columns: {
    name: text('Recipient', ['RecipientBusinessName', 'RecipientNameBusiness'], 'column (a)'),
    ein: text('EIN', ['RecipientEIN', 'EINOfRecipient'], 'column (b)'),
    ircSection: text('Code section', ['IRCSectionDesc', 'IRCSection'], 'column (c)'),
    cashGrant: money('Cash grant', ['CashGrantAmt', 'AmountOfCashGrant'], 'column (d)'),
    noncashAssistance: money(
      'Noncash assistance',
      ['NonCashAssistanceAmt', 'AmountOfNonCashAssistance'],
      'column (e)',
    ),
    valuationMethod: text(
      'Method of valuation',
      ['ValuationMethodUsedDesc', 'MethodOfValuation'],
      'column (f)',
    ),
    noncashDescription: text(
      'Description of noncash assistance',
      ['NonCashAssistanceDesc', 'DescriptionOfNonCashAssistance', 'DescriptionOfNonCashGrant'],
      'column (g)',
    ),
    purpose: text('Purpose', ['PurposeOfGrantTxt', 'PurposeOfGrant'], 'column (h)'),
    ...address(ADDRESS, 'column (a)'),
  },
}

/** Schedule I, Part III: assistance to individuals, a row a kind of grant. */
export const GRANTS_TO_INDIVIDUALS: TableDefinition = {
  label: 'Grants and assistance to domestic individuals',
  form: '990',
  line: 'Schedule I, Part III',
  rows: [
    { path: '/IRS990ScheduleI/GrantsOtherAsstToIndivInUSGrp' },
    { path: '/IRS990ScheduleI/Form990ScheduleIPartIII' },
  ],
  columns: {
    grantType: text('Type of grant or assistance', ['GrantTypeTxt', 'TypeOfGrant'], 'column (a)'),
    recipients: count('Number of recipients', ['RecipientCnt', 'NumberOfRecipients'], 'column (b)'),
    cashGrant: money('Cash grant', ['CashGrantAmt', 'AmountOfCashGrant'], 'column (c)'),
    noncashAssistance: money(
      'Noncash assistance',
      ['NonCashAssistanceAmt', 'AmountOfNonCashAssistance'],
      'column (d)',
    ),
    valuationMethod: text(
      'Method of valuation',
      ['ValuationMethodUsedDesc', 'MethodOfValuation'],
      'column (e)',
    ),
    noncashDescription: text(
      'Description of noncash assistance',
      ['NonCashAssistanceDesc', 'DescriptionOfNonCashAssistance'],
      'column (f)',
    ),
  },
}

/** Schedule F, Part I, line 3: activities by region. */
export const FOREIGN_ACTIVITIES: TableDefinition = {
  label: 'Activities outside the United States, by region',
  form: '990',
  line: 'Schedule F, Part I, line 3',
  rows: [
    { path: '/IRS990ScheduleF/AccountActivitiesOutsideUSGrp' },
    { path: '/IRS990ScheduleF/AcctsActvsOutUSTable' },
    { path: '/IRS990ScheduleF/Form990ScheduleFPartI/AcctsActvsOutUSTable' },
  ],
  columns: {
    region: text('Region', ['RegionTxt', 'Region'], 'column (a)'),
    offices: count('Offices', ['OfficesCnt', 'NumberOfOffices'], 'column (b)'),
    employees: count(
      'Employees, agents and contractors',
      ['EmployeeCnt', 'NumberOfEmployees'],
      'column (c)',
    ),
    activity: text(
      'Type of activity',
      ['TypeOfActivitiesConductedTxt', 'TypeOfActivitiesConducted'],
      'column (d)',
    ),
    services: text(
      'Specific services',
      ['SpecificServicesProvidedTxt', 'SpecificServicesProvided'],
      'column (e)',
    ),
    amount: money(
      'Expenditures and investments',
      ['RegionTotalExpendituresAmt', 'TotalExpenditures'],
      'column (f)',
    ),
  },
}

/** Schedule F, Part II: the recipients' names are withheld from the public file. */
export const FOREIGN_GRANTS: TableDefinition = {
  label: 'Grants to organizations outside the United States',
  form: '990',
  line: 'Schedule F, Part II, line 1',
  rows: [
    { path: '/IRS990ScheduleF/GrantsToOrgOutsideUSGrp' },
    { path: '/IRS990ScheduleF/GrantsToOrgsOutsideUS' },
    { path: '/IRS990ScheduleF/Form990ScheduleFPartII/GrantsToOrgsOutsideUS' },
  ],
  columns: {
    region: text('Region', ['RegionTxt', 'Region'], 'column (c)'),
    purpose: text('Purpose', ['PurposeOfGrantTxt', 'PurposeOfGrant'], 'column (d)'),
    cashGrant: money('Cash grant', ['CashGrantAmt', 'AmountOfCashGrant'], 'column (e)'),
    disbursementMethod: text(
      'Manner of cash disbursement',
      ['MannerOfCashDisbursementTxt', 'MannerOfCashDisbursement'],
      'column (f)',
    ),
    noncashAssistance: money(
      'Noncash assistance',
      ['NonCashAssistanceAmt', 'AmountOfNonCashAssistance'],
      'column (g)',
    ),
    noncashDescription: text(
      'Description of noncash assistance',
      ['DescriptionOfNonCashAsstTxt', 'DescriptionOfNonCashAssistance'],
      'column (h)',
    ),
    valuationMethod: text(
      'Method of valuation',
      ['ValuationMethodUsedDesc', 'MethodOfValuation'],
      'column (i)',
    ),
  },
}

/** Schedule F, Part III. */
export const FOREIGN_INDIVIDUAL_GRANTS: TableDefinition = {
  label: 'Grants and assistance to individuals outside the United States',
  form: '990',
  line: 'Schedule F, Part III',
  rows: [
    { path: '/IRS990ScheduleF/ForeignIndividualsGrantsGrp' },
    { path: '/IRS990ScheduleF/GrantsToIndOutsideUS' },
    { path: '/IRS990ScheduleF/Form990ScheduleFPartIII/GrantsToIndOutsideUS' },
  ],
  columns: {
    grantType: text(
      'Type of grant or assistance',
      ['TypeOfAssistanceTxt', 'TypeOfAssistance'],
      'column (a)',
    ),
    region: text('Region', ['RegionTxt', 'Region'], 'column (b)'),
    recipients: count('Number of recipients', ['RecipientCnt', 'NumberOfRecipients'], 'column (c)'),
    cashGrant: money('Cash grant', ['CashGrantAmt', 'AmountOfCashGrant'], 'column (d)'),
    disbursementMethod: text(
      'Manner of cash disbursement',
      ['MannerOfCashDisbursementTxt', 'MannerOfCashDisbursement'],
      'column (e)',
    ),
    noncashAssistance: money(
      'Noncash assistance',
      ['NonCashAssistanceAmt', 'AmountOfNonCashAssistance'],
      'column (f)',
    ),
    noncashDescription: text(
      'Description of noncash assistance',
      ['DescriptionOfNonCashAsstTxt', 'DescriptionOfNonCashAssistance'],
      'column (g)',
    ),
    valuationMethod: text(
      'Method of valuation',
      ['ValuationMethodUsedDesc', 'MethodOfValuation'],
      'column (h)',
    ),
  },
}
