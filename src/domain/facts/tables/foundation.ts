import { address, money, text } from './columns.ts'
import type { Columns, TableDefinition } from './table.ts'

// "SupplementaryInfomation" is the spelling of the schemas of 2008 and before.
const GRANT_COLUMNS: Columns = {
  name: text('Recipient', ['RecipientBusinessName', 'RecipientPersonNm', 'RecipientPersonName']),
  relationship: text('Relationship to a foundation manager or substantial contributor', [
    'RecipientRelationshipTxt',
    'RecipientRelationship',
  ]),
  foundationStatus: text('Foundation status', [
    'RecipientFoundationStatusTxt',
    'RecipientFoundationStatus',
  ]),
  purpose: text('Purpose', ['GrantOrContributionPurposeTxt', 'PurposeOfGrantOrContribution']),
  amount: money('Amount', ['Amt', 'Amount']),
  ...address({ us: ['RecipientUSAddress'], foreign: ['RecipientForeignAddress'] }, ''),
}

/** Form 990-PF, Part XIV (XV before 2021), line 3a. */
export const FOUNDATION_GRANTS_PAID: TableDefinition = {
  label: 'Grants and contributions paid during the year',
  form: '990PF',
  line: 'Part XV, line 3a',
  moved: { since: '2021v4.0', line: 'Part XIV, line 3a' },
  rows: [
    { path: '/IRS990PF/SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp' },
    { path: '/IRS990PF/SupplementaryInformation/GrantOrContriPaidDuringYear' },
    { path: '/IRS990PF/SupplementaryInfomation/GrantOrContriPaidDuringYear' },
  ],
  columns: GRANT_COLUMNS,
}

/** Form 990-PF, Part XIV (XV before 2021), line 3b: promised, and paid in a later year. */
export const FOUNDATION_GRANTS_APPROVED: TableDefinition = {
  label: 'Grants and contributions approved for future payment',
  form: '990PF',
  line: 'Part XV, line 3b',
  moved: { since: '2021v4.0', line: 'Part XIV, line 3b' },
  rows: [
    { path: '/IRS990PF/SupplementaryInformationGrp/GrantOrContriApprvForFutGrp' },
    { path: '/IRS990PF/SupplementaryInformation/GrantOrContriApprovedForFuture' },
    { path: '/IRS990PF/SupplementaryInfomation/GrantOrContriApprovedForFuture' },
  ],
  columns: GRANT_COLUMNS,
}

/** Form 990-PF, Part XIV (XV before 2021), lines 2a to 2d: how to apply for a grant. */
export const APPLICATION_INFORMATION: TableDefinition = {
  label: 'How to apply for a grant',
  form: '990PF',
  line: 'Part XV, line 2',
  moved: { since: '2021v4.0', line: 'Part XIV, line 2' },
  rows: [
    { path: '/IRS990PF/SupplementaryInformationGrp/ApplicationSubmissionInfoGrp' },
    { path: '/IRS990PF/SupplementaryInformation/AppicationSubmissionInfo' },
    { path: '/IRS990PF/SupplementaryInfomation/AppicationSubmissionInfo' },
  ],
  columns: {
    name: text('Applications go to', ['RecipientPersonNm', 'RecipientName'], 'item a'),
    phone: text('Phone', ['RecipientPhoneNum', 'RecipientPhoneNumber'], 'item a'),
    email: text('Email', ['RecipientEmailAddressTxt', 'RecipientEmailAddress'], 'item a'),
    form: text(
      'Form and contents of applications',
      ['FormAndInfoAndMaterialsTxt', 'FormAndInfoAndMaterials'],
      'item b',
    ),
    deadlines: text('Deadlines', ['SubmissionDeadlinesTxt', 'SubmissionDeadlines'], 'item c'),
    restrictions: text(
      'Restrictions on awards',
      ['RestrictionsOnAwardsTxt', 'RestrictionsOnAwards'],
      'item d',
    ),
    ...address({ us: ['RecipientUSAddress'], foreign: ['RecipientForeignAddress'] }, 'item a'),
  },
}

const CONTRIBUTOR = {
  label: 'Substantial contributor',
  line: 'Part XV, line 1a',
  moved: { since: '2021v4.0', line: 'Part XIV, line 1a' },
}
const SHAREHOLDER = {
  label: 'Holder of stock or partnership interests',
  line: 'Part XV, line 1b',
  moved: { since: '2021v4.0', line: 'Part XIV, line 1b' },
}

/** Form 990-PF, Part XIV (XV before 2021), lines 1a and 1b. */
export const FOUNDATION_MANAGERS: TableDefinition = {
  label: 'Managers who gave over 2 percent or own 10 percent of a company the foundation holds',
  form: '990PF',
  line: 'Part XV, line 1',
  moved: { since: '2021v4.0', line: 'Part XIV, line 1' },
  rows: [
    { path: '/IRS990PF/SupplementaryInformationGrp/ContributingManagerNm', ...CONTRIBUTOR },
    { path: '/IRS990PF/SupplementaryInformationGrp/ShareholderManagerNm', ...SHAREHOLDER },
    { path: '/IRS990PF/SupplementaryInformation/ContributingManager', ...CONTRIBUTOR },
    { path: '/IRS990PF/SupplementaryInformation/ShareholderManager', ...SHAREHOLDER },
    { path: '/IRS990PF/SupplementaryInfomation/ContributingManager', ...CONTRIBUTOR },
    { path: '/IRS990PF/SupplementaryInfomation/ShareholderManager', ...SHAREHOLDER },
  ],
  columns: { name: text('Name', ['']) },
}
