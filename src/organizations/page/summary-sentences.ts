import { formatDay, formatMonth } from '#src/domain/days.ts'
import {
  type Citable,
  citeOverruled,
  citeRegistry,
  citeRevocation,
  citeTicked,
  formatRef,
  refOf,
} from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { describeFiled, type Narrative } from '#src/domain/facts/narrative.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { describeDollars, describeMonths, describeShare, formatCount } from '#src/domain/money.ts'
import { isPlainlyDeductible, NOT_DEDUCTIBLE } from '#src/domain/registry-codes.ts'
import { describeMatch } from '#src/rating/describe-match.ts'
import type { Restriction } from '#src/rating/restriction.ts'
import type { SeriesFigure, SeriesYear } from '../figures/series.ts'
import type { Filing, Organization } from '../organization.ts'
import {
  type Control,
  countAsked,
  type GovernanceField,
  type ReportedEvent,
  readControls,
  readEvents,
  readGovernance,
} from '../people/governance.ts'
import { outlineRating } from './rating-view.ts'

/** A value in a sentence. */
type SentenceFigure = Omit<SeriesFigure, 'value' | 'unit'> & {
  value: string | number | boolean
  unit?: string
}

/** The topics of sentences, in their order. */
export const TOPICS = [
  'status',
  'purpose',
  'rating',
  'size',
  'spending',
  'reserves',
  'trend',
  'controls',
  'events',
  'unknown',
] as const

/** A sentence of a summary, and the figures in it. */
export type Sentence = {
  topic: (typeof TOPICS)[number]
  text: string
  figures: SentenceFigure[]
}

const LIST = new Intl.ListFormat('en')

const GIFTS = {
  Deductible: 'Contributions are deductible',
  Limited: 'The deductibility of contributions is limited or conditional',
} as const

/** Describes whether contributions are deductible, if Publication 78 is loaded. */
export function describeGifts(organization: Organization): Sentence[] {
  const found = toDeductibility(organization)
  if (!found) return []
  const list = `IRS Publication 78 (${formatMonth(found.asOf)})`
  if (found.status === 'NotListed') {
    const text = `${list} does not list the organization. Churches and members of a group exemption can receive deductible contributions without a listing.`
    return [{ topic: 'status', text, figures: [] }]
  }
  const value = found.codes.join(', ')
  const text = `${GIFTS[found.status]}, according to ${list}, code ${value}.`
  return [
    { topic: 'status', text, figures: [{ label: 'Deductibility code', value, ref: found.ref }] },
  ]
}

/** Describes the purpose of the organization by its mission, otherwise by its first program. */
export function describePurpose(filing: Filing, { mission, programs }: Narrative): Sentence[] {
  const first = mission[0] ?? programs[0]
  const text = first && describeFiled(first.text)
  if (!first || !text) return []
  const label = mission[0] ? 'Mission' : 'Program'
  const figure = { label, value: first.text, ref: refOf(filing, first.path) }
  return [{ topic: 'purpose', text, figures: [figure] }]
}

/** Describes the rating, or why there is none. */
export function describeRating(organization: Organization, filing: Filing): Sentence[] {
  const { verdict, evidence } = outlineRating(organization, filing)
  const { score, bottomLine: text } = verdict
  if (score === undefined || !evidence) return [{ topic: 'rating', text, figures: [] }]
  const { ref, formula, derivedFrom } = evidence
  const figure = knownFields({ label: 'Rating', value: score, ref, formula, derivedFrom })
  return [{ topic: 'rating', text, figures: [figure] }]
}

/** Describes the figures of a year. */
export function describeYear({ taxYear, figures, derived, isShortYear }: SeriesYear): Sentence[] {
  const span = isShortYear ? `the short tax year ${taxYear}` : `tax year ${taxYear}`
  const share = (of: string) => (value: number) => `${describeShare(value)} on ${of}`
  return [
    ...sentence('size', (words) => `In ${span}, it ${words}.`, [
      [figures.revenue, dollars('took in', 'revenue')],
      [figures.expenses, dollars('spent', 'expenses')],
      [figures.assets, dollars('held assets of', 'assets')],
      [figures.liabilities, dollars('owed', 'liabilities')],
    ]),
    ...sentence('spending', (words) => `It spent ${words}.`, [
      [derived.programRatio, share('programs')],
      [derived.administrativeRatio, share('administration')],
      [derived.fundraisingRatio, share('fundraising')],
    ]),
    ...sentence('reserves', (words) => `${words} of expenses.`, [
      [derived.reserveMonths, describeReserves],
    ]),
    ...sentence('trend', (words) => `Revenue ${words}.`, [
      [derived.revenueGrowth, (value) => `${describeGrowth(value)} from the previous year`],
      [
        derived.revenueGrowthThreeYears,
        (value) => `${describeGrowth(value)} a year over three years`,
      ],
    ]),
  ]
}

