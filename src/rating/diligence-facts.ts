import type { Form } from '../domain/form.ts'
import type { CheckOutcome } from './cross-checks/check.ts'
import type { Rating } from './rating.ts'
import type { Restriction, RestrictionList } from './restriction.ts'

/** The facts behind a readiness. Dates are YYYY-MM-DD; absent means unknown. */
export type DiligenceFacts = {
  /** Restriction lists that are loaded. */
  screenedLists: readonly RestrictionList[]
  restrictions: readonly Restriction[]
  /** When recognition was revoked, unless it has been reinstated. */
  revokedOn?: string | undefined
  /** The latest filing of the primary form; `isWaiting` if the facts for checks are not derived yet. */
  latest?: (FiledReturn & { isWaiting: boolean }) | undefined
  /** The newest filing of any form. */
  newest?: FiledReturn | undefined
  /** The line that reports a material diversion: "Form 990 (tax year 2022), Part VI, line 5". */
  diversion?: string | undefined
  failedChecks: readonly Pick<CheckOutcome, 'rule' | 'label' | 'explanation'>[]
  /** State of the rating of `latest`; undefined if none was computed. */
  ratingState?: Rating['state'] | undefined
}

/** `isFinal` if the box for a final return or a terminated organization is checked. */
export type FiledReturn = { form: Form; taxYear: number; taxPeriodEnd: string; isFinal: boolean }
