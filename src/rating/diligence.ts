import type { Form } from '../domain/form.ts'
import type { ScreeningMatch } from './restriction.ts'

/** What a readiness is made of. Dates are YYYY-MM-DD; what is absent is not known. */
export type DiligenceFacts = {
  restrictions: readonly ScreeningMatch[]
  /** When recognition was revoked, unless it was reinstated since. */
  revokedOn?: string | undefined
  /** Its latest filing of the primary form. */
  latest?: { form: Form; taxYear: number; taxPeriodEnd: string; isTerminated: boolean } | undefined
  /** Where a material diversion of assets is reported: "Form 990 (tax year 2022), Part VI, line 5". */
  diversion?: string | undefined
  /** Labels of the cross-checks that failed. */
  failedChecks: readonly string[]
  /** Whether its rating has a score. */
  isRated: boolean
}

/** Whether an organization can be relied on without a further look (interface part 2.1). */
export type Readiness = {
  label: 'Clear' | 'Needs review' | 'Compliance issue flagged'
  tone: 'Good' | 'Caution' | 'Concern'
  /** Sentences with the source named; none when clear. */
  reviewReasons: string[]
  restrictionStatus: 'Confirmed' | 'Review' | 'Clear'
  /** Entries of restriction lists by status. */
  restrictionConfirmed: number
  restrictionReview: number
}

/** The readiness of an organization (decisions part 8) on a day, YYYY-MM-DD. */
export function toReadiness(facts: DiligenceFacts, today: string): Readiness {
  const confirmed = facts.restrictions.filter(({ status }) => status === 'Confirmed').length
  const review = facts.restrictions.length - confirmed
  const reasons = [...concerns(facts), ...cautions(facts, today)]
  const isConcern = concerns(facts).length > 0
  const isCaution = reasons.length > 0
  return {
    label: isConcern ? 'Compliance issue flagged' : isCaution ? 'Needs review' : 'Clear',
    tone: isConcern ? 'Concern' : isCaution ? 'Caution' : 'Good',
    reviewReasons: reasons,
    restrictionStatus: confirmed > 0 ? 'Confirmed' : review > 0 ? 'Review' : 'Clear',
    restrictionConfirmed: confirmed,
    restrictionReview: review,
  }
}

const concerns = (_facts: DiligenceFacts): string[] => []
const cautions = (_facts: DiligenceFacts, _today: string): string[] => []
