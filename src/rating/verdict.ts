import { groupBy } from '../domain/es2024.ts'
import { FORM_NAMES } from '../domain/facts/citation.ts'
import type { Form } from '../domain/form.ts'
import { knownFields } from '../domain/known-fields.ts'
import { countOf, formatCount } from '../domain/money.ts'
import { releaseTime } from '../domain/release.ts'
import { listInWords } from '../domain/words.ts'
import { percentileIn } from './cohort.ts'
import { CATEGORIES, type CategoryKey, METRICS } from './metrics.ts'
import { describePeers, MIN_PEERS } from './peers.ts'
import {
  type Band,
  bandOn,
  isRated,
  POLICY_VERSION,
  type RatedForm,
  type Rating,
  wholeScore,
} from './rating.ts'

/** The verdict on a filing, with sentences that explain it. */
export type Verdict = {
  state: 'Scored' | 'NotEnoughData' | 'NotRatedHere'
  /** Version of the rating, or of the model that does not rate this form; `none` before any rating. */
  policyVersion: string
  bottomLine: string
  /** 0 to 100 with two decimals, if scored. */
  score?: number
  /** Absent if the rated return is too old to judge by. */
  band?: Band
  /** The most that the score could be: the points of all categories with a known metric. */
  possible?: number
  /** Absent with too few scored filers of the form, or if the rated return is too old. */
  standing?: Standing
  /** The day the cohort was made, YYYY-MM-DD. */
  cohortDate?: string
}

/** Where a score stands among the scored filers of its form in the cohort. */
type Standing = {
  /** Mid-rank share of filers with a lower score, 0 to 1. */
  percentile: number
  /** How many scored filers of the form the cohort has. */
  peers: number
  form: RatedForm
}

/** The filing to judge. */
export type Selected = { form: Form; taxYear: number; objectId: string }

/** The organization; `latest` is its latest return of the primary form, `today` is YYYY-MM-DD. */
type Owner = {
  primaryForm: Form | undefined
  latest?: Selected | undefined
  rating: Rating | null
  today: string
}

// The policy version before any rating. Forms that are not rated have the model's own version.
const NONE = 'none'

const NOT_RATED: Record<Exclude<Form, RatedForm>, string> = {
  '990PF':
    'Private foundations are not rated: Form 990-PF has none of the lines that the rating is based on.',
  '990N': 'Postcard filers are not rated: Form 990-N reports no figures.',
  '990T': 'Form 990-T is not rated: it reports only the tax on unrelated business income.',
}

/**
 * Returns the verdict on a filing. Only the latest return of the primary form is rated, so no other
 * form gets a verdict. For an earlier year, a sentence states the rated year; for a newer return,
 * it states that the return is not rated yet.
 */
export function toVerdict(selected: Selected, owner: Owner): Verdict {
  const { form } = selected
  const { primaryForm, rating, today } = owner
  const reason = reasonAgainst(form, primaryForm, rating)
  if (reason !== undefined) {
    return {
      state: 'NotRatedHere',
      policyVersion: POLICY_VERSION,
      bottomLine: [reason, ...pointTo(rating, today), ...describeNewer(selected, owner)].join(' '),
    }
  }
  if (rating === null) {
    return {
      state: 'NotEnoughData',
      policyVersion: NONE,
      bottomLine: 'No rating has been computed yet. The figures are shown as filed.',
    }
  }
  return judge(selected, owner, rating)
}

/** Returns why a form is not rated; undefined if it is. */
function reasonAgainst(
  form: Form,
  primaryForm: Form | undefined,
  rating: Rating | null,
): string | undefined {
  if (!isRated(form)) return NOT_RATED[form]
  const ratedForm = rating?.form ?? primaryForm
  if (ratedForm === undefined || ratedForm === form) return undefined
  const own = `This form is not rated: the rating is based on the organization's ${FORM_NAMES[ratedForm]}.`
  return isRated(ratedForm) ? own : NOT_RATED[ratedForm]
}

const pointTo = (rating: Rating | null, today: string): string[] =>
  rating === null
    ? []
    : [
        `Its ${FORM_NAMES[rating.form]} for tax year ${rating.taxYear} ${describeState(rating, today)}.`,
      ]

