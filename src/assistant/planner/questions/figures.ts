import type { Form } from '#src/domain/form.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import { anyOf, patternOf } from '../../phrases.ts'
import { MAIN } from './cues.ts'
import { takeFigures } from './figure-words.ts'
import { cleanName, toMention, unmask } from './names.ts'
import type { Aspect, Question, When } from './question.ts'
import { about, pointedAt, type Reading, subjects, unreadOf, yearOf } from './reading.ts'
import { organizationsIn } from './subjects.ts'

const YEAR = String.raw`(?:19|20)\d\d`
const PERIOD = `(?:(?:the )?(?:tax|fiscal|filing|calendar)? ?years?|fy)`

/** "between 2019 and 2022": a range of years asks for a trend. */
const STRETCH = new RegExp(
  String.raw`\b(?:between|from|over|during)?\s*(?:${PERIOD}\s*)?\b(?<from>${YEAR})\s*(?:and|&|to|through|until|till|versus|vs\.?|-)\s*(?:${PERIOD}\s*)?(?<to>${YEAR})\b|\bsince\s+(?<since>${YEAR})\b`,
  'i',
)
const ONE_YEAR = new RegExp(
  String.raw`(?:\b(?:in|for|during|of|from|as of)\s+)?(?:${PERIOD}\s*)?\b(?<year>${YEAR})\b`,
  'i',
)
// Words for the newest year, which is the default.
const NEWEST =
  /\b(?:in |for |of )?(?:the |its |their )?(?:last|latest|newest|current|most recent|this|past) (?:tax |fiscal |filing )?(?:year|filing|return)s?\b|\bcurrently\b|\bright now\b|\btoday\b|\bnow\b|\blately\b/gi

const FORM =
  /\b(?:(?:in|on|from|per|according to|by)\s+)?(?:its |their |the )?(?:irs )?(?:form )?990[ -]?(?<letters>ez|pf|n|t)?\b(?: (?:return|filing|form))?/i

// "FY2021", "FY 21", "FY'21"
const FISCAL = /\bFY ?'?(?<year>(?:19|20)?\d\d)\b/gi

/** Spells out fiscal years; otherwise "FY2021" looks like a name. */
export const spellOutFiscalYears = (text: string): string =>
  text.replaceAll(FISCAL, (_, year: string) => `tax year ${year.length === 2 ? `20${year}` : year}`)

// Years relative to an unknown day or return.
const AGO =
  /\b(?:\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten|some|a few|several) years? ago\b|\b(?:the )?(?:year|filing|return) before(?: (?:last|that))?\b|\b(?:first|second|third) (?:tax |fiscal |filing )?year\b/i

// Words that ask for a column or a return that the answer does not use.
const OTHER_COLUMN_WORDS = patternOf(String.raw`
  (at |as of |by |from )?(the |its |their )?(beginning|start|opening)( of( the| its| their)?( (tax|fiscal) ?)?( ?years?\b)?)? |
  beginning[- ]of[- ](the[- ])?year |
  (in |for |of )?(the |its |their )?(prior|previous|preceding) (tax |fiscal )?(year|filing|return)('s)? |
  as (first|originally) filed( and as amended)? | (originally|first) filed | as amended |
  before (it was |the )?amend(ed|ment) | as of (the )?last year
`)
const OTHER_COLUMN = new RegExp(String.raw`\b(?:${OTHER_COLUMN_WORDS})(?![\p{L}])`, 'giu')

type Periods = { when: When; unread: string[]; isStretch: boolean; rest: string }

/**
 * Extracts year and form from a text, with the words about time that are not used and whether it
 * names a range of years.
 */
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

// "In its 990" can mean any form.
const isOneForm = ({ 0: words, groups }: RegExpExecArray): boolean =>
  groups?.letters !== undefined || /form/i.test(words)

const toForm = ({ groups }: RegExpExecArray): Form =>
  `990${groups?.letters?.toUpperCase() ?? ''}` as Form

// As many as tools list.
const MOST = 10
const WORDS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 }
const NUMBER = String.raw`(?<count>\d{1,3}|${Object.keys(WORDS).join('|')})`
const LIMIT = new RegExp(
  String.raw`\b(?:(?:the )?(?:top|first|largest|biggest|best) ${NUMBER}\b(?! years?)|(?<=\b(?:find|list|show|name|give)(?: me| us)? (?:the )?)(?<number>\d{1,3})(?= )|(?<=\bthe )(?<lead>\d{1,3})(?= (?:largest|biggest|richest|wealthiest|newest|(?:best|top|highest)[ -]rated)\b))`,
  'i',
)

