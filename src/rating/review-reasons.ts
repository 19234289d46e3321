import { FORM_NAMES } from '../domain/facts/citation.ts'
import { YEAR_CHECKS } from './cross-checks/rules-years.ts'
import { LIST_NAMES } from './describe-match.ts'
import type { DiligenceFacts, FiledReturn } from './diligence-facts.ts'
import { RATED_FORMS } from './rating.ts'
import { RESTRICTION_LISTS } from './restriction.ts'

const nameOf = ({ form, taxYear }: FiledReturn): string =>
  `${FORM_NAMES[form]} (tax year ${taxYear})`

/** That its exemption is revoked. */
export const describeRevocation = ({ revokedOn }: DiligenceFacts): string[] =>
  revokedOn === undefined
    ? []
    : [
        `The IRS revoked its tax exemption on ${revokedOn} and has not reinstated it since (Automatic Revocation of Exemption List).`,
      ]

/** That assets were diverted. */
export const describeDiversion = ({ diversion }: DiligenceFacts): string[] =>
  diversion === undefined ? [] : [`It reports a material diversion of its assets: ${diversion}.`]

const isOfYears = ({ rule }: DiligenceFacts['failedChecks'][number]): boolean =>
  YEAR_CHECKS.some(({ key }) => key === rule)

/**
 * The cross-checks that failed. Figures that were restated differ from the return before in several
 * lines at once: that is one reason and not one for each line.
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

/** That nothing, or nothing that could be looked into yet, was filed. */
export function describeUnread({ latest, newest }: DiligenceFacts): string[] {
  if (!newest) return ['No filing of it is known; only IRS lists tell of it.']
  if (latest && !latest.isWaiting) return []
  const which = latest ?? newest
  return [
    `Its return, ${nameOf(which)}, could not be checked yet: neither its figures were compared nor its officers looked up, since it is being prepared after an update.`,
  ]
}

const YEARS = 3

/** Of several that end on one day the one of the primary form speaks for it. */
const newestOf = ({ latest, newest }: DiligenceFacts): FiledReturn | undefined =>
  latest && newest && newest.taxPeriodEnd > latest.taxPeriodEnd ? newest : (latest ?? newest)

/** That whatever it filed last, a postcard included, is over three years old. */
export function describeAge(facts: DiligenceFacts, today: string): string[] {
  const newest = newestOf(facts)
  const limit = `${Number(today.slice(0, 4)) - YEARS}${today.slice(4)}`
  if (!newest || newest.taxPeriodEnd >= limit) return []
  return [
    `Its latest return, ${nameOf(newest)}, is over three years old: its period ended on ${newest.taxPeriodEnd}.`,
  ]
}

/** That whatever it filed last says it is the end. */
export function describeEnd(facts: DiligenceFacts): string[] {
  const newest = newestOf(facts)
  if (!newest?.isFinal) return []
  const what =
    newest.form === '990N' ? 'says that it has terminated' : 'is marked as its final return'
  return [`Its latest return, ${nameOf(newest)}, ${what}.`]
}

/** That a filer of a form that is rated has no rating. */
export function describeRating({ latest, ratingState }: DiligenceFacts): string[] {
  if (!latest || ratingState === 'Scored') return []
  if (!RATED_FORMS.some((form) => form === latest.form)) return []
  const reason =
    ratingState === 'NotEnoughData' ? 'does not tell enough for one' : 'has not been rated yet'
  return [`It has no rating: its ${nameOf(latest)} ${reason}.`]
}

/** Which restriction lists it was not screened against, since they are not loaded. */
export function describeScreening({ screenedLists }: DiligenceFacts): string[] {
  if (screenedLists.length === 0) return ['Not screened: no restriction list is loaded.']
  return RESTRICTION_LISTS.filter((list) => !screenedLists.includes(list)).map(
    (list) => `Not screened against the ${LIST_NAMES[list]}, which is not loaded.`,
  )
}
