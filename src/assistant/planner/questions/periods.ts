import type { Form } from '../../../domain/form.ts'
import type { When } from './question.ts'

const YEAR = String.raw`(?:19[89]\d|20\d\d)`
const PERIOD = `(?:(?:the )?(?:tax|fiscal|filing|calendar)? ?years?|fy)`

/** "between 2019 and 2022": a stretch of years asks how something developed. */
const STRETCH = new RegExp(
  String.raw`\b(?:between|from|over|during)?\s*(?:${PERIOD}\s*)?\b(?<from>${YEAR})\s*(?:and|to|through|until|till|-)\s*(?:${PERIOD}\s*)?(?<to>${YEAR})\b|\bsince\s+(?<since>${YEAR})\b`,
  'i',
)
const ONE_YEAR = new RegExp(
  String.raw`(?:\b(?:in|for|during|of|from|as of)\s+)?(?:${PERIOD}\s*)?\b(?<year>${YEAR})\b`,
  'i',
)
// No year of its own: the newest is shown anyway.
const NEWEST =
  /\b(?:in |for |of )?(?:the |its |their )?(?:last|latest|newest|current|most recent|this|past) (?:tax |fiscal |filing )?(?:year|filing|return)s?\b|\bcurrently\b|\bright now\b|\btoday\b|\bnow\b|\blately\b/gi

const FORM =
  /\b(?:(?:in|on|from|per|according to|by)\s+)?(?:its |their |the )?(?:irs )?(?:form )?990[ -]?(?<letters>ez|pf|n|t)?\b(?: (?:return|filing|form))?/i

/** A text's year and form, whether it names a stretch of years, and the text without them. */
export function takePeriods(text: string): { when: When; isStretch: boolean; rest: string } {
  const stretch = STRETCH.exec(text)
  let rest = stretch ? text.replace(STRETCH, ' | ') : text
  const form = FORM.exec(rest)
  if (form) rest = rest.replace(FORM, ' | ')
  const year = stretch ? undefined : ONE_YEAR.exec(rest)?.groups?.year
  if (year) rest = rest.replace(ONE_YEAR, ' | ')
  return {
    when: {
      ...(year && { year: Number(year) }),
      ...(form && isOneForm(form) && { form: toForm(form) }),
    },
    isStretch: stretch !== null,
    rest: rest.replaceAll(NEWEST, ' | '),
  }
}

// "In its 990" is said of any of the forms.
const isOneForm = ({ 0: words, groups }: RegExpExecArray): boolean =>
  groups?.letters !== undefined || /form/i.test(words)

const toForm = ({ groups }: RegExpExecArray): Form =>
  `990${groups?.letters?.toUpperCase() ?? ''}` as Form
