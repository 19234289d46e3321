import { toRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { describeFiled, type Narrative } from '#src/domain/facts/narrative.ts'
import { describeDollars, describeShare } from '#src/domain/money.ts'
import type { SeriesFigure, SeriesYear } from '../figures/series.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Control, countAsked, type ReportedEvent, readControls, readEvents, type GovernanceField, readGovernance } from '../people/governance.ts'
import { outlineRating } from './rating-view.ts'

/** A value a sentence is made of. */
export type SentenceFigure = Omit<SeriesFigure, 'value' | 'unit'> & {
  value: string | number | boolean
  unit?: string
}
/** What sentences are about, in their order. */
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
/** One sentence of a decision summary, and the figures in it. */
export type Sentence = {
  topic: (typeof TOPICS)[number]
  text: string
  figures: SentenceFigure[]
}
/** What a filing says the organization is for. */
export function describePurpose(filing: Filing, { mission, programs }: Narrative): Sentence[] {
  const first = mission[0] ?? programs[0]
  const text = first && describeFiled(first.text)
  if (!first || !text) return []
  const ref = toRef({ ...filing, path: first.path })
  const label = mission[0] ? 'Mission' : 'Program'
  return [{ topic: 'purpose', text, figures: [{ label, value: first.text, ref }] }]
}

type Known = { figure: SeriesFigure; words: string }
const known = (figure: SeriesFigure | undefined, words: (value: number) => string): Known[] =>
  figure ? [{ figure, words: words(figure.value) }] : []

/** A sentence of those parts that are known; none when nothing is. */
function sentence(
  topic: Sentence['topic'],
  parts: Known[],
  toText: (words: string) => string,
): Sentence[] {
  if (parts.length === 0) return []
  const words = new Intl.ListFormat('en').format(parts.map((part) => part.words))
  return [{ topic, text: toText(words), figures: parts.map(({ figure }) => figure) }]
}

/** Sentences about one year's figures. */
export function describeYear({ taxYear, figures, derived, isShortYear }: SeriesYear): Sentence[] {
  const size = [
    ...known(figures.revenue, dollars('took in', 'revenue')),
    ...known(figures.expenses, dollars('spent', 'expenses')),
    ...known(figures.assets, dollars('held assets of', 'assets')),
    ...known(figures.liabilities, dollars('owed', 'liabilities')),
  ]
  const span = isShortYear ? `the short tax year ${taxYear}` : `tax year ${taxYear}`
  const spending = [
    ...known(derived.programRatio, (value) => `${describeShare(value)} on programs`),
    ...known(derived.administrativeRatio, (value) => `${describeShare(value)} on administration`),
    ...known(derived.fundraisingRatio, (value) => `${describeShare(value)} on fundraising`),
  ]
  const reserves = known(derived.reserveMonths, describeReserves)
  const trend = [
    ...known(derived.revenueGrowth, (value) => `${describeGrowth(value)} on the year before`),
    ...known(
      derived.revenueGrowthThreeYears,
      (value) => `${describeGrowth(value)} a year over three years`,
    ),
  ]
  return [
    ...sentence('size', size, (words) => `In ${span} it ${words}.`),
    ...sentence('spending', spending, (words) => `It spent ${words}.`),
    ...sentence('reserves', reserves, (words) => `${words} of expenses.`),
    ...sentence('trend', trend, (words) => `Revenue ${words}.`),
  ]
}

// Nobody takes in or spends less than nothing: such an amount is told as it is reported.
const dollars = (verb: string, noun: string) => (value: number) =>
  value < 0 ? `reported ${noun} of ${describeDollars(value)}` : `${verb} ${describeDollars(value)}`

const describeReserves = (months: number): string =>
  months < 0
    ? `Unrestricted net assets are negative, by ${(-months).toFixed(1)} months`
    : `Reserves cover ${months.toFixed(1)} months`

function describeGrowth(rate: number): string {
  // From next to nothing a percentage says little: 322,400 % is from $20 to $64,500.
  if (rate >= 9) return `grew ${Math.round(rate + 1).toLocaleString('en-US')}-fold`
  const percent = `${Math.abs(rate * 100).toFixed(1)}%`
  return rate < 0 ? `fell ${percent}` : `grew ${percent}`
}

const ASKED = {
  revenue: 'revenue',
  expenses: 'expenses',
  assets: 'assets',
  liabilities: 'liabilities',
} as const
const ASKED_RATIOS = {
  programRatio: 'the share spent on programs',
  administrativeRatio: 'the share spent on administration',
  fundraisingRatio: 'the share spent on fundraising',
  reserveMonths: 'reserves',
  revenueGrowth: 'growth of revenue',
} as const

/** Which of the figures a decision rests on a filing does not tell. */
export function describeUnknown({ form }: Filing, year: SeriesYear | undefined): Sentence[] {
  const figures = Object.entries(ASKED).filter(([key]) => !year?.figures[key as keyof typeof ASKED])
  const ratios = Object.entries(ASKED_RATIOS).filter(
    ([key]) => !year?.derived[key as keyof typeof ASKED_RATIOS],
  )
  const names = [...figures, ...ratios].map(([, words]) => words)
  if (names.length === 0) return []
  const list = new Intl.ListFormat('en').format(names)
  return [
    { topic: 'unknown', text: `This ${FORM_NAMES[form]} does not tell ${list}.`, figures: [] },
  ]
}

/** How many policies and practices a filing says are in place, and which events it reports. */
export function describeControls(organization: Organization, filing: Filing): Sentence[] {
  const governance = readGovernance(organization, filing)
  return [...describePractices(filing, readControls(governance)), ...describeEvents(governance)]
}

function describePractices({ form }: Filing, controls: Control[]): Sentence[] {
  const asked = countAsked(form)
  const text =
    asked === 0
      ? `${FORM_NAMES[form]} does not ask about policies and practices of governance.`
      : `Of the ${asked} policies and practices that ${FORM_NAMES[form]} asks about it ${describeAnswers(asked, controls)}.`
  const figures = controls.map(({ key: _key, isInPlace: _isInPlace, ...figure }) => figure)
  return [{ topic: 'controls', text, figures }]
}

function describeAnswers(asked: number, controls: Control[]): string {
  if (controls.length === 0) return 'answers for none'
  const has = `has ${controls.filter(({ isInPlace }) => isInPlace).length}`
  return controls.length === asked ? has : `answers for ${controls.length} and ${has}`
}

const EVENT_WORDS: Record<ReportedEvent['key'], (happened: boolean) => string> = {
  materialDiversion: (happened) => `${happened ? 'a' : 'no'} material diversion of assets`,
  relatedPartyTransactions: (happened) =>
    happened ? 'transactions with related parties' : 'no transactions with related parties',
}

function describeEvents(governance: GovernanceField[]): Sentence[] {
  // What happened comes first: after "no" what follows reads as if it had not happened either.
  const events = readEvents(governance).sort((a, b) => Number(b.value) - Number(a.value))
  if (events.length === 0) return []
  const words = events.map(({ key, value }) => EVENT_WORDS[key](value))
  const figures = events.map(({ key: _key, ...figure }) => figure)
  const text = `It reports ${new Intl.ListFormat('en').format(words)}.`
  return [{ topic: 'events', text, figures }]
}

/** What the rating says, or why there is none, with the score it says it of. */
export function describeRating(organization: Organization, filing: Filing): Sentence[] {
  const { verdict, evidence } = outlineRating(organization, filing)
  const { score, bottomLine: text } = verdict
  if (score === undefined || !evidence) return [{ topic: 'rating', text, figures: [] }]
  const { ref, formula, derivedFrom } = evidence
  const cited = { ref, ...(formula && { formula }), ...(derivedFrom && { derivedFrom }) }
  return [{ topic: 'rating', text, figures: [{ label: 'Rating', value: score, ...cited }] }]
}
