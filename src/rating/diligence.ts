import { parseRef } from '../domain/evidence.ts'
import { FORM_NAMES } from '../domain/facts/citation.ts'
import type { Form } from '../domain/form.ts'
import { RATED_FORMS, type Rating } from './rating.ts'
import type { Agreement, RestrictionList, ScreeningMatch } from './restriction.ts'

/** What a readiness is made of. Dates are YYYY-MM-DD; what is absent is not known. */
export type DiligenceFacts = {
  restrictions: readonly ScreeningMatch[]
  /** When recognition was revoked, unless it was reinstated since. */
  revokedOn?: string | undefined
  /** Its latest filing of the primary form. */
  latest?: LatestFiling | undefined
  /** Where a material diversion of assets is reported: "Form 990 (tax year 2022), Part VI, line 5". */
  diversion?: string | undefined
  /** What each cross-check that failed has to say. */
  failedChecks: readonly string[]
  /** Undefined: none was computed. */
  ratingState?: Rating['state'] | undefined
}

/** `isFinal`: the box for a final return or terminated organization is ticked. */
export type LatestFiling = { form: Form; taxYear: number; taxPeriodEnd: string; isFinal: boolean }

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
  const confirmed = facts.restrictions.filter(({ status }) => status === 'Confirmed')
  const review = facts.restrictions.filter(({ status }) => status === 'Review')
  const concerns = [...confirmed.map(describeMatch), ...describeRevocation(facts)]
  const cautions = [
    ...review.map(describeMatch),
    ...describeDiversion(facts),
    ...facts.failedChecks.map((explanation) => `A cross-check failed: ${explanation}`),
    ...describeAge(facts, today),
    ...describeEnd(facts),
    ...describeRating(facts),
  ]
  return {
    ...labelOf(concerns.length, cautions.length),
    reviewReasons: [...concerns, ...cautions],
    restrictionStatus: confirmed.length > 0 ? 'Confirmed' : review.length > 0 ? 'Review' : 'Clear',
    restrictionConfirmed: confirmed.length,
    restrictionReview: review.length,
  }
}

function labelOf(concerns: number, cautions: number): Pick<Readiness, 'label' | 'tone'> {
  if (concerns > 0) return { label: 'Compliance issue flagged', tone: 'Concern' }
  if (cautions > 0) return { label: 'Needs review', tone: 'Caution' }
  return { label: 'Clear', tone: 'Good' }
}

const LISTS: Record<RestrictionList, string> = {
  OFAC: 'OFAC sanctions list',
  SAM: 'SAM exclusions list',
}

const AGREED: Record<Agreement, string> = {
  ein: 'EIN',
  uei: 'UEI',
  name: 'name',
  alias: 'another name',
  city: 'city',
  state: 'state',
  country: 'country',
  address: 'street address',
}

const METHODS: Partial<Record<ScreeningMatch['method'], string>> = {
  ReorderedName: 'the words of the name, in another order',
  Transliteration: 'the name, in another spelling',
}

/** A match in a sentence: who, which entry of which list, its programs, and what agrees. */
function describeMatch(match: ScreeningMatch): string {
  const { subject, subjectName, listedName, status, list, entry, programs, ref } = match
  const evidence = parseRef(ref)
  const month = evidence && 'asOf' in evidence ? ` of ${evidence.asOf}` : ''
  const who = subject === 'officer' ? `Its officer ${subjectName}` : `"${subjectName}"`
  const verb = status === 'Confirmed' ? 'is' : 'may be'
  const program = programs.length > 0 ? `, ${PROGRAMS.format(programs)}` : ''
  const place = `the ${LISTS[list]}${month} (entry ${entry}${program})`
  return `${who} ${verb} "${listedName}" on ${place}: ${describeAgreement(match)}.`
}

const PROGRAMS = new Intl.ListFormat('en', { type: 'unit' })
const WORDS = new Intl.ListFormat('en')

function describeAgreement({ method, agreed }: ScreeningMatch): string {
  const found = METHODS[method]
  const parts = [...(found ? [found] : []), ...agreed.map((one) => AGREED[one])]
  const verb = parts.length === 1 ? 'agrees' : 'agree'
  const alone =
    parts.length === 1 && !agreed.includes('ein') ? ', and nothing else is known to' : ''
  return `${WORDS.format(parts)} ${verb}${alone}`
}

const describeRevocation = ({ revokedOn }: DiligenceFacts): string[] =>
  revokedOn === undefined
    ? []
    : [
        `The IRS revoked its tax exemption on ${revokedOn} and has not reinstated it since (Automatic Revocation of Exemption List).`,
      ]

const describeDiversion = ({ diversion }: DiligenceFacts): string[] =>
  diversion === undefined ? [] : [`It reports a material diversion of its assets: ${diversion}.`]

const nameOf = ({ form, taxYear }: LatestFiling): string =>
  `${FORM_NAMES[form]} (tax year ${taxYear})`

const YEARS = 3

function describeAge({ latest }: DiligenceFacts, today: string): string[] {
  if (!latest) return []
  const limit = `${Number(today.slice(0, 4)) - YEARS}${today.slice(4)}`
  if (latest.taxPeriodEnd >= limit) return []
  return [
    `Its latest return, ${nameOf(latest)}, is over three years old: its period ended on ${latest.taxPeriodEnd}.`,
  ]
}

function describeEnd({ latest }: DiligenceFacts): string[] {
  if (!latest?.isFinal) return []
  const what =
    latest.form === '990N' ? 'says that it has terminated' : 'is marked as its final return'
  return [`Its latest return, ${nameOf(latest)}, ${what}.`]
}

function describeRating({ latest, ratingState }: DiligenceFacts): string[] {
  if (!latest || ratingState === 'Scored') return []
  if (!RATED_FORMS.some((form) => form === latest.form)) return []
  const reason =
    ratingState === 'NotEnoughData' ? 'does not tell enough for one' : 'has not been rated so far'
  return [`It has no rating: its latest return, ${nameOf(latest)}, ${reason}.`]
}