/** Extracts the number of items from a text, at most ten. */
export function takeLimit(text: string): { limit?: number; rest: string } {
  const match = LIMIT.exec(text)
  const { count, number, lead } = match?.groups ?? {}
  const wanted = number ?? count ?? lead
  if (!match || wanted === undefined) return { rest: text }
  const value = WORDS[wanted.toLowerCase()] ?? Number(wanted)
  const rest = text.replace(LIMIT, (words) =>
    words.replace(wanted, ' ').replace(/\btop\b/i, 'top '),
  )
  return value < 1 ? { rest: text } : { limit: Math.min(value, MOST), rest }
}

const FORMULA = anyOf(
  'gi',
  String.raw`
  how (is|are|was|were|do you|did you|do they|did they)(?= .{0,160}\b(comput|calculat|worked out|derive|determined|measured|arrive|defined|get to)) |
  comput(ed?|es|ing|ation) | calculat(ed?|es|ing|ion) | formula | worked out | work out |
  derived | arrive[ds]? at | come about | made up | what goes into |
  where does .{0,40} come from | explain how
`,
)
const TREND = anyOf(
  'gi',
  String.raw`
  develop(ed|ment|ing)? | trends? | trajectory | over time | through time |
  over the (last |past )?(\d+ |few |several )?years | history | historical(ly)? |
  grow(n|s|ing|th)? | grew | chang(ed?|es|ing) | increas(ed?|es|ing) | decreas(ed?|es|ing) |
  rise[ns]? | rose | fall(s|en|ing)? | fell | decline[ds]? | shr(ink|ank|unk) |
  (every|each|all|by) years? | year[ -](by|over|on)[ -]year | yearly |
  (last|past) (\d+|few|several|two|three|four|five|ten) years | evolv(ed?|es|ing) |
  gone (up|down) | go (up|down) | went (up|down)
`,
)

/** Extracts from a text whether a formula or a trend is asked for; `|` marks the words. */
function takeAspect(text: string, isStretch: boolean): { aspect: Aspect; rest: string } {
  const isFormula = text.search(FORMULA) >= 0
  const isTrend = isStretch || text.search(TREND) >= 0
  const rest = text.replaceAll(FORMULA, ' | ').replaceAll(TREND, ' | ')
  return { aspect: isFormula ? 'formula' : isTrend ? 'trend' : 'year', rest }
}

/** "How much did Harbor House make?", "… give?": a figure, not pay. */
export function readMoneyFigure(reading: Reading): Question | undefined {
  const money = readMoney(reading.rest)
  if (
    !money ||
    (/\b(?:they|he|she)\b/i.test(money.who) && reading.before.question?.kind === 'Leadership')
  )
    return undefined
  const organizations = subjects(reading, money.who)
  const aspect = reading.isStretch ? 'trend' : 'year'
  const { figures } = money
  return { kind: 'Figure', organizations, figures, aspect, ...reading.when, ...unreadOf(reading) }
}

const EARNER =
  /\b(?:does|did|do|is|was) (?<person>[\uE000-\uF8FF]) (?:earn|make|get paid|paid|get) (?:at|by|from) (?<payer>[\uE000-\uF8FF])/iu

/**
 * "What does Lloyd Dean earn at Harbor House?": the people of Harbor House, with a note that the
 * name was not used.
 */
export function readEarner({ masked, rest, when, unread }: Reading): Question | undefined {
  const { person, payer } = EARNER.exec(rest)?.groups ?? {}
  const mention = payer === undefined ? undefined : toMention(unmask(masked, payer))
  if (person === undefined || !mention) return undefined
  return about('Leadership', [mention], {
    ...when,
    unread: [...unread, cleanName(unmask(masked, person))],
  })
}

/**
 * Reads a figure by its name, or how the previous figures are computed; for several organizations,
 * a comparison.
 */
export function readFigure(reading: Reading): Question | undefined {
  const { rest: unaspected, aspect } = takeAspect(reading.rest, reading.isStretch)
  const { figures, rest, ...taken } = takeFigures(unaspected)
  const { question } = reading.before
  const isMain = rest.search(MAIN) >= 0
  const asked = figures.length > 0 || isMain ? figures : carriedFigures(aspect, question)
  if (!asked) return undefined
  const cut = rest.replaceAll(MAIN, ' | ')
  const named = organizationsIn(reading.masked, cut)
  const organizations = subjects(reading, cut)
  const isSame = named.length === 0 && question?.kind === 'Figure' && aspect === 'year'
  const when = { ...(isSame && yearOf(question)), ...reading.when }
  const more = { figures: asked, ...when, ...unreadOf(reading, taken) }
  // Trends are answered one after the other.
  return organizations.length > 1 && aspect === 'year'
    ? { kind: 'Compare', organizations, ...more }
    : { kind: 'Figure', organizations, aspect, ...more }
}

