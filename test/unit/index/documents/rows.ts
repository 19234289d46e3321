import type { OrganizationRow } from '#indexer/index/documents/organization-row.ts'
import type { FilingBlocks } from '#src/domain/blocks.ts'

/** A registry row without a filing, of a fictional organization. */
export const registryRow: OrganizationRow = {
  ein: '070000017',
  name: 'Saint Aldwyn Food Bank Inc.',
  nameRef: 'bmf:2026-04:070000017:NAME',
  names: [],
  city: 'Toledo',
  state: 'OH',
  zip: '43604-1234',
  country: 'US',
  primaryForm: null,
  forms: [],
  entityType: 'OperatingOrOtherTaxExempt',
  familyId: null,
  role: 'Independent',
  isRevoked: false,
  nteeCode: 'K31',
  subsection: '03',
  ruling: '199807',
  registryRevenue: 999,
  registryAsOf: '2026-04',
  foundation: null,
  objectId: null,
  taxYear: null,
  periodEnd: null,
  facts: null,
  warnings: null,
  narrative: null,
  rating: null,
  capture: null,
}

const blocks: FilingBlocks = [
  {
    block: 'IRS990',
    ordinal: 1,
    content: {
      MissionDesc: 'See Schedule O',
      ActivityOrMissionDesc: 'To end hunger in northwest Ohio.',
      Desc: 'Food boxes for 4,000 families a month in Kenya and Ohio.',
      ProgSrvcAccomActy2Grp: { ExpenseAmt: '12', Desc: 'A mobile pantry visits schools.' },
      ProgSrvcAccomActyOtherGrp: [{ Desc: 'Cooking classes.' }, { Desc: 'N/A' }],
    },
  },
  {
    block: 'IRS990ScheduleO',
    ordinal: 1,
    content: {
      SupplementalInformationDetail: [
        { FormAndLineReferenceDesc: 'Form 990, Part VI, line 19', ExplanationTxt: 'On request.' },
        {
          FormAndLineReferenceDesc: 'FORM 990, PART III, LINE 4D',
          ExplanationTxt: 'A farm grows vegetables for the pantry.',
        },
        {
          FormAndLineReferenceDesc: 'Form 990, Part III, Line 1',
          ExplanationTxt: 'We feed people and teach them to grow food.',
        },
        { FormAndLineReferenceDesc: 'Schedule L, Part III', ExplanationTxt: 'A loan.' },
      ],
    },
  },
  {
    block: 'IRS990ScheduleF',
    ordinal: 1,
    content: { AccountActivitiesOutsideUSGrp: { RegionTxt: 'Sub-Saharan Africa' } },
  },
]

/** The same organization with a return that points to Schedule O for its mission. */
export const filingRow: OrganizationRow = {
  ...registryRow,
  names: [
    { name: 'Aldwyn Pantry', kind: 'doing-business-as', ref: 'bmf:2026-04:070000017:SORT_NAME' },
  ],
  primaryForm: '990',
  forms: ['990'],
  objectId: '202303199349301234',
  taxYear: 2022,
  periodEnd: '2022-12-31',
  facts: {
    totalRevenue: { value: 999_999, path: '/IRS990/CYTotalRevenueAmt' },
    totalExpenses: { value: 800, path: '/IRS990/CYTotalExpensesAmt' },
    programExpenses: { value: 600, path: '/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt' },
    functionalExpenses: { value: 800, path: '/IRS990/TotalFunctionalExpensesGrp/TotalAmt' },
    functionalProgramExpenses: {
      value: 600,
      path: '/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt',
    },
    totalAssetsEoy: { value: 0, path: '/IRS990/TotalAssetsEOYAmt' },
  },
  narrative: blocks,
}
