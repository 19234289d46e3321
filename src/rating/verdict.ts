import { FORM_NAMES } from '../domain/facts/citation.ts'
import type { Form } from '../domain/form.ts'
import { countOf } from '../domain/money.ts'
import { CATEGORIES, type CategoryKey } from './metrics.ts'
import { LEAST_PEERS } from './peers.ts'
import {
  type Band,
  POLICY_VERSION,
  RATED_FORMS,
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
  /** 0 to 100 with two decimals, and its band, if scored. */
  score?: number
  band?: Band
}

/** The filing to judge. */
export type Selected = { form: Form; taxYear: number; objectId: string }

/** The organization; `latest` is its latest return of the primary form. */
type Owner = {
  primaryForm: Form | undefined
  latest?: Selected | undefined
  rating: Rating | null
}

// The policy version before any rating. Forms that are not rated have the model's own version.
const NONE = 'none'

const NOT_RATED: Record<Exclude<Form, RatedForm>, string> = {
  '990PF':
    'Private foundations are not rated: Form 990-PF has none of the lines that the rating is based on.',
  '990N': 'Postcard filers are not rated: Form 990-N reports no figures.',
  '990T': 'Form 990-T is not rated: it reports only the tax on unrelated business income.',
}

const isRated = (form: Form): form is RatedForm => RATED_FORMS.some((one) => one === form)

/**
 * Returns the verdict on a filing. Only the latest return of the primary form is rated, so no other
 * form gets a verdict. For an earlier year, a sentence states the rated year; for a newer return,
 * it states that the return is not rated yet.
 */
export function toVerdict(selected: Selected, owner: Owner): Verdict {
  const { form } = selected
  const { primaryForm, rating } = owner
  const reason = reasonAgainst(form, primaryForm, rating)
  if (reason !== undefined) {
    return {
      state: 'NotRatedHere',
      policyVersion: POLICY_VERSION,
      bottomLine: [reason, ...pointTo(rating), ...describeNewer(selected, owner)].join(' '),
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

const pointTo = (rating: Rating | null): string[] =>
  rating === null
    ? []
    : [`Its ${FORM_NAMES[rating.form]} for tax year ${rating.taxYear} ${describeState(rating)}.`]

const describeState = ({ score, band }: Rating): string =>
  score === null || band === null
    ? 'does not report enough data for a rating'
    : `is rated ${band}, ${wholeScore(score)} of 100`

function judge(selected: Selected, owner: Owner, rating: Rating): Verdict {
  const { policyVersion, score, band } = rating
  const isScored = score !== null && band !== null
  const sentences = [
    ...(isScored ? [describeScore(rating, score, band)] : [describeGap(rating)]),
    ...(isScored ? describeCategories(rating) : []),
    ...(isScored ? describeUnknown(rating) : []),
    ...(isScored ? describeFew(rating) : []),
    ...describeOther(selected, owner, rating),
    ...describeNewer(selected, owner),
  ]
  const bottomLine = sentences.join(' ')
  if (!isScored) return { state: 'NotEnoughData', policyVersion, bottomLine }
  return { state: 'Scored', policyVersion, bottomLine, score, band }
}

const describeScore = ({ form, taxYear }: Rating, score: number, band: Band): string =>
  `Rated ${band}, ${wholeScore(score)} of 100, based on its ${FORM_NAMES[form]} for tax year ${taxYear}.`

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

const WORDS = new Intl.ListFormat('en')

/** Lists the categories that are unknown and therefore add nothing. */
function describeUnknown({ form, categories }: Rating): string[] {
  const unknown = categories.filter(({ score }) => score === undefined)
  const keys = unknown.map(({ key }) => key)
  if (form === '990') {
    const verb = keys.length === 1 ? 'adds' : 'add'
    return keys.length === 0 ? [] : [`${describeKeys(keys)} and ${verb} no points.`]
  }
  // Form 990-EZ does not ask about any of the policies in Transparency & Controls.
  const others = keys.filter((key) => key !== 'transparency')
  const also = others.length === 0 ? '' : `, and ${describeKeys(others)}`
  const most = 100 - unknown.reduce((sum, { weight }) => sum + weight, 0)
  return [
    `${FORM_NAMES[form]} does not ask about policies and controls${also}, so the score cannot exceed ${most}.`,
  ]
}

/** Reports the smallest peer group if even the widest one is too small. */
function describeFew({ metrics }: Rating): string[] {
  const fewest = Math.min(...metrics.flatMap(({ peers }) => peers?.size ?? []))
  return fewest < LEAST_PEERS
    ? [`Some figures are compared with only ${countOf(fewest, 'peer')}.`]
    : []
}

const describeKeys = (keys: readonly CategoryKey[]): string =>
  `${WORDS.format(keys.map((key) => CATEGORIES[key].label))} ${keys.length === 1 ? 'is' : 'are'} unknown`

/** Explains which requirement for a rating the data does not meet. */
function describeGap({ form, taxYear, categories }: Rating): string {
  const known = categories.filter(({ score }) => score !== undefined)
  const place = `Its ${FORM_NAMES[form]} for tax year ${taxYear} does not report enough data for a rating`
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