function describeState(rating: Rating, today: string): string {
  const { score, band, taxPeriodEnd } = rating
  if (score === null || band === null) return 'does not report enough data for a rating'
  const shown = bandOn(band, taxPeriodEnd, today)
  const points = sayPoints(score, possibleOf(rating))
  return shown ? `is rated ${shown}, ${points}` : `scores ${points}, but is too old to judge by`
}

/** Returns a score in words: "78 of 100", or "52 of a possible 70". */
export const sayPoints = (score: number, possible: number | undefined): string =>
  `${wholeScore(score)} of ${possible === undefined || possible === 100 ? 100 : `a possible ${possible}`}`

const possibleOf = ({ categories }: Rating): number =>
  categories.reduce((sum, { weight, score }) => (score === undefined ? sum : sum + weight), 0)

function judge(selected: Selected, owner: Owner, rating: Rating): Verdict {
  const { policyVersion, score, band } = rating
  const about = [...describeOther(selected, owner, rating), ...describeNewer(selected, owner)]
  if (score === null || band === null) {
    const bottomLine = [describeGap(rating), ...about].join(' ')
    return { state: 'NotEnoughData', policyVersion, bottomLine }
  }
  const shown = bandOn(band, rating.taxPeriodEnd, owner.today)
  const standing = shown && standingOf(rating, score)
  const cohortDate = rating.cohortRelease && releaseTime(rating.cohortRelease)?.slice(0, 10)
  const sentences = [
    ...describeScore(rating, score, shown),
    ...(standing ? [describeStanding(standing)] : []),
    ...describeCategories(rating),
    ...describeUnknown(rating),
    ...describeGroup(rating),
    ...describeUnranked(rating),
    ...about,
  ]
  const bottomLine = sentences.join(' ')
  const possible = possibleOf(rating)
  const known = { policyVersion, bottomLine, score, band: shown, possible, standing, cohortDate }
  return { state: 'Scored', ...knownFields(known) }
}

function standingOf({ form, scores }: Rating, score: number): Standing | undefined {
  return scores ? { percentile: percentileIn(scores, score), peers: scores.size, form } : undefined
}

function describeScore(rating: Rating, score: number, band: Band | undefined): string[] {
  const points = sayPoints(score, possibleOf(rating))
  const place = `based on its ${FORM_NAMES[rating.form]} for tax year ${rating.taxYear}`
  return band
    ? [`Rated ${band}, ${points}, ${place}.`]
    : [
        `Scored ${points}, ${place}.`,
        'That return is more than three years old, which is too old to judge the organization by.',
      ]
}

// Rounded down, so that no score is higher than that of all filers, itself included.
const describeStanding = ({ percentile, peers, form }: Standing): string =>
  `The score is higher than that of ${Math.floor(percentile * 100)}% of ${countOf(peers, `${FORM_NAMES[form]} filer`)}.`

/** Sorts categories by score, then weight, without those that have no score. */
function rank({ categories }: Rating): { key: CategoryKey; score: number }[] {
  return categories
    .flatMap(({ key, score }) => (score === undefined ? [] : [{ key, score }]))
    .sort((a, b) => b.score - a.score || CATEGORIES[b.key].weight - CATEGORIES[a.key].weight)
}

function describeCategories(rating: Rating): string[] {
  const ranked = rank(rating)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  if (!best || !worst) return []
  const points = ({ key, score }: typeof best) =>
    `${CATEGORIES[key].label} (${Math.round(score * 100)} of 100)`
  if (best.key === worst.key) return [`Only one category has a score: ${points(best)}.`]
  return [`Its strongest category is ${points(best)}; its weakest is ${points(worst)}.`]
}

