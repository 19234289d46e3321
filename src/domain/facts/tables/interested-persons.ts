import { money, text, tick } from './columns.ts'
import type { TableDefinition } from './table.ts'

const PARTY = ['PersonNm', 'BusinessName', 'NamePerson', 'NameBusiness']

/** Schedule L, Part I. */
export const EXCESS_BENEFIT_TRANSACTIONS: TableDefinition = {
  label: 'Excess benefit transactions with disqualified persons',
  form: '990',
  line: 'Schedule L, Part I, line 1',
  rows: [
    { path: '/IRS990ScheduleL/DisqualifiedPersonExBnftTrGrp' },
    { path: '/IRS990ScheduleL/DQPTable' },
    { path: '/IRS990ScheduleL/Form990ScheduleLPartI/DQPTable' },
  ],
  columns: {
    name: text('Disqualified person', PARTY, 'column (a)'),
    relationship: text(
      'Relationship with the organization',
      ['RlnDisqualifiedPersonOrgTxt', 'RelationshipDisqualifiedPerson'],
      'column (b)',
    ),
    description: text(
      'Description of the transaction',
      ['TransactionDesc', 'DescriptionOfTransaction'],
      'column (c)',
    ),
    corrected: tick('Corrected', ['TransactionCorrectedInd', 'TransactionCorrected'], 'column (d)'),
  },
}

/** Schedule L, Part II. */
export const LOANS_INTERESTED_PERSONS: TableDefinition = {
  label: 'Loans to and from interested persons',
  form: '990',
  line: 'Schedule L, Part II',
  rows: [
    { path: '/IRS990ScheduleL/LoansBtwnOrgInterestedPrsnGrp' },
    { path: '/IRS990ScheduleL/LoanTable' },
    { path: '/IRS990ScheduleL/Form990ScheduleLPartII/LoanTable' },
  ],
  columns: {
    name: text('Interested person', PARTY, 'column (a)'),
    relationship: text(
      'Relationship with the organization',
      ['RelationshipWithOrgTxt', 'RelationshipWithOrganization'],
      'column (b)',
    ),
    purpose: text('Purpose', ['LoanPurposeTxt', 'PurposeOfLoan'], 'column (c)'),
    toOrganization: tick(
      'Loan to the organization',
      ['LoanToOrganizationInd', 'LoanToOrganization'],
      'column (d)',
    ),
    fromOrganization: tick(
      'Loan from the organization',
      ['LoanFromOrganizationInd', 'LoanFromOrganization'],
      'column (d)',
    ),
    originalPrincipal: money(
      'Original principal',
      ['OriginalPrincipalAmt', 'OriginalPrincipalAmount'],
      'column (e)',
    ),
    balanceDue: money('Balance due', ['BalanceDueAmt', 'BalanceDue'], 'column (f)'),
    inDefault: tick('In default', ['DefaultInd', 'Default'], 'column (g)'),
    approved: tick(
      'Approved by the board or a committee',
      ['BoardOrCommitteeApprovalInd', 'ApprovedByBoard'],
      'column (h)',
    ),
    writtenAgreement: tick(
      'Written agreement',
      ['WrittenAgreementInd', 'WrittenAgreement'],
      'column (i)',
    ),
  },
}

/** Schedule L, Part III. */
export const GRANTS_INTERESTED_PERSONS: TableDefinition = {
  label: 'Grants and assistance benefiting interested persons',
  form: '990',
  line: 'Schedule L, Part III',
  rows: [
    { path: '/IRS990ScheduleL/GrntAsstBnftInterestedPrsnGrp' },
    { path: '/IRS990ScheduleL/Form990ScheduleLPartIII' },
  ],
  columns: {
    name: text(
      'Interested person',
      [
        'PersonNm',
        'BusinessName',
        'NameOfInterestedPerson',
        'NameOfInterestedBusiness',
        'NameOfInterestedPerson/NamePerson',
        'NameOfInterestedPerson/NameBusiness',
      ],
      'column (a)',
    ),
    relationship: text(
      'Relationship with the organization',
      ['RelationshipWithOrgTxt', 'RelationshipWithOrganization'],
      'column (b)',
    ),
    amount: money(
      'Amount of assistance',
      ['CashGrantAmt', 'AmountOfGrant', 'AmtOfGrantOrTypeOfAssistance/AmountOfGrant'],
      'column (c)',
    ),
    assistanceType: text(
      'Type of assistance',
      ['TypeOfAssistanceTxt', 'TypeOfAssistance', 'AmtOfGrantOrTypeOfAssistance/TypeOfAssistance'],
      'column (d)',
    ),
    purpose: text(
      'Purpose of assistance',
      ['AssistancePurposeTxt', 'PurposeOfAssistance'],
      'column (e)',
    ),
  },
}

/** Schedule L, Part IV. */
export const BUSINESS_TRANSACTIONS: TableDefinition = {
  label: 'Business transactions involving interested persons',
  form: '990',
  line: 'Schedule L, Part IV',
  rows: [
    { path: '/IRS990ScheduleL/BusTrInvolveInterestedPrsnGrp' },
    { path: '/IRS990ScheduleL/Form990ScheduleLPartIV' },
  ],
  columns: {
    name: text(
      'Interested person',
      [
        'NameOfInterested/PersonNm',
        'NameOfInterested/BusinessName',
        'NameOfInterestedPerson/NamePerson',
        'NameOfInterestedPerson/NameBusiness',
      ],
      'column (a)',
    ),
    relationship: text(
      'Relationship with the organization',
      ['RelationshipDescriptionTxt', 'Relationship'],
      'column (b)',
    ),
    amount: money(
      'Amount of the transaction',
      ['TransactionAmt', 'AmountOfTransaction'],
      'column (c)',
    ),
    description: text(
      'Description of the transaction',
      ['TransactionDesc', 'DescriptionOfTransaction'],
      'column (d)',
    ),
    sharesRevenue: tick(
      "Shares the organization's revenues",
      ['SharingOfRevenuesInd', 'SharingOfRevenues'],
      'column (e)',
    ),
  },
}
