import { takeAspect } from './aspects.ts'
import { cleanName } from './clean.ts'
import { MAIN } from './cues.ts'
import { takeFigures } from './figure-words.ts'
import { readMoney } from './money-words.ts'
import { toMention, unmask } from './names.ts'
import type { Question } from './question.ts'
import type { Reading } from './reading.ts'
import { about, pointedAt, subjects, unreadOf, yearOf } from './reading.ts'
import { organizationsIn } from './subjects.ts'

/** "How much did Harbor House make?", "… give?": a figure, and nobody's pay. */
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

/** "What does Lloyd Dean earn at Harbor House?": the people of the second; the list is not cut to one. */
export function readEarner({ masked, rest, when, unread }: Reading): Question | undefined {
  const { person, payer } = EARNER.exec(rest)?.groups ?? {}
  const mention = payer === undefined ? undefined : toMention(unmask(masked, payer))
  if (person === undefined || !mention) return undefined
  return about('Leadership', [mention], {
    ...when,
    unread: [...unread, cleanName(unmask(masked, person))],
  })
}

/** A figure by its name, or how the figures before came about; of several organizations a comparison. */
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
  // How each developed is told one after the other.
  return organizations.length > 1 && aspect === 'year'
    ? { kind: 'Compare', organizations, ...more }
    : { kind: 'Figure', organizations, aspect, ...more }
}

/** "How is that computed?" asks it of the figures before. */
const carriedFigures = (aspect: string, question: Question | undefined) =>
  aspect !== 'year' && question && 'figures' in question ? question.figures : undefined

/** Figures or organizations side by side; `pattern` is the cue that asks for it. */
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
  // "Its revenue compared to its expenses" are two figures of one.
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
// Another organization is compared with: "compare its revenue and assets with Harbor House".
const IS_WITH =
  /\b(?:it|them|they|this|its|their)\b(?! (?:total |own )?(?:expenses|revenues?|assets|liabilities|spending|costs))|\b(?:with|to) [\uE000-\uF8FF]/i

/** Words that weigh one against another and name nobody. */
export const COMPARING =
  /\b(?:better|bigger|larger|smaller|richer|higher|lower|best|biggest|largest|highest|lowest|rated|rating|more|most|less|least|fewer)\b/gi