/** Lists the categories that are unknown and therefore add nothing. */
function describeUnknown(rating: Rating): string[] {
  const { form, categories } = rating
  const possible = possibleOf(rating)
  const unknown = categories.filter(({ score }) => score === undefined)
  const keys = unknown.map(({ key }) => key)
  if (form === '990') {
    const verb = keys.length === 1 ? 'adds' : 'add'
    return keys.length === 0 ? [] : [`${describeKeys(keys)} and ${verb} no points.`]
  }
  // Form 990-EZ does not ask about any of the policies in Transparency & Controls.
  const others = keys.filter((key) => key !== 'transparency')
  const also = others.length === 0 ? '' : `, and ${describeKeys(others)}`
  return [
    `${FORM_NAMES[form]} does not ask about policies and controls${also}, so the score cannot exceed ${possible}.`,
  ]
}

/** Lists the figures that cannot be ranked, because even the whole form has too few peers. */
function describeUnranked({ form, unranked }: Rating): string[] {
  if (unranked.length === 0) return []
  const labels = unranked.map((key) => METRICS[key].label).join('; ')
  return [
    `Not ranked, because fewer than ${MIN_PEERS} ${FORM_NAMES[form]} filers can be compared: ${labels}.`,
  ]
}

/** Names the group that most figures are ranked in, and how many need a wider one. */
function describeGroup({ form, metrics }: Rating): string[] {
  const ranked = metrics.flatMap(({ peers }) => peers ?? [])
  const groups = [...groupBy(ranked, ({ group }) => group).values()]
  const [most] = groups.toSorted((a, b) => b.length - a.length)
  if (!most?.[0]) return []
  const size = Math.max(...most.map((peers) => peers.size))
  const others = ranked.length - most.length
  return [
    most[0].group === form
      ? `Its figures are ranked among all ${countOf(size, `${FORM_NAMES[form]} filer`)}, because fewer than ${MIN_PEERS} with its cause are known.`
      : `Its figures are ranked among ${describePeers(most[0])} (${formatCount(size)})${others > 0 ? `; ${others} of ${ranked.length} in another group` : ''}.`,
  ]
}

const describeKeys = (keys: readonly CategoryKey[]): string =>
  `${listInWords(keys.map((key) => (key === 'growth' ? 'Growth over three years' : CATEGORIES[key].label)))} ${keys.length === 1 ? 'is' : 'are'} unknown`

/** Explains which requirement for a rating the data does not meet. */
function describeGap(rating: Rating): string {
  const { form, taxYear, categories, unranked } = rating
  const known = categories.filter(({ score }) => score !== undefined)
  const place = `Its ${FORM_NAMES[form]} for tax year ${taxYear} does not report enough data for a rating`
  if (unranked.some((key) => METRICS[key].category === 'financialEfficiency')) {
    return `Its ${FORM_NAMES[form]} for tax year ${taxYear} has no rating, because fewer than ${MIN_PEERS} ${FORM_NAMES[form]} filers can be compared with it.`
  }
  if (!known.some(({ key }) => key === 'financialEfficiency')) {
    return `${place}: it has no figures for ${CATEGORIES.financialEfficiency.label}, such as the share of expenses spent on programs.`
  }
  const weight = known.reduce((sum, one) => sum + one.weight, 0)
  return `${place}: the known categories account for ${weight} of 100 points, but a rating requires at least 50.`
}

/** Describes a return that was loaded after the rated one. */
const newerOf = ({ latest, rating }: Owner): Selected | undefined =>
  rating && latest && isRated(latest.form) && latest.objectId !== rating.objectId
    ? latest
    : undefined

function describeNewer(selected: Selected, owner: Owner): string[] {
  const newer = newerOf(owner)
  if (!newer) return []
  const { form, taxYear, objectId } = newer
  return objectId === selected.objectId
    ? ['The return shown is newer and has not been rated yet.']
    : [`Its newer ${FORM_NAMES[form]} for tax year ${taxYear} has not been rated yet.`]
}

/** States which return is rated if an older one is shown. */
function describeOther({ taxYear, objectId }: Selected, owner: Owner, rating: Rating): string[] {
  if (objectId === rating.objectId || objectId === newerOf(owner)?.objectId) return []
  return taxYear === rating.taxYear
    ? [`The rating is based on another return for tax year ${taxYear}, not on the one shown.`]
    : [
        `The rating is based on the return for tax year ${rating.taxYear}, not on the one shown (tax year ${taxYear}).`,
      ]
}
