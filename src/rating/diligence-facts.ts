import type { Form } from '../domain/form.ts'
import type { CheckOutcome } from './cross-checks/check.ts'
import type { Rating } from './rating.ts'
import type { Restriction, RestrictionList } from './restriction.ts'

/** What a readiness is made of. Dates are YYYY-MM-DD; what is absent is not known. */
export type DiligenceFacts = {
  /** Restriction lists that are loaded. */
  screenedLists: readonly RestrictionList[]
  restrictions: readonly Restriction[]
  /** When recognition was revoked, unless it was reinstated since. */
  revokedOn?: string | undefined
  /** Its latest filing of the primary form; `isWaiting`: what checks read is not derived yet. */
  latest?: (FiledReturn & { isWaiting: boolean }) | undefined
  /** Its newest filing of any form. */
  newest?: FiledReturn | undefined
  /** Where a material diversion of assets is reported: "Form 990 (tax year 2022), Part VI, line 5". */
  diversion?: string | undefined
  failedChecks: readonly Pick<CheckOutcome, 'rule' | 'label' | 'explanation'>[]
  /** Of `latest`; undefined: none was computed. */
  ratingState?: Rating['state'] | undefined
}

/** `isFinal`: the box for a final return or terminated organization is ticked. */
export type FiledReturn = { form: Form; taxYear: number; taxPeriodEnd: string; isFinal: boolean }
