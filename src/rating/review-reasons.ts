import { FORM_NAMES } from '../domain/facts/citation.ts'
import { YEAR_CHECKS } from './cross-checks/rules-years.ts'
import { LIST_NAMES } from './describe-match.ts'
import type { DiligenceFacts, FiledReturn } from './diligence-facts.ts'
import { RATED_FORMS } from './rating.ts'
import { RESTRICTION_LISTS } from './restriction.ts'

const nameOf = ({ form, taxYear }: FiledReturn): string =>
  `${FORM_NAMES[form]} (tax year ${taxYear})`

/** Reports a revoked exemption. */
export const describeRevocation = ({ revokedOn }: DiligenceFacts): string[] =>
  revokedOn === undefined
    ? []
    : [
        `The IRS revoked its tax exemption on ${revokedOn} and has not reinstated it since (Automatic Revocation of Exemption List).`,
      ]

/** Reports a diversion of assets. */
export const describeDiversion = ({ diversion }: DiligenceFacts): string[] =>
  diversion === undefined ? [] : [`It reports a material diversion of its assets: ${diversion}.`]

const isOfYears = ({ rule }: DiligenceFacts['failedChecks'][number]): boolean =>
  YEAR_CHECKS.some(({ key }) => key === rule)

/**
 * Reports failed cross-checks. Restated figures differ from the previous return in several lines at
 * once, so those are one reason.
 */
export function describeChecks({ failedChecks }: DiligenceFacts): string[] {
  const alone = failedChecks.filter((check) => !isOfYears(check))
  const ofYears = failedChecks.filter(isOfYears)
  const labels = ofYears.map(({ label }) => label).join('; ')
  const [first, ...more] = ofYears
  return [
    ...alone.map(describeCheck),
    ...(first && more.length === 0 ? [describeCheck(first)] : []),
    ...(more.length > 0 ? [`Cross-checks against the return before failed: ${labels}.`] : []),
  ]
}

const describeCheck = ({ explanation }: DiligenceFacts['failedChecks'][number]): string =>
  `A cross-check failed: ${explanation}`

/** Reports that no filing is known, or that the latest one has not been checked yet. */
export function describeUnread({ latest, newest }: DiligenceFacts): string[] {
  if (!newest) return ['No filing of it is known; only IRS lists tell of it.']
  if (latest && !latest.isWaiting) return []
  const which = latest ?? newest
  return [
    `Its return, ${nameOf(which)}, could not be checked yet: neither its figures were compared nor its officers looked up, since it is being prepared after an update.`,
  ]
}

const YEARS = 3

/** Returns the newest filing; of two that end on the same day, the one of the primary form. */
const newestOf = ({ latest, newest }: DiligenceFacts): FiledReturn | undefined =>
  latest && newest && newest.taxPeriodEnd > latest.taxPeriodEnd ? newest : (latest ?? newest)

/** Reports that the newest filing, postcards included, is over three years old. */
export function describeAge(facts: DiligenceFacts, today: string): string[] {
  const newest = newestOf(facts)
  const limit = `${Number(today.slice(0, 4)) - YEARS}${today.slice(4)}`
  if (!newest || newest.taxPeriodEnd >= limit) return []
  return [
    `Its latest return, ${nameOf(newest)}, is over three years old: its period ended on ${newest.taxPeriodEnd}.`,
  ]
}

/** Reports that the newest filing is a final one. */
export function describeEnd(facts: DiligenceFacts): string[] {
  const newest = newestOf(facts)
  if (!newest?.isFinal) return []
  const what =
    newest.form === '990N' ? 'says that it has terminated' : 'is marked as its final return'
  return [`Its latest return, ${nameOf(newest)}, ${what}.`]
}

/** Reports that a filer of a rated form has no rating. */
export function describeRating({ latest, ratingState }: DiligenceFacts): string[] {
  if (!latest || ratingState === 'Scored') return []
  if (!RATED_FORMS.some((form) => form === latest.form)) return []
  const reason =
    ratingState === 'NotEnoughData' ? 'does not tell enough for one' : 'has not been rated yet'
  return [`It has no rating: its ${nameOf(latest)} ${reason}.`]
}

/** Reports restriction lists that are not loaded. */
export function describeScreening({ screenedLists }: DiligenceFacts): string[] {
  if (screenedLists.length === 0) return ['Not screened: no restriction list is loaded.']
  return RESTRICTION_LISTS.filter((list) => !screenedLists.includes(list)).map(
    (list) => `Not screened against the ${LIST_NAMES[list]}, which is not loaded.`,
  )
}
