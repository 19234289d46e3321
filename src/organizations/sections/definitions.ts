import type { FactKey } from '#src/domain/facts/definitions.ts'
import { type DerivedKey, INTERESTED_PERSON_LINES } from '#src/domain/facts/derived.ts'
import type { StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import { leadershipTables } from '#src/domain/facts/tables/tables.ts'
import { FORM_BLOCK, FORMS, type Form, HEADER_BLOCK } from '#src/domain/form.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { hasMoneyFlow } from '../figures/money-flow.ts'
import { countTables } from '../filings/table-rows.ts'
import { toOperatingModel } from '../figures/operating-model.ts'
import type { Filing, Organization } from '../organization.ts'
import { isRatedBy } from '../page/rating-view.ts'
import { COMPENSATION_TABLE } from '../people/people.ts'
import { RELATED_TABLES } from '../relations/related.ts'
import { CHECKED_ON, describeChecks, hasChecks, judgeChecks } from './checks-section.ts'
import { factsInParts, factsOfForm } from './facts-on-lines.ts'
import { describeRating, judgeRating, RATED_ON } from './rating-section.ts'
import type { SectionId, SectionKind, SectionStatus } from './section.ts'
import {
  countAnswers,
  dollars,
  filedValue,
  number,
  plural,
  rows,
  type Subject,
  sentence,
} from './subject.ts'

/** What a section is made of on one form. */
export type FormSection = {
  /** Parts and schedules, in the form's words. */
  sourceTags: readonly string[]
  /** Facts of the section: it is listed when any of them is filed. */
  facts?: readonly FactKey[]
  /** Facts shown with it; they alone do not list it. */
  context?: readonly FactKey[]
  derived?: readonly DerivedKey[]
  /** Tables of the section, in the order of its rows: it is listed when any has a row. */
  tables?: readonly TableKey[]
  /** Statements, line by line, before the tables. */
  statements?: readonly StatementKey[]
  /** Whether what the organization says it is for belongs to it. */
  hasMission?: true
}

export type SectionDefinition = {
  kind: SectionKind
  title: string
  isPageable?: true
  forms: Partial<Record<Form, FormSection>>
  /** One sentence of a page, of what the filing holds. */
  summarize: (filing: Filing, organization: Organization) => string
  judge?: (filing: Filing, organization: Organization) => SectionStatus | undefined
  /** Whether a filing has data for it, where facts and tables do not tell. */
  isListed?: (organization: Organization, filing: Filing) => boolean
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const sameFor = (forms: readonly Form[], section: FormSection): SectionDefinition['forms'] =>
  Object.fromEntries(forms.map((form) => [form, section]))

const BALANCE: readonly FactKey[] = ['totalAssetsEoy', 'totalLiabilitiesEoy', 'netAssetsEoy']
const TOTALS: readonly FactKey[] = [
  'totalRevenue',
  'totalExpenses',
  'revenueLessExpenses',
  ...BALANCE,
]
const CHECKLIST = ['boolean', 'count'] as const
const FIGURES = ['boolean', 'count', 'money'] as const

/** Totals and questions of a schedule. */
const inSchedule = (letter: string): FactKey[] =>
  factsInParts('990', [`Schedule ${letter}`], FIGURES)

const describeTotals = (subject: Subject): string =>
  sentence(
    [
      ...dollars(subject, 'totalRevenue', 'of revenue'),
      ...dollars(subject, 'totalExpenses', 'of expenses'),
      ...dollars(subject, 'totalAssetsEoy', 'of assets at the end of the year'),
      ...dollars(subject, 'totalLiabilitiesEoy', 'of liabilities'),
    ],
    'no readable totals',
  )

/** Policies a board is asked for by name on Form 990, Part VI. */
const POLICIES: readonly FactKey[] = [
  'conflictOfInterestPolicy',
  'whistleblowerPolicy',
  'documentRetentionPolicy',
]

const governance = (form: Form, sourceTags: string[], parts: string[]): FormSection => ({
  sourceTags,
  facts: factsInParts(form, parts, CHECKLIST),
})

const GOVERNANCE: SectionDefinition['forms'] = {
  '990': {
    ...governance('990', ['Part IV', 'Part VI', 'Part XII'], ['Part IV', 'Part VI', 'Part XII']),
    derived: [
      'independentShare',
      'compensationReview',
      'auditedOrReviewedStatements',
      'returnOnWebsite',
      'relatedPartyTransactions',
    ],
    tables: ['statesFiled990'],
  },
  '990EZ': {
    ...governance('990EZ', ['Part V', 'Part VI'], ['Part V', 'Part VI']),
    derived: ['relatedPartyTransactions'],
    tables: ['statesFiled990EZ'],
  },
  '990PF': {
    ...governance('990PF', ['Statements regarding activities'], ['Part VII-A', 'Part VII-B']),
    tables: ['statesReported990PF'],
  },
}

const GRANTS_990: readonly TableKey[] = [
  'grantsToOrganizations',
  'grantsToIndividuals',
  'foreignGrants',
  'foreignIndividualGrants',
  'foreignActivities',
]
const INTERESTED: readonly TableKey[] = [
  'excessBenefitTransactions',
  'loansInterestedPersons',
  'grantsInterestedPersons',
  'businessTransactions',
]
const FUNDRAISING: readonly TableKey[] = [
  'fundraisers',
  'fundraisingEvents',
  'gaming',
  'fundraisingStates',
  'gamingStates',
]

const describeRelated = (subject: Subject, { isNamedAsRelated }: Organization): string =>
  sentence(
    [
      ...rows(subject, ['disregardedEntities'], 'disregarded entity', 'disregarded entities'),
      ...rows(subject, ['relatedExempt'], 'tax-exempt organization', 'tax-exempt organizations'),
      ...rows(subject, ['relatedPartnerships'], 'partnership', 'partnerships'),
      ...rows(subject, ['relatedCorporations'], 'corporation or trust', 'corporations and trusts'),
      ...rows(subject, ['relatedTransactions'], 'transaction', 'transactions'),
      ...rows(
        subject,
        ['unrelatedPartnerships'],
        'unrelated partnership',
        'unrelated partnerships',
      ),
    ],
    isNamedAsRelated ? 'Named as related by another organization' : 'no related organization',
  )

/** Every section by id: what it is made of on each form, and how it is worded. */
export const SECTIONS: Readonly<Record<SectionId, SectionDefinition>> = {
  MoneyFlow: {
    kind: 'Band',
    title: 'Money flow',
    forms: {
      '990': { sourceTags: ['Part I', 'Part VIII', 'Part IX', 'Part X'] },
      '990EZ': { sourceTags: ['Part I', 'Part II', 'Part III'] },
      '990PF': { sourceTags: ['Part I', 'Part II'] },
    },
    summarize: describeTotals,
    judge: (filing) => {
      const left = filedValue(filing, 'revenueLessExpenses')
      if (typeof left !== 'number') return undefined
      const label = left < 0 ? 'Spent more than it received' : 'Received at least what it spent'
      // A foundation spends from its endowment; a last return or part of a year tells no trend.
      const isTelling = filing.form !== '990PF' && !filing.isFinal && !isShortYear(filing)
      return { label, tone: !isTelling ? 'Neutral' : left < 0 ? 'Caution' : 'Good' }
    },
    isListed: (_, filing) => hasMoneyFlow(filing),
  },
  Rating: {
    kind: 'Band',
    title: 'Rating',
    forms: RATED_ON,
    summarize: (filing, organization) => describeRating(organization, filing),
    judge: (filing, organization) => judgeRating(organization, filing),
    isListed: isRatedBy,
  },
  Checks: {
    kind: 'Band',
    title: 'Cross-checks',
    forms: CHECKED_ON,
    summarize: describeChecks,
    judge: judgeChecks,
    isListed: (_, filing) => hasChecks(filing),
  },
  OperatingModel: {
    kind: 'Band',
    title: 'Operating model',
    forms: {
      '990': { sourceTags: ['Part I', 'Part VIII', 'Part IX', 'Part X'] },
      '990EZ': { sourceTags: ['Part I', 'Part III'] },
      '990PF': { sourceTags: ['Part I'] },
    },
    summarize: (filing, organization) => {
      const model = toOperatingModel(organization, filing)
      if (!model) return 'Not enough is filed to tell.'
      const { resource, delivery, modifiers } = model
      return sentence(
        [resource.label, delivery.label, ...modifiers.map(({ label }) => label)].map(lowerFirst),
        '',
      )
    },
    isListed: (organization, filing) => toOperatingModel(organization, filing) !== undefined,
  },
  Programs: {
    kind: 'Evidence',
    title: 'Mission and programs',
    forms: {
      '990': {
        sourceTags: ['Part I', 'Part III', 'Schedule O'],
        tables: ['programs990'],
        context: [
          'programExpenses',
          'programServiceRevenue',
          'otherProgramExpenses',
          'otherProgramGrants',
          'otherProgramRevenue',
        ],
        hasMission: true,
      },
      '990EZ': {
        sourceTags: ['Part III', 'Schedule O'],
        tables: ['programs990EZ'],
        context: ['programExpenses', 'programServiceRevenue'],
        hasMission: true,
      },
      '990PF': {
        sourceTags: ['Direct charitable activities'],
        tables: ['directActivities990PF', 'programInvestments990PF'],
        context: ['charitableDisbursements'],
      },
    },
    summarize: (subject) =>
      sentence(
        [
          ...rows(
            subject,
            ['programs990', 'programs990EZ', 'directActivities990PF'],
            'program described',
            'programs described',
          ),
          ...dollars(subject, 'programExpenses', 'of program expenses'),
        ],
        'the mission as filed',
      ),
  },
  Governance: {
    kind: 'Evidence',
    title: 'Governance and policies',
    forms: GOVERNANCE,
    summarize: (subject) => {
      const { answered, yes } = countAnswers(subject, GOVERNANCE[subject.form]?.facts ?? [])
      return sentence(
        [
          ...number(subject, 'votingMembers', 'voting member', 'voting members'),
          ...number(subject, 'independentMembers', 'independent member', 'independent members'),
          ...(answered > 0
            ? [`${plural(answered, 'question', 'questions')} answered, ${yes} with yes`]
            : []),
        ],
        'no question answered',
      )
    },
    judge: (subject) => {
      if (filedValue(subject, 'materialDiversion') === true) {
        return { label: 'Material diversion of assets reported', tone: 'Concern' }
      }
      const { answered, yes } = countAnswers(subject, POLICIES)
      if (answered === 0) return undefined
      return {
        label: `${yes} of ${plural(answered, 'key policy', 'key policies')}`,
        tone: yes === answered ? 'Good' : 'Caution',
      }
    },
  },
  Leadership: {
    kind: 'Evidence',
    title: 'Leadership and pay',
    isPageable: true,
    forms: {
      '990': {
        sourceTags: ['Part VII, Section A', 'Schedule J'],
        tables: [...leadershipTables('990'), COMPENSATION_TABLE],
        context: [
          'officerCompensation',
          'reportableCompensation',
          'relatedCompensation',
          'otherCompensation',
          'employees',
          'peopleOver100k',
          ...inSchedule('J'),
        ],
      },
      '990EZ': { sourceTags: ['Part IV', 'Part VI'], tables: leadershipTables('990EZ') },
      '990PF': {
        sourceTags: ['Officers, directors and trustees'],
        tables: leadershipTables('990PF'),
        context: ['officerCompensation'],
      },
    },
    summarize: (subject) =>
      sentence(
        [
          ...rows(subject, leadershipTables(subject.form), 'person listed', 'people listed'),
          ...rows(
            subject,
            [COMPENSATION_TABLE],
            'with compensation in detail',
            'with compensation in detail',
          ),
          ...dollars(subject, 'officerCompensation', 'paid to officers and key employees'),
        ],
        'nobody listed',
      ),
  },
  Contractors: {
    kind: 'Evidence',
    title: 'Highest paid contractors',
    isPageable: true,
    forms: {
      '990': {
        sourceTags: ['Part VII, Section B'],
        tables: ['contractors990'],
        context: ['contractorsOver100k'],
      },
      '990EZ': {
        sourceTags: ['Part VI'],
        tables: ['contractors990EZ'],
        context: ['contractorsOver100k'],
      },
      '990PF': { sourceTags: ['Highest paid contractors'], tables: ['contractors990PF'] },
    },
    summarize: (subject) =>
      sentence(
        rows(
          subject,
          ['contractors990', 'contractors990EZ', 'contractors990PF'],
          'contractor listed',
          'contractors listed',
        ),
        'no contractor listed',
      ),
  },
  Grants: {
    kind: 'Evidence',
    title: 'Grants',
    isPageable: true,
    forms: {
      '990': {
        sourceTags: ['Schedule I', 'Schedule F'],
        tables: GRANTS_990,
        context: [
          'grantsPaid',
          'grantsToDomesticOrganizations',
          'grantsToDomesticIndividuals',
          'foreignGrants',
          ...inSchedule('I'),
          ...inSchedule('F'),
        ],
      },
      '990PF': {
        sourceTags: ['Grants paid and approved'],
        tables: ['foundationGrantsPaid', 'foundationGrantsApproved'],
        context: ['grantsPaidTotal', 'grantsApprovedTotal', 'onlyPreselected'],
      },
    },
    summarize: (subject) =>
      sentence(
        [
          ...rows(
            subject,
            ['grantsToOrganizations', 'foundationGrantsPaid'],
            'grant to others',
            'grants to others',
          ),
          ...rows(
            subject,
            ['grantsToIndividuals'],
            'kind of grant to individuals',
            'kinds of grants to individuals',
          ),
          ...rows(
            subject,
            ['foreignGrants', 'foreignIndividualGrants'],
            'grant abroad',
            'grants abroad',
          ),
          ...rows(
            subject,
            ['foreignActivities'],
            'line of activity abroad',
            'lines of activity abroad',
          ),
          ...rows(
            subject,
            ['foundationGrantsApproved'],
            'grant approved for later',
            'grants approved for later',
          ),
          ...(subject.form === '990PF'
            ? dollars(subject, 'grantsPaidTotal', 'paid in all')
            : dollars(subject, 'grantsPaid', 'paid in all')),
        ],
        'no grant listed',
      ),
  },
  RelatedOrganizations: {
    kind: 'Evidence',
    title: 'Related organizations',
    isPageable: true,
    // Only a 990 has the schedule; any organization may be named on another's.
    forms: sameFor(FORMS, { sourceTags: ['Schedule R'], tables: RELATED_TABLES }),
    summarize: describeRelated,
    isListed: ({ isNamedAsRelated }, filing) =>
      isNamedAsRelated || countTables(RELATED_TABLES, filing) > 0,
  },
  InterestedPersons: {
    kind: 'Evidence',
    title: 'Transactions with interested persons',
    isPageable: true,
    forms: sameFor(['990', '990EZ'], {
      sourceTags: ['Schedule L'],
      tables: INTERESTED,
      context: INTERESTED_PERSON_LINES,
    }),
    summarize: (subject) =>
      sentence(
        [
          ...rows(
            subject,
            ['excessBenefitTransactions'],
            'excess benefit transaction',
            'excess benefit transactions',
          ),
          ...rows(subject, ['loansInterestedPersons'], 'loan', 'loans'),
          ...rows(subject, ['grantsInterestedPersons'], 'grant', 'grants'),
          ...rows(
            subject,
            ['businessTransactions'],
            'business transaction',
            'business transactions',
          ),
        ],
        'none listed',
      ),
    judge: (subject) =>
      rows(subject, ['excessBenefitTransactions'], '', '').length > 0
        ? { label: 'Excess benefit transaction reported', tone: 'Concern' }
        : undefined,
  },
  Fundraising: {
    kind: 'Evidence',
    title: 'Fundraising and gaming',
    isPageable: true,
    forms: sameFor(['990', '990EZ'], {
      sourceTags: ['Schedule G'],
      tables: FUNDRAISING,
      context: [
        'professionalFundraising',
        'fundraisingActivities',
        'gamingActivities',
        ...inSchedule('G'),
      ],
    }),
    summarize: (subject) =>
      sentence(
        [
          ...rows(subject, ['fundraisers'], 'professional fundraiser', 'professional fundraisers'),
          // The form names the two largest; how many others there are it leaves open or counts.
          ...rows(
            subject,
            ['fundraisingEvents'],
            'fundraising event by name',
            'fundraising events by name',
          ),
          ...rows(subject, ['gaming'], 'kind of gaming', 'kinds of gaming'),
        ],
        'no fundraiser, event or game by name',
      ),
  },
  NoncashContributions: {
    kind: 'Evidence',
    title: 'Noncash contributions',
    forms: {
      '990': {
        sourceTags: ['Schedule M'],
        tables: ['noncashContributions'],
        context: inSchedule('M'),
      },
    },
    summarize: (subject) =>
      sentence(
        rows(
          subject,
          ['noncashContributions'],
          'type of property received',
          'types of property received',
        ),
        'none listed',
      ),
  },
  FinancialStatements: {
    kind: 'Evidence',
    title: 'Financial statements',
    forms: {
      '990': {
        sourceTags: ['Part VIII', 'Part IX', 'Part X', 'Part XI'],
        facts: [
          'statementRevenue',
          'functionalExpenses',
          ...TOTALS,
          'balanceSheetAssets',
          'balanceSheetLiabilities',
          'balanceSheetNetAssets',
        ],
        statements: ['revenue990', 'expenses990', 'balance990', 'reconciliation990'],
      },
      '990EZ': {
        sourceTags: ['Part I', 'Part II'],
        facts: TOTALS,
        statements: ['revenue990EZ', 'expenses990EZ', 'netAssets990EZ', 'balance990EZ'],
      },
      '990PF': {
        sourceTags: ['Part I', 'Part II'],
        facts: TOTALS,
        statements: ['revenue990PF', 'expenses990PF', 'balance990PF', 'netAssets990PF'],
      },
    },
    summarize: describeTotals,
  },
  Foundation: {
    kind: 'Evidence',
    title: 'Payout of the foundation',
    forms: {
      '990PF': {
        sourceTags: ['Payout', 'Qualifying distributions', 'Application rules'],
        facts: [
          'minimumInvestmentReturn',
          'distributableAmount',
          'qualifyingDistributions',
          'undistributedIncome',
          'netInvestmentIncome',
          'exciseTax',
          'assetsFairMarketValue',
          'onlyPreselected',
        ],
        derived: ['distributionsToDistributableAmount'],
        statements: ['payout990PF', 'operatingFoundation990PF', 'reducedTax990PF'],
        tables: ['foundationManagers', 'applicationInformation'],
      },
    },
    summarize: (subject) =>
      sentence(
        [
          ...dollars(subject, 'qualifyingDistributions', 'of qualifying distributions'),
          ...dollars(subject, 'distributableAmount', 'that had to be distributed'),
          ...dollars(subject, 'assetsFairMarketValue', 'of assets at fair market value'),
        ],
        'no payout filed',
      ),
  },
  UnrelatedBusiness: {
    kind: 'Evidence',
    title: 'Unrelated business',
    forms: {
      '990T': {
        sourceTags: ['Form 990-T', 'Schedule A'],
        facts: factsInParts('990T', ['Part I', 'Part II', 'Part III'], ['money', 'count']),
        context: ['unrelatedBusinesses', 'totalAssetsEoy'],
        statements: ['tax990T'],
        tables: ['unrelatedBusinesses', 'lossCarryovers990T', 'explanations990T'],
      },
    },
    summarize: (subject) =>
      sentence(
        [
          ...rows(subject, ['unrelatedBusinesses'], 'trade or business', 'trades or businesses'),
          ...dollars(subject, 'unrelatedTaxableIncome', 'of taxable income'),
          ...dollars(subject, 'totalTax', 'of tax'),
        ],
        'no trade or business listed',
      ),
  },
  Postcard: {
    kind: 'Evidence',
    title: 'Electronic postcard',
    forms: { '990N': { sourceTags: ['Form 990-N'], facts: factsOfForm('990N') } },
    summarize: (subject) =>
      filedValue(subject, 'grossReceiptsNotOverLimit') === true
        ? 'Gross receipts are normally $50,000 or less; a postcard tells nothing more of them.'
        : 'A postcard, which tells nothing of money.',
  },
  Schedules: {
    kind: 'Evidence',
    title: 'Schedules',
    isPageable: true,
    forms: sameFor(FORMS, { sourceTags: ['Schedules and attachments'] }),
    summarize: (subject) =>
      sentence(
        [
          plural(
            schedulesOf(subject).length,
            'schedule or attachment',
            'schedules and attachments',
          ),
        ],
        '',
      ),
    isListed: (_, filing) => schedulesOf(filing).length > 0,
  },
}

/** Parts of a return other than its header and the form itself, in filed order. */
export const schedulesOf = ({ form, contents }: Pick<Filing, 'form' | 'contents'>) =>
  contents.blocks.filter(({ block }) => block !== HEADER_BLOCK && block !== FORM_BLOCK[form])
