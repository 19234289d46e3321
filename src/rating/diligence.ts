import { describeMatch } from './describe-match.ts'
import {
  type DiligenceFacts,
  describeAge,
  describeDiversion,
  describeEnd,
  describeFailedChecks,
  describeNoRating,
  describeRevocation,
  describeScreening,
  describeUnchecked,
  describeUnlisted,
  describeUnread,
} from './review-reasons.ts'

/** Whether an organization needs review (docs/using/organizations.md). */
export type Readiness = {
  label: 'Clear' | 'Needs review' | 'Compliance issue flagged'
  /** Neutral if `isOnlyUnknown`. */
  tone: 'Good' | 'Caution' | 'Concern' | 'Neutral'
  /** True if it needs review only because data is missing, which is not a warning. */
  isOnlyUnknown?: true
  /** Sentences that name their source: reasons for the label, then what could not be checked. */
  reviewReasons: string[]
  /** Absent when no restriction list is loaded. */
  restriction?: RestrictionCount
}

/** Number of matching entries by status. */
type RestrictionCount = {
  status: 'Confirmed' | 'Review' | 'Clear'
  confirmed: number
  review: number
}

/** Returns the readiness of an organization on a day, YYYY-MM-DD. */
export function toReadiness(facts: DiligenceFacts, today: string): Readiness {
  const confirmed = facts.restrictions.filter(({ status }) => status === 'Confirmed')
  const review = facts.restrictions.filter(({ status }) => status === 'Review')
  const concerns = [...confirmed.map(describeMatch), ...describeRevocation(facts)]
  const cautions = [
    ...review.map(describeMatch),
    ...describeDiversion(facts),
    ...describeFailedChecks(facts),
    ...describeUnlisted(facts),
    ...describeAge(facts, today),
    ...describeEnd(facts),
  ]
  const unknown = [
    ...describeUnread(facts),
    ...describeUnchecked(facts),
    ...describeNoRating(facts),
  ]
  const isScreened = facts.screenedLists.length > 0
  return {
    ...labelOf(concerns.length, cautions.length, unknown.length),
    reviewReasons: [...concerns, ...cautions, ...unknown, ...describeScreening(facts)],
    ...(isScreened && { restriction: countOf(confirmed.length, review.length) }),
  }
}

function labelOf(
  concerns: number,
  cautions: number,
  unknown: number,
): Pick<Readiness, 'label' | 'tone' | 'isOnlyUnknown'> {
  if (concerns > 0) return { label: 'Compliance issue flagged', tone: 'Concern' }
  if (cautions > 0) return { label: 'Needs review', tone: 'Caution' }
  if (unknown > 0) return { label: 'Needs review', tone: 'Neutral', isOnlyUnknown: true }
  return { label: 'Clear', tone: 'Good' }
}

const countOf = (confirmed: number, review: number): RestrictionCount => ({
  status: confirmed > 0 ? 'Confirmed' : review > 0 ? 'Review' : 'Clear',
  confirmed,
  review,
})
