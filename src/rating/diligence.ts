import { formatDay, formatMonth } from '#src/domain/days.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import { US_STATES } from '#src/domain/places/states.ts'
import { isOld } from '#src/domain/tax-period.ts'
import type { CheckOutcome } from './cross-checks/check.ts'
import { isOfYears } from './cross-checks/cross-check.ts'
import { describeMatch, LIST_NAMES } from './describe-match.ts'
import { isRated, type Rating } from './rating.ts'
import { RESTRICTION_LISTS, type Restriction, type RestrictionList } from './restriction.ts'

/** The facts that determine readiness. Dates are YYYY-MM-DD; absent means unknown. */
export type DiligenceFacts = {
  /** Restriction lists that are loaded. */
  screenedLists: readonly RestrictionList[]
  restrictions: readonly Restriction[]
  recognition: Recognition
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

/** What the loaded extracts of the IRS registry say about an organization. */
type Recognition = {
  isListed: boolean
  /** USPS code and ISO 3166 code; null if unknown. */
  state: string | null
  country: string | null
  /** Newest month of the extracts for its state, YYYY-MM; null if none is loaded. */
  registryAsOf: string | null
}

/** `isFinal` is true if the box for a final return or a terminated organization is checked. */
export type FiledReturn = { form: Form; taxYear: number; taxPeriodEnd: string; isFinal: boolean }

/** Whether an organization needs review (docs/using/organizations.md). */
export type Readiness = {
  label: 'Clear' | 'Needs review' | 'Compliance issue flagged'
  /** Neutral if `onlyReason` is set. */
  tone: 'Good' | 'Caution' | 'Concern' | 'Neutral'
  /** Set if it needs review only because its return is old or data is missing: no warning. */
  onlyReason?: 'Age' | 'Unknown'
  /** Sentences that name their source: reasons for the label, then what could not be checked. */
  reviewReasons: string[]
  /** Absent when no restriction list is loaded. */
  restriction?: ReturnType<typeof countOf>
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
    ...describeEnd(facts),
  ]
  const age = describeAge(facts, today)
  const unknown = [
    ...describeUnread(facts),
    ...describeUnchecked(facts),
    ...describeNoRating(facts),
  ]
  const isScreened = facts.screenedLists.length > 0
  return {
    ...labelOf(concerns.length, cautions.length, unknown.length, age.length),
    reviewReasons: [...concerns, ...cautions, ...age, ...unknown, ...describeScreening(facts)],
    ...(isScreened && { restriction: countOf(confirmed.length, review.length) }),
  }
}

function labelOf(
  concerns: number,
  cautions: number,
  unknown: number,
  age: number,
): Pick<Readiness, 'label' | 'tone' | 'onlyReason'> {
  if (concerns > 0) return { label: 'Compliance issue flagged', tone: 'Concern' }
  if (cautions > 0) return { label: 'Needs review', tone: 'Caution' }
  if (unknown > 0) return { label: 'Needs review', tone: 'Neutral', onlyReason: 'Unknown' }
  if (age > 0) return { label: 'Needs review', tone: 'Neutral', onlyReason: 'Age' }
  return { label: 'Clear', tone: 'Good' }
}

const countOf = (confirmed: number, review: number) => {
  const status = confirmed > 0 ? 'Confirmed' : review > 0 ? 'Review' : 'Clear'
  return { status, confirmed, review } as const
}

const nameOf = ({ form, taxYear }: FiledReturn): string =>
  `${FORM_NAMES[form]} (tax year ${taxYear})`

/** Reports a revoked exemption. */
const describeRevocation = ({ revokedOn }: DiligenceFacts): string[] =>
  revokedOn === undefined
    ? []
    : [
        `The IRS revoked the organization's tax exemption on ${formatDay(revokedOn)} and has not reinstated it (Automatic Revocation of Exemption List).`,
      ]

const isUnlisted = ({ recognition, revokedOn }: DiligenceFacts): boolean =>
  !recognition.isListed && revokedOn === undefined

/** Reports that the loaded registry does not list an organization that is not revoked either. */
function describeUnlisted(facts: DiligenceFacts): string[] {
  const { registryAsOf } = facts.recognition
  if (!isUnlisted(facts) || registryAsOf === null) return []
  return [
    `The IRS registry${areaOf(facts.recognition)} (${formatMonth(registryAsOf)}) does not list this EIN.`,
  ]
}