/** Returns a sentence of the known figures; none if all are unknown. */
function sentence(
  topic: Sentence['topic'],
  toText: (words: string) => string,
  parts: readonly [SeriesFigure | undefined, (value: number) => string][],
): Sentence[] {
  const known = parts.flatMap(([figure, describe]) =>
    figure ? [{ figure, words: describe(figure.value) }] : [],
  )
  if (known.length === 0) return []
  const text = toText(LIST.format(known.map(({ words }) => words)))
  return [{ topic, text, figures: known.map(({ figure }) => figure) }]
}

// "Took in" and "spent" make no sense for negative amounts.
const dollars = (verb: string, noun: string) => (value: number) =>
  value < 0 ? `reported ${noun} of ${describeDollars(value)}` : `${verb} ${describeDollars(value)}`

const describeReserves = (months: number): string =>
  months < 0
    ? `Unrestricted net assets are negative, by ${describeMonths(-months)}`
    : `Reserves cover ${describeMonths(months)}`

function describeGrowth(rate: number): string {
  // Large percentages are hard to read: $20 to $64,500 is 322,400%.
  if (rate >= 9) return `grew ${formatCount(Math.round(rate + 1))}-fold`
  const percent = `${Math.abs(rate * 100).toFixed(1)}%`
  return rate < 0 ? `fell ${percent}` : `grew ${percent}`
}

/** Describes the policies and practices that a filing reports, and the events. */
export function describeControls(organization: Organization, filing: Filing): Sentence[] {
  const governance = readGovernance(organization, filing)
  return [...describePractices(filing, readControls(governance)), ...describeEvents(governance)]
}

function describePractices({ form }: Filing, controls: Control[]): Sentence[] {
  const asked = countAsked(form)
  const text =
    asked === 0
      ? `${FORM_NAMES[form]} does not ask about governance policies and practices.`
      : describeAnswers(
          `${asked} policies and practices looked at on ${FORM_NAMES[form]}`,
          asked,
          controls,
        )
  const figures = controls.map(({ key: _key, isInPlace: _isInPlace, ...figure }) => figure)
  return [{ topic: 'controls', text, figures }]
}

function describeAnswers(what: string, asked: number, controls: Control[]): string {
  if (controls.length === 0) return `It does not report on any of the ${what}.`
  const has = controls.filter(({ isInPlace }) => isInPlace).length
  return controls.length === asked
    ? `It has ${has} of the ${what}.`
    : `It reports on ${controls.length} of the ${what}, and has ${has} of them.`
}

const EVENT_WORDS: Record<ReportedEvent['key'], (happened: boolean) => string> = {
  materialDiversion: (happened) => `${happened ? 'a' : 'no'} material diversion of assets`,
  relatedPartyTransactions: (happened) =>
    happened ? 'transactions with related parties' : 'no transactions with related parties',
}

function describeEvents(governance: GovernanceField[]): Sentence[] {
  // Events that happened come first, because after a "no" they would read as negated too.
  const events = readEvents(governance).sort((a, b) => Number(b.value) - Number(a.value))
  if (events.length === 0) return []
  const words = events.map(({ key, value }) => EVENT_WORDS[key](value))
  const figures = events.map(({ key: _key, ...figure }) => figure)
  return [{ topic: 'events', text: `It reports ${LIST.format(words)}.`, figures }]
}

const ASKED = {
  revenue: 'revenue',
  expenses: 'expenses',
  assets: 'assets',
  liabilities: 'liabilities',
  programRatio: 'the share spent on programs',
  administrativeRatio: 'the share spent on administration',
  fundraisingRatio: 'the share spent on fundraising',
  reserveMonths: 'reserves',
  revenueGrowth: 'revenue growth',
}

/** Lists the unknown figures for a decision. They are not filed, or cannot be calculated. */
export function describeUnknown({ form }: Filing, year: SeriesYear | undefined): Sentence[] {
  const known: Partial<Record<string, SeriesFigure>> = { ...year?.figures, ...year?.derived }
  const names = Object.entries(ASKED).flatMap(([key, words]) => (known[key] ? [] : [words]))
  if (names.length === 0) return []
  const text = `Unknown for this ${FORM_NAMES[form]}: ${LIST.format(names)}.`
  return [{ topic: 'unknown', text, figures: [] }]
}

