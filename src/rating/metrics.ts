import type { FactKey } from '../domain/facts/definitions.ts'
import type { DerivedKey } from '../domain/facts/derived.ts'

/** Categories of the rating and their weights, out of 100. */
export const CATEGORIES = {
  financialEfficiency: { label: 'Financial Efficiency', weight: 40 },
  transparency: { label: 'Transparency & Controls', weight: 30 },
  accountability: { label: 'Accountability', weight: 20 },
  sustainability: { label: 'Sustainability', weight: 5 },
  growth: { label: 'Growth', weight: 5 },
} as const
export type CategoryKey = keyof typeof CATEGORIES

export type MetricDefinition = {
  label: string
  category: CategoryKey
  /** `percentile` metrics are ranked among peers; `value` metrics (0 to 1) are used directly. */
  kind: 'percentile' | 'value'
  /** Whether a higher or lower value is better; lower-is-better values are inverted. */
  direction: 'higher' | 'lower'
  unit: 'ratio' | 'months' | 'boolean' | 'count'
  /** Values above the cap count as the cap. */
  cap?: number
  /** The source of its raw value. */
  from: { derived: DerivedKey } | { fact: FactKey } | { checks: true }
}

type Source = MetricDefinition['from']

const ranked = (
  label: string,
  category: CategoryKey,
  direction: 'higher' | 'lower',
  unit: 'ratio' | 'months',
  derived: DerivedKey,
): MetricDefinition => ({
  label,
  category,
  kind: 'percentile',
  direction,
  unit,
  from: { derived },
})

/** A yes-or-no answer, which scores 1 or 0 without ranking. */
const answer = (
  label: string,
  category: CategoryKey,
  direction: 'higher' | 'lower',
  from: Source,
): MetricDefinition => ({ label, category, kind: 'value', direction, unit: 'boolean', from })

const policy = (label: string, from: Source): MetricDefinition =>
  answer(label, 'transparency', 'higher', from)

/** The metrics of the rating (docs/using/rating.md). */
export const METRICS = {
  programRatio: ranked('Program ratio', 'financialEfficiency', 'higher', 'ratio', 'programRatio'),
  administrativeRatio: ranked(
    'Administrative ratio',
    'financialEfficiency',
    'lower',
    'ratio',
    'administrativeRatio',
  ),
  fundraisingRatio: ranked(
    'Fundraising ratio',
    'financialEfficiency',
    'lower',
    'ratio',
    'fundraisingRatio',
  ),
  missionDeploymentRate: {
    ...ranked(
      'Mission Deployment Rate',
      'financialEfficiency',
      'higher',
      'ratio',
      'missionDeploymentRate',
    ),
    cap: 1,
  },
  conflictOfInterestPolicy: policy('Conflict of interest policy', {
    fact: 'conflictOfInterestPolicy',
  }),
  whistleblowerPolicy: policy('Whistleblower policy', { fact: 'whistleblowerPolicy' }),
  documentRetentionPolicy: policy('Document retention policy', { fact: 'documentRetentionPolicy' }),
  boardMinutes: policy('Minutes of board meetings', { fact: 'boardMinutes' }),
  auditedOrReviewedStatements: policy('Audited, reviewed, or compiled financial statements', {
    derived: 'auditedOrReviewedStatements',
  }),
  returnGivenToBoard: policy('Return given to the board before filing', {
    fact: 'returnGivenToBoard',
  }),
  returnOnWebsite: policy('Return available on a website', { derived: 'returnOnWebsite' }),
  compensationReview: policy('Compensation review', { derived: 'compensationReview' }),
  independentShare: {
    label: 'Share of independent board members',
    category: 'accountability',
    kind: 'value',
    direction: 'higher',
    unit: 'ratio',
    from: { derived: 'independentShare' },
  },
  officerCompensationShare: ranked(
    'Officer compensation as a share of expenses',
    'accountability',
    'lower',
    'ratio',
    'officerCompensationShare',
  ),
  materialDiversion: answer('Material diversion of assets', 'accountability', 'lower', {
    fact: 'materialDiversion',
  }),
  relatedPartyTransactions: answer('Related-party transactions', 'accountability', 'lower', {
    derived: 'relatedPartyTransactions',
  }),
  failedChecks: {
    label: 'Failed cross-checks',
    category: 'accountability',
    kind: 'value',
    direction: 'lower',
    unit: 'count',
    cap: 1,
    from: { checks: true },
  },
  reserveMonths: ranked('Reserve months', 'sustainability', 'higher', 'months', 'reserveMonths'),
  liabilitiesToAssets: ranked(
    'Ratio of liabilities to assets',
    'sustainability',
    'lower',
    'ratio',
    'liabilitiesToAssets',
  ),
  revenueGrowthThreeYears: ranked(
    'Three-year revenue growth, per year',
    'growth',
    'higher',
    'ratio',
    'revenueGrowthThreeYears',
  ),
  programExpenseGrowthThreeYears: ranked(
    'Three-year program expense growth, per year',
    'growth',
    'higher',
    'ratio',
    'programExpenseGrowthThreeYears',
  ),
} satisfies Record<string, MetricDefinition>
export type MetricKey = keyof typeof METRICS