/** Reports that recognition was not checked, because no registry extract for the state is loaded. */
function describeUnchecked(facts: DiligenceFacts): string[] {
  if (!isUnlisted(facts) || facts.recognition.registryAsOf !== null) return []
  const area = areaOf(facts.recognition)
  return [
    area === ''
      ? "The organization's state is unknown, so recognition could not be checked in the IRS registry."
      : `The IRS registry${area} is not loaded, so recognition could not be checked.`,
  ]
}

// The IRS publishes its registry by state, with foreign organizations apart.
function areaOf({ state, country }: Recognition): string {
  if (country !== null && country !== 'US') return ' for organizations outside the United States'
  return state === null ? '' : ` for ${US_STATES[state] ?? state}`
}

/** Reports a diversion of assets. */
const describeDiversion = ({ diversion }: DiligenceFacts): string[] =>
  diversion === undefined ? [] : [`It reports a material diversion of its assets: ${diversion}.`]

/**
 * Reports failed cross-checks. Restated figures differ from the previous return in several lines at
 * once, so those count as one reason.
 */
function describeFailedChecks({ failedChecks }: DiligenceFacts): string[] {
  const alone = failedChecks.filter(({ rule }) => !isOfYears(rule))
  const ofYears = failedChecks.filter(({ rule }) => isOfYears(rule))
  const labels = ofYears.map(({ label }) => label).join('; ')
  const [first, ...more] = ofYears
  return [
    ...alone.map(describeCheck),
    ...(first && more.length === 0 ? [describeCheck(first)] : []),
    ...(more.length > 0 ? [`Cross-checks against the previous return failed: ${labels}.`] : []),
  ]
}

const describeCheck = ({ explanation }: DiligenceFacts['failedChecks'][number]): string =>
  `A cross-check failed: ${explanation}`

/** Reports that no filing is available, or that the latest one has not been checked yet. */
function describeUnread({ latest, newest }: DiligenceFacts): string[] {
  if (!newest)
    return ['The service has no filings from this organization, only entries in IRS lists.']
  if (latest && !latest.isWaiting) return []
  const which = latest ?? newest
  return [
    `Its return, ${nameOf(which)}, is still being processed after an update, so its figures and officers have not been checked yet.`,
  ]
}

/** Returns the newest filing; if two end on the same day, the one on the primary form. */
const newestOf = ({ latest, newest }: DiligenceFacts): FiledReturn | undefined =>
  latest && newest && newest.taxPeriodEnd > latest.taxPeriodEnd ? newest : (latest ?? newest)

/**
 * Reports that the newest filing, postcards included, is over three years old, so that a newer one
 * was due, extensions included. That is missing data, not a warning about the organization.
 */
function describeAge(facts: DiligenceFacts, today: string): string[] {
  const newest = newestOf(facts)
  if (!newest || !isOld(newest.taxPeriodEnd, today)) return []
  return [
    `Its latest return, ${nameOf(newest)}, is more than three years old. The tax period ended on ${formatDay(newest.taxPeriodEnd)}.`,
  ]
}

/** Reports that the newest filing is a final one. */
function describeEnd(facts: DiligenceFacts): string[] {
  const newest = newestOf(facts)
  if (!newest?.isFinal) return []
  const what =
    newest.form === '990N'
      ? 'says that the organization has terminated'
      : 'is marked as its final return'
  return [`Its latest return, ${nameOf(newest)}, ${what}.`]
}

/** Reports that a filer of a rated form has no rating. */
function describeNoRating({ latest, ratingState }: DiligenceFacts): string[] {
  if (!latest || !isRated(latest.form) || ratingState === 'Scored') return []
  const form = nameOf(latest)
  return [
    ratingState === 'NotEnoughData'
      ? `It has no rating: there is not enough data to rate its ${form}.`
      : `It has no rating: its ${form} has not been rated yet.`,
  ]
}

/** Reports restriction lists that are not loaded. */
function describeScreening({ screenedLists }: DiligenceFacts): string[] {
  if (screenedLists.length === 0) return ['Not screened: no restriction list is loaded.']
  return RESTRICTION_LISTS.filter((list) => !screenedLists.includes(list)).map(
    (list) =>
      `Not screened against the ${LIST_NAMES[list]}, which ${list === 'OFAC' ? 'are' : 'is'} not loaded.`,
  )
}
