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
}

const ranked = (
  label: string,
  category: CategoryKey,
  direction: 'higher' | 'lower',
  unit: 'ratio' | 'months',
): MetricDefinition => ({ label, category, kind: 'percentile', direction, unit })

/** A yes-or-no answer, which scores 1 or 0 without ranking. */
const answer = (
  label: string,
  category: CategoryKey,
  direction: 'higher' | 'lower',
): MetricDefinition => ({ label, category, kind: 'value', direction, unit: 'boolean' })

const policy = (label: string): MetricDefinition => answer(label, 'transparency', 'higher')

/**
 * The metrics of the rating (docs/using/rating.md). Each is the fact or derived figure with its key,
 * or is computed here.
 */
export const METRICS = {
  programRatio: ranked('Program ratio', 'financialEfficiency', 'higher', 'ratio'),
  administrativeRatio: ranked('Administrative ratio', 'financialEfficiency', 'lower', 'ratio'),
  fundraisingRatio: ranked('Fundraising ratio', 'financialEfficiency', 'lower', 'ratio'),
  missionDeploymentRate: {
    ...ranked('Mission Deployment Rate', 'financialEfficiency', 'higher', 'ratio'),
    cap: 1,
  },
  conflictOfInterestPolicy: policy('Conflict of interest policy'),
  whistleblowerPolicy: policy('Whistleblower policy'),
  documentRetentionPolicy: policy('Document retention policy'),
  boardMinutes: policy('Minutes of board meetings'),
  auditedOrReviewedStatements: policy('Audited, reviewed, or compiled financial statements'),
  returnGivenToBoard: policy('Return given to the board before filing'),
  returnOnWebsite: policy('Return available on a website'),
  compensationReview: policy('Compensation review'),
  independentShare: {
    label: 'Share of independent board members',
    category: 'accountability',
    kind: 'value',
    direction: 'higher',
    unit: 'ratio',
  },
  officerCompensationShare: ranked(
    'Officer compensation as a share of expenses',
    'accountability',
    'lower',
    'ratio',
  ),
  materialDiversion: answer('Material diversion of assets', 'accountability', 'lower'),
  relatedPartyTransactions: answer('Related-party transactions', 'accountability', 'lower'),
  failedChecks: {
    label: 'Failed cross-checks',
    category: 'accountability',
    kind: 'value',
    direction: 'lower',
    unit: 'count',
    cap: 1,
  },
  reserveMonths: ranked('Reserve months', 'sustainability', 'higher', 'months'),
  liabilitiesToAssets: ranked('Ratio of liabilities to assets', 'sustainability', 'lower', 'ratio'),
  revenueGrowthThreeYears: ranked(
    'Three-year revenue growth, per year',
    'growth',
    'higher',
    'ratio',
  ),
  programExpenseGrowthThreeYears: ranked(
    'Three-year program expense growth, per year',
    'growth',
    'higher',
    'ratio',
  ),
} satisfies Record<string, MetricDefinition>
export type MetricKey = keyof typeof METRICS
