import type { FactKey } from '../domain/facts/definitions.ts'
import type { DerivedKey } from '../domain/facts/derived.ts'

/** Categories of the rating and their weights, of 100. */
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
  /** `percentile` is ranked among peers; `value` is used as it is, from 0 to 1. */
  kind: 'percentile' | 'value'
  /** Which direction is better; lower-is-better values are inverted. */
  direction: 'higher' | 'lower'
  unit: 'ratio' | 'months' | 'boolean' | 'count'
  /** Greater values count as this one. */
  cap?: number
  /** Where its raw value comes from. */
  from: { derived: DerivedKey } | { fact: FactKey } | { checks: true }
}

/** The metrics of the rating (docs/rating.md). */
export const METRICS = {
  programRatio: {
    label: 'Program ratio',
    category: 'financialEfficiency',
    kind: 'percentile',
    direction: 'higher',
    unit: 'ratio',
    from: { derived: 'programRatio' },
  },
  administrativeRatio: {
    label: 'Administrative ratio',
    category: 'financialEfficiency',
    kind: 'percentile',
    direction: 'lower',
    unit: 'ratio',
    from: { derived: 'administrativeRatio' },
  },
  fundraisingRatio: {
    label: 'Fundraising ratio',
    category: 'financialEfficiency',
    kind: 'percentile',
    direction: 'lower',
    unit: 'ratio',
    from: { derived: 'fundraisingRatio' },
  },
  missionDeploymentRate: {
    label: 'Mission Deployment Rate',
    category: 'financialEfficiency',
    kind: 'percentile',
    direction: 'higher',
    unit: 'ratio',
    cap: 1,
    from: { derived: 'missionDeploymentRate' },
  },
  conflictOfInterestPolicy: {
    label: 'Conflict of interest policy',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { fact: 'conflictOfInterestPolicy' },
  },
  whistleblowerPolicy: {
    label: 'Whistleblower policy',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { fact: 'whistleblowerPolicy' },
  },
  documentRetentionPolicy: {
    label: 'Document retention policy',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { fact: 'documentRetentionPolicy' },
  },
  boardMinutes: {
    label: 'Minutes of board meetings',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { fact: 'boardMinutes' },
  },
  auditedOrReviewedStatements: {
    label: 'Audited, reviewed or compiled financial statements',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { derived: 'auditedOrReviewedStatements' },
  },
  returnGivenToBoard: {
    label: 'Return given to the board before filing',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { fact: 'returnGivenToBoard' },
  },
  returnOnWebsite: {
    label: 'Return on a website',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { derived: 'returnOnWebsite' },
  },
  compensationReview: {
    label: 'Compensation review',
    category: 'transparency',
    kind: 'value',
    direction: 'higher',
    unit: 'boolean',
    from: { derived: 'compensationReview' },
  },
  independentShare: {
    label: 'Share of independent board members',
    category: 'accountability',
    kind: 'value',
    direction: 'higher',
    unit: 'ratio',
    from: { derived: 'independentShare' },
  },
  officerCompensationShare: {
    label: 'Officer compensation share of expenses',
    category: 'accountability',
    kind: 'percentile',
    direction: 'lower',
    unit: 'ratio',
    from: { derived: 'officerCompensationShare' },
  },
  materialDiversion: {
    label: 'Material diversion of assets',
    category: 'accountability',
    kind: 'value',
    direction: 'lower',
    unit: 'boolean',
    from: { fact: 'materialDiversion' },
  },
  relatedPartyTransactions: {
    label: 'Related-party transactions',
    category: 'accountability',
    kind: 'value',
    direction: 'lower',
    unit: 'boolean',
    from: { derived: 'relatedPartyTransactions' },
  },
  failedChecks: {
    label: 'Failed cross-checks',
    category: 'accountability',
    kind: 'value',
    direction: 'lower',
    unit: 'count',
    cap: 1,
    from: { checks: true },
  },
  reserveMonths: {
    label: 'Reserve months',
    category: 'sustainability',
    kind: 'percentile',
    direction: 'higher',
    unit: 'months',
    from: { derived: 'reserveMonths' },
  },
  liabilitiesToAssets: {
    label: 'Liabilities to assets',
    category: 'sustainability',
    kind: 'percentile',
    direction: 'lower',
    unit: 'ratio',
    from: { derived: 'liabilitiesToAssets' },
  },
  revenueGrowthThreeYears: {
    label: 'Three-year revenue growth, per year',
    category: 'growth',
    kind: 'percentile',
    direction: 'higher',
    unit: 'ratio',
    from: { derived: 'revenueGrowthThreeYears' },
  },
  programExpenseGrowthThreeYears: {
    label: 'Three-year program expense growth, per year',
    category: 'growth',
    kind: 'percentile',
    direction: 'higher',
    unit: 'ratio',
    from: { derived: 'programExpenseGrowthThreeYears' },
  },
} as const satisfies Record<string, MetricDefinition>
export type MetricKey = keyof typeof METRICS