type Status = { words: string; figure: SentenceFigure }
type Known = Pick<Organization, 'ein' | 'isRevoked' | 'revocations' | 'registry' | 'restrictions'>

/**
 * Describes what a reader must know before any figure: matches with restriction lists, a revoked
 * exemption, and a return that is final, amended, or for a group.
 */
export const describeStatus = (organization: Known, filing?: Citable): Sentence[] => [
  ...organization.restrictions.map(describeRestriction),
  ...describeStatuses([...revoked(organization), ...(filing ? ofReturn(filing) : [])]),
  ...describeOverruled(organization),
]

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Returns a short label for a match with a restriction list. */
export function labelRestriction({ subject, status }: Restriction): string {
  const words = status === 'Confirmed' ? 'on a restriction list' : 'may be on a restriction list'
  return subject === 'officer' ? `Officer, director, or employee ${words}` : capitalize(words)
}

function describeRestriction(match: Restriction): Sentence {
  const { subjectName, subjectRef, listedName, ref } = match
  const figures = [
    { label: labelRestriction(match), value: listedName, ref },
    { label: 'Matching name', value: subjectName, ref: subjectRef },
  ]
  return { topic: 'status', text: describeMatch(match), figures }
}

function describeStatuses(statuses: readonly Status[]): Sentence[] {
  if (statuses.length === 0) return []
  const words = new Intl.ListFormat('en').format(statuses.map((status) => status.words))
  const figures = statuses.map(({ figure }) => figure)
  return [{ topic: 'status', text: `${capitalize(words)}.`, figures }]
}

function revoked(organization: Known): Status[] {
  const found = citeRevocation(organization)
  if (!found) return []
  const words = `the IRS revoked its exemption on ${formatDay(found.value)}`
  return [{ words, figure: { label: 'Exemption revoked', ...found } }]
}

/** Describes a revocation without a reinstatement if the registry lists the organization. */
function describeOverruled(organization: Known): Sentence[] {
  const { registry } = organization
  const found = citeOverruled(organization)
  const ref = citeRegistry(organization, 'NAME')
  if (!found || !registry || ref === undefined) return []
  const text = `Two IRS lists disagree. The revocation list says that the exemption was revoked on ${formatDay(found.value)} and was not reinstated. The newer registry (${formatMonth(registry.asOf)}) lists the organization as exempt, so it is shown as not revoked.`
  const figures = [
    { label: 'Revoked according to the revocation list', ...found },
    { label: 'Listed in the registry', value: registry.name, ref },
  ]
  return [{ topic: 'status', text, figures }]
}

const BOXES: readonly { key: FactKey; words: string; label: string }[] = [
  { key: 'finalReturn', words: 'its latest return is its final return', label: 'Final return' },
  {
    key: 'groupReturn',
    words: 'its latest return covers a group of affiliates',
    label: 'Group return',
  },
  { key: 'amendedReturn', words: 'its latest return is amended', label: 'Amended return' },
]

const ofReturn = (filing: Citable): Status[] =>
  BOXES.flatMap(({ key, words, label }) => {
    const ref = citeTicked(filing, key)
    return ref === undefined ? [] : [{ words, figure: { label, value: true, ref } }]
  })

/** What IRS Publication 78 says about contributions; `asOf` is its month, YYYY-MM. */
export type Deductibility =
  | { status: 'Deductible' | 'Limited'; codes: string[]; asOf: string; ref: string }
  | { status: 'NotListed'; asOf: string }

type KnownDeductibility = Pick<
  Organization,
  'ein' | 'publication78' | 'publication78AsOf' | 'registry' | 'isRevoked'
>

/**
 * Returns whether contributions are deductible according to Publication 78. Limited: the codes set a
 * limit or condition beyond a share of the donor's income. Undefined if no Publication 78 is loaded,
 * or if another IRS list contradicts it.
 */
export function toDeductibility(organization: KnownDeductibility): Deductibility | undefined {
  const { ein, publication78, publication78AsOf: newest, registry, isRevoked } = organization
  if (!publication78) return newest === null ? undefined : { status: 'NotListed', asOf: newest }
  if (isRevoked || registry?.deductibility === NOT_DEDUCTIBLE) return undefined
  const { asOf, deductibilityCodes: codes } = publication78
  if (codes.length === 0) return undefined
  const ref = formatRef({ kind: 'pub78', asOf, ein, column: 'DeductibilityStatus' })
  return { status: codes.some(isPlainlyDeductible) ? 'Deductible' : 'Limited', codes, asOf, ref }
}
