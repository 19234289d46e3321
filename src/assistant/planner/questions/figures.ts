import type { FigureKey } from '#src/figures/figures.ts'
import { anyOf } from '../../phrases.ts'
import { MAIN } from './cues.ts'
import { takeFigures } from './figure-words.ts'
import { cleanName, toMention, unmask } from './names.ts'
import { takeAspect } from './qualifiers.ts'
import type { Question } from './question.ts'
import { about, pointedAt, type Reading, subjects, unreadOf, yearOf } from './reading.ts'
import { organizationsIn } from './subjects.ts'

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
