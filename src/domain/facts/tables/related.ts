import { ADDRESS, address, money, ratio, text, tick } from './columns.ts'
import type { Column, Columns, TableDefinition } from './table.ts'

const DOMICILE = [
  'LegalDomicileStateCd',
  'LegalDomicileForeignCountryCd',
  'LegalDomicileState',
  'LegalDomicileForeignCountry',
  'LegalDomicile/State',
  'LegalDomicile/ForeignCountry',
]

const legalDomicile = text('State or country of legal domicile', DOMICILE, 'column (c)')

const controllingEntity = (line: string): Column =>
  text(
    'Direct controlling entity',
    [
      'DirectControllingEntityName',
      'DirectControllingNACd',
      'DirectControllingEntityNA',
      'DirectControllingEntity/NameBusiness',
      'DirectControllingEntity/NotApplicable',
    ],
    line,
  )

const activities = text(
  'Primary activity',
  ['PrimaryActivitiesTxt', 'PrimaryActivities', 'PrimaryActivity'],
  'column (b)',
)

const identity = (names: readonly string[]): Columns => ({
  name: text('Name', names, 'column (a)'),
  ein: text('EIN', ['EIN'], 'column (a)'),
  ...address(ADDRESS, 'column (a)'),
  activities,
  legalDomicile,
})

/** Schedule R, Part I: companies the IRS looks through, treated as the filer itself. */
export const DISREGARDED_ENTITIES: TableDefinition = {
  label: 'Disregarded entities',
  form: '990',
  line: 'Schedule R, Part I',
  names: 'related',
  rows: [
    { path: '/IRS990ScheduleR/IdDisregardedEntitiesGrp' },
    { path: '/IRS990ScheduleR/Form990ScheduleRPartI' },
  ],
  columns: {
    ...identity(['DisregardedEntityName', 'NameOfDisregardedEntity']),
    totalIncome: money('Total income', ['TotalIncomeAmt', 'TotalIncome'], 'column (d)'),
    assets: money('End-of-year assets', ['EndOfYearAssetsAmt', 'EOYAssets'], 'column (e)'),
    controllingEntity: controllingEntity('column (f)'),
  },
}

/** Schedule R, Part II; DisregardedEntityName is the schema's own word for the name there. */
export const RELATED_EXEMPT: TableDefinition = {
  label: 'Related tax-exempt organizations',
  form: '990',
  line: 'Schedule R, Part II',
  names: 'related',
  rows: [
    { path: '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp' },
    { path: '/IRS990ScheduleR/Form990ScheduleRPartII' },
  ],
  columns: {
    ...identity(['DisregardedEntityName', 'NameOfDisregardedEntity', 'NameOfRelatedOrg']),
    exemptSection: text(
      'Exempt code section',
      ['ExemptCodeSectionTxt', 'ExemptCodeSection'],
      'column (d)',
    ),
    publicCharityStatus: text(
      'Public charity status',
      ['PublicCharityStatusTxt', 'PublicCharityStatus'],
      'column (e)',
    ),
    controllingEntity: controllingEntity('column (f)'),
    controlled: tick(
      'Controlled under section 512(b)(13)',
      ['ControlledOrganizationInd', 'ControlledOrg'],
      'column (g)',
    ),
  },
}

// Columns (f) to (k) of Parts III and VI.
const PARTNER_SHARES: Columns = {
  totalIncome: money(
    'Share of total income',
    ['ShareOfTotalIncomeAmt', 'ShareOfTotalIncome'],
    'column (f)',
  ),
  assets: money(
    'Share of end-of-year assets',
    ['ShareOfEOYAssetsAmt', 'ShareOfEOYAssets'],
    'column (g)',
  ),
  disproportionate: tick(
    'Disproportionate allocations',
    ['DisproportionateAllocationsInd', 'DisproportionateAllocations'],
    'column (h)',
  ),
  unrelatedIncome: money(
    'Code V unrelated income of box 20 of Schedule K-1',
    ['UBICodeVAmt', 'CodeVAmount'],
    'column (i)',
  ),
  managingPartner: tick(
    'General or managing partner',
    ['GeneralOrManagingPartnerInd', 'GeneralOrManagingPartner'],
    'column (j)',
  ),
  ownershipPercent: ratio(
    'Share of ownership',
    ['OwnershipPct', 'PercentageOwnership'],
    'column (k)',
  ),
}

