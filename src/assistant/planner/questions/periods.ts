import type { Form } from '../../../domain/form.ts'
import type { When } from './question.ts'

const YEAR = String.raw`(?:19|20)\d\d`
const PERIOD = `(?:(?:the )?(?:tax|fiscal|filing|calendar)? ?years?|fy)`

/** "between 2019 and 2022": a stretch of years asks how something developed. */
const STRETCH = new RegExp(
  String.raw`\b(?:between|from|over|during)?\s*(?:${PERIOD}\s*)?\b(?<from>${YEAR})\s*(?:and|&|to|through|until|till|versus|vs\.?|-)\s*(?:${PERIOD}\s*)?(?<to>${YEAR})\b|\bsince\s+(?<since>${YEAR})\b`,
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

// "FY2021", "FY 21", "FY'21"
const FISCAL = /\bFY ?'?(?<year>(?:19|20)?\d\d)\b/gi

/** A text with fiscal years in words, before "FY2021" is taken for a name. */
export const spellOutFiscalYears = (text: string): string =>
  text.replaceAll(FISCAL, (_, year: string) => `tax year ${year.length === 2 ? `20${year}` : year}`)

// Years counted from a day or a return that a question does not name.
const AGO =
  /\b(?:\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten|some|a few|several) years? ago\b|\b(?:the )?(?:year|filing|return) before(?: (?:last|that))?\b|\b(?:first|second|third) (?:tax |fiscal |filing )?year\b/i

// Another column of the return, or another return, than the one that answers.
const OTHER_COLUMN =
  /\b(?:(?:at |as of |by |from )?(?:the |its |their )?(?:beginning|start|opening)(?: of(?: the| its| their)?(?: (?:tax|fiscal) ?)?(?: ?years?\b)?)?|beginning[- ]of[- ](?:the[- ])?year|(?:in |for |of )?(?:the |its |their )?(?:prior|previous|preceding) (?:tax |fiscal )?(?:year|filing|return)(?:'s)?|as (?:first|originally) filed(?: and as amended)?|(?:originally|first) filed|as amended|before (?:it was |the )?amend(?:ed|ment)|as of (?:the )?last year)(?![\p{L}])/giu

type Periods = { when: When; unread: string[]; isStretch: boolean; rest: string }

/** A text's year and form, what of its time cannot be taken into account, whether it names a stretch of years, and the text without them. */
export function takePeriods(text: string): Periods {
  const [ago] = AGO.exec(text) ?? []
  const others = text.match(OTHER_COLUMN) ?? []
  const dated = text.replaceAll(OTHER_COLUMN, ' ').replace(AGO, ' | ')
  const stretch = STRETCH.exec(dated)
  let rest = stretch ? dated.replace(STRETCH, ' | ') : dated
  const form = FORM.exec(rest)
  if (form) rest = rest.replace(FORM, ' | ')
  const year = stretch ? undefined : ONE_YEAR.exec(rest)?.groups?.year
  if (year) rest = rest.replace(ONE_YEAR, ' | ')
  return {
    when: {
      ...(year && { year: Number(year) }),
      ...(form && isOneForm(form) && { form: toForm(form) }),
    },
    unread: [...(ago === undefined ? [] : [ago]), ...others.map((words) => words.trim())],
    isStretch: stretch !== null,
    rest: rest.replaceAll(NEWEST, ' | '),
  }
}

// "In its 990" is said of any of the forms.
const isOneForm = ({ 0: words, groups }: RegExpExecArray): boolean =>
  groups?.letters !== undefined || /form/i.test(words)

const toForm = ({ groups }: RegExpExecArray): Form =>
  `990${groups?.letters?.toUpperCase() ?? ''}` as Form