/** "How is that computed?" refers to the previous figures. */
const carriedFigures = (aspect: string, question: Question | undefined) =>
  aspect !== 'year' && question && 'figures' in question ? question.figures : undefined

/** Reads a comparison of figures or organizations; `pattern` is the matching cue. */
export function readComparison(reading: Reading, pattern: RegExp): Question | undefined {
  const cut = reading.rest.replaceAll(pattern, ' | ')
  const { aspect, rest: unaspected } = takeAspect(cut, reading.isStretch)
  const { figures, rest, ...taken } = takeFigures(unaspected)
  const named = organizationsIn(reading.masked, rest.replaceAll(COMPARING, '|'), 'split')
  const pointed = pointedAt(rest, reading.before, reading.context)
  const unread = unreadOf(reading, taken)
  const isPointing = /\b(?:it|them|they|this|its|their)\b/i.test(cut) || named.length < 2
  const others = reading.ordinals.length > 0 ? reading.ordinals : pointed ? [pointed] : []
  const isWithOthers = reading.ordinals.length > 0 || (isPointing && named.length > 0)
  const organizations = isWithOthers ? [...others, ...named] : named
  if (organizations.length === 0) return undefined
  // "Its revenue compared to its expenses" asks for two figures of one organization.
  const isOne = named.length === 1 && figures.length > 1 && !IS_WITH.test(reading.rest)
  if (isOne) {
    const more = { ...reading.when, ...unread }
    return { kind: 'Figure', organizations: named, figures, aspect, ...more }
  }
  if (aspect === 'trend' && figures.length > 0) {
    return { kind: 'Figure', organizations, figures, aspect, ...reading.when, ...unread }
  }
  const advice = TO_GIVE.test(reading.rest) ? { isAdvice: true as const } : {}
  return { kind: 'Compare', organizations, figures, ...reading.when, ...unread, ...advice }
}

const TO_GIVE = /\bbetter to (?:donate|give|support)\b/i
// Compares with another organization: "compare its revenue and assets with Harbor House".
const IS_WITH =
  /\b(?:it|them|they|this|its|their)\b(?! (?:total |own )?(?:expenses|revenues?|assets|liabilities|spending|costs))|\b(?:with|to) [\uE000-\uF8FF]/i

/** Comparison words, which do not name an organization. */
export const COMPARING =
  /\b(?:better|bigger|larger|smaller|richer|higher|lower|best|biggest|largest|highest|lowest|rated|rating|more|most|less|least|fewer)\b/gi

const AUXILIARY = '(?:does|do|did|has|have)'
const END = String.raw`(?=[\s?.!|]*$)`
/** "How much did Harbor House make?", "what did it earn": asks for revenue. */
const EARNED = new RegExp(
  String.raw`\b(?:how much(?: (?:money|income))?|what) ${AUXILIARY} (?<who>.{1,140}?) (?:make|made|earn|earned)${END}`,
  'i',
)
/** "How much did Harbor House give?": asks for grants paid. */
const GIVEN = new RegExp(
  String.raw`\bhow much(?: money)? ${AUXILIARY} (?<who>.{1,140}?) (?:give|gave|given|grant|granted|donate|donated|award|awarded)(?: in grants| to (?:others|charity))?${END}`,
  'i',
)
// People with a role are paid; organizations earn.
const ROLE = anyOf(
  'i',
  `
  ceos? | cfos? | chief | presidents? | directors? | officers? | trustees? | board | staff |
  employees? | workers? | people | executives? | leaders? | boss | he | she | treasurers? |
  founders? | managers? | everyone | each
`,
)

type Money = { figures: FigureKey[]; who: string }

/** Returns the figures that "make" and "give" ask for, and their organizations; undefined for pay. */
function readMoney(text: string): Money | undefined {
  const { who: earner } = EARNED.exec(text)?.groups ?? {}
  if (earner !== undefined && !ROLE.test(earner)) return { figures: ['revenue'], who: earner }
  const { who: giver } = GIVEN.exec(text)?.groups ?? {}
  if (giver === undefined) return undefined
  return { figures: ['grantsPaid', 'charitableDisbursements'], who: giver }
}