/** Schedule R, Part III. */
export const RELATED_PARTNERSHIPS: TableDefinition = {
  label: 'Related organizations taxable as a partnership',
  form: '990',
  line: 'Schedule R, Part III',
  names: 'related',
  rows: [
    { path: '/IRS990ScheduleR/IdRelatedOrgTxblPartnershipGrp' },
    { path: '/IRS990ScheduleR/Form990ScheduleRPartIII' },
  ],
  columns: {
    ...identity(['RelatedOrganizationName', 'NameOfRelatedOrg']),
    controllingEntity: controllingEntity('column (d)'),
    incomeType: text(
      'Predominant income',
      ['PredominantIncomeTypeTxt', 'PredominantIncomeType'],
      'column (e)',
    ),
    ...PARTNER_SHARES,
  },
}

/** Schedule R, Part IV. */
export const RELATED_CORPORATIONS: TableDefinition = {
  label: 'Related organizations taxable as a corporation or trust',
  form: '990',
  line: 'Schedule R, Part IV',
  names: 'related',
  rows: [
    { path: '/IRS990ScheduleR/IdRelatedOrgTxblCorpTrGrp' },
    { path: '/IRS990ScheduleR/Form990ScheduleRPartIV' },
  ],
  columns: {
    ...identity(['RelatedOrganizationName', 'NameOfRelatedOrg']),
    controllingEntity: controllingEntity('column (d)'),
    entityType: text('Type of entity', ['EntityTypeTxt', 'TypeOfEntity'], 'column (e)'),
    totalIncome: money(
      'Share of total income',
      ['ShareOfTotalIncomeAmt', 'ShareOfTotalIncome'],
      'column (f)',
    ),
    assets: money(
      'Share of end-of-year assets',
      ['ShareOfEOYAssetsAmt', 'ShareOfEOYAssets'],
      'column (g)',
    ),
    ownershipPercent: ratio(
      'Share of ownership',
      ['OwnershipPct', 'PercentageOwnership'],
      'column (h)',
    ),
    controlled: tick(
      'Controlled under section 512(b)(13)',
      ['ControlledOrganizationInd', 'ControlledOrg'],
      'column (i)',
    ),
  },
}

/** Schedule R, Part V, line 2: the other party is named without an EIN. */
export const RELATED_TRANSACTIONS: TableDefinition = {
  label: 'Transactions with related organizations',
  form: '990',
  line: 'Schedule R, Part V, line 2',
  rows: [
    { path: '/IRS990ScheduleR/TransactionsRelatedOrgGrp' },
    { path: '/IRS990ScheduleR/TransactionsRelatedOrgsTable' },
    { path: '/IRS990ScheduleR/Form990ScheduleRPartV/TransactionsRelatedOrgsTable' },
  ],
  columns: {
    name: text(
      'Other organization',
      ['OtherOrganizationName', 'NameOfOtherOrganization'],
      'column (a)',
    ),
    transactionType: text(
      'Type of transaction, by its letter on line 1',
      ['TransactionTypeTxt', 'TransactionType'],
      'column (b)',
    ),
    amount: money('Amount involved', ['InvolvedAmt', 'AmountInvolved'], 'column (c)'),
    method: text(
      'Method of determining the amount',
      ['MethodOfAmountDeterminationTxt', 'MethodOfAmtDetermination'],
      'column (d)',
    ),
  },
}

/** Schedule R, Part VI: partnerships that are not related, but large in the filer's activity. */
export const UNRELATED_PARTNERSHIPS: TableDefinition = {
  label: 'Unrelated organizations taxable as a partnership',
  form: '990',
  line: 'Schedule R, Part VI',
  rows: [
    { path: '/IRS990ScheduleR/UnrelatedOrgTxblPartnershipGrp' },
    { path: '/IRS990ScheduleR/Form990ScheduleRPartVI' },
  ],
  columns: {
    ...identity(['BusinessName', 'NameOfBusiness']),
    incomeType: text('Predominant income', ['PredominateIncomeDesc'], 'column (d)'),
    allPartnersExempt: tick(
      'All partners are 501(c)(3) organizations',
      ['AllPartnersC3SInd', 'AllPartnersC3S'],
      'column (e)',
    ),
    ...PARTNER_SHARES,
  },
}
