import { parseTypedEin } from '../../../domain/ein.ts'
import { findState } from '../../../domain/find-state.ts'
import { takeAmounts } from '../../../search/interpretation/amounts.ts'
import { interpretQuery } from '../../../search/interpretation/interpret-query.ts'
import type { ChatContext, Turn } from '../../chat.ts'
import { takeAspect } from './aspects.ts'
import { cleanMessage, cleanName } from './clean.ts'
import {
  afterAnswer,
  afterQuestion,
  type Before,
  NOTHING_BEFORE,
  takeOrdinals,
} from './conversation.ts'
import { CUES, FIND, MAIN, MANY, RECOVER } from './cues.ts'
import { takeFigures, takeShareOf } from './figure-words.ts'
import { isPronoun, readSides } from './grants.ts'
import { isForeign } from './language.ts'
import { takeLimit } from './limits.ts'
import { isNobody, isOfMany, readSuperlative } from './many.ts'
import { readMoney } from './money-words.ts'
import { hasMask, type Masked, maskNames, toMention, trimToName, unmask } from './names.ts'
import { splitQuestions } from './parts.ts'
import { spellOutFiscalYears, takePeriods } from './periods.ts'
import type { AboutOne, AboutOrganizations, Mention, Question, Unread, When } from './question.ts'
import { readMore, readSearchAgain } from './search-again.ts'
import { correctSpelling } from './spelling.ts'
import { organizationsIn } from './subjects.ts'

/**
 * Reads what a message asks, with what was said before and the page it is asked on. Pure: a message
 * becomes one of the questions and nothing in it does anything else.
 */
export function readQuestion(
  message: string,
  history: readonly Turn[],
  context: ChatContext,
): Question {
  const before = history.reduce<Before>(
    (so, turn) =>
      turn.role === 'assistant'
        ? afterAnswer(so, turn)
        : afterQuestion(so, readMessage(turn.content, so, context)),
    NOTHING_BEFORE,
  )
  return readMessage(message, before, context)
}

/** A message on its way: what is left of it to be read, and what was read. */
type Reading = {
  masked: Masked
  rest: string
  /** `rest` with years and forms, which a search may be for. */
  dated: string
  when: When
  /** What of its time cannot be taken into account. */
  unread: string[]
  isStretch: boolean
  limit: { limit?: number }
  before: Before
  context: ChatContext
  /** Organizations of the last answer's list that it points at ("the second one"). */
  ordinals: Mention[]
}

// More is no question that a rule can read, and patterns take their time.
const LONGEST_READ = 800

function readMessage(message: string, before: Before, context: ChatContext): Question {
  const clean = cleanMessage(message).slice(0, LONGEST_READ)
  if (isForeign(clean)) return { kind: 'Unknown', reason: 'NotEnglish' }
  return (
    readFirst(clean, before, context) ??
    withSomebody(readOne(clean, before, context), before, context)
  )
}

/** The first of two questions, with the second as what is not answered; undefined where it is one. */
function readFirst(clean: string, before: Before, context: ChatContext): Question | undefined {
  const parts = splitQuestions(clean)
  if (!parts) return undefined
  const first = withSomebody(readOne(parts.first, before, context), before, context)
  if (!('organizations' in first)) return undefined
  const then = afterQuestion(before, first)
  const second = withSomebody(readOne(parts.second, then, context), then, context)
  // Two of a kind are read together: "its revenue and how much it spent".
  if (second.kind === first.kind || second.kind === 'Compare') return undefined
  const others = 'organizations' in second ? second.organizations : []
  const organizations = first.organizations.length > 0 ? first.organizations : others
  const unread = [...(first.unread ?? []), cleanName(parts.second)]
  return { ...first, organizations, unread }
}

/** A question without words that are nobody's name; of many at once where nobody else is named. */
function withSomebody(question: Question, before: Before, context: ChatContext): Question {
  if (!('organizations' in question)) return question
  const organizations = question.organizations.filter((one) => !isNobody(one))
  if (organizations.length === question.organizations.length) return question
  if (organizations.length > 0) return { ...question, organizations }
  // "What does the rating mean?" is asked of the page it stands on.
  const pointed = question.kind === 'Rating' ? pointedAt('', before, context) : undefined
  return pointed ? about('Rating', [pointed]) : { kind: 'Unknown', reason: 'OfMany' }
}

function readOne(clean: string, before: Before, context: ChatContext): Question {
  const text = correctSpelling(spellBands(spellOutFiscalYears(lowerShouting(clean))))
  const ein = parseTypedEin(text)
  if (ein) return askAgain(before, { ein }) ?? about('Identity', [{ ein }])
  const masked = maskNames(text)
  const { mentions: ordinals, rest: unordered } = takeOrdinals(masked.text, before)
  const { rest: untimed, ...periods } = takePeriods(unordered)
  const { limit, rest } = takeLimit(untimed)
  const dated = takeLimit(unordered).rest
  const limits = limit === undefined ? {} : { limit }
  const reading = { masked, rest, dated, ...periods, limit: limits, before, context, ordinals }
  return (
    readRecovery(reading) ??
    readOfMany(reading) ??
    readBothBefore(reading) ??
    readGrants(reading) ??
    readMoneyFigure(reading) ??
    readFind(reading) ??
    readEarner(reading) ??
    readCue(reading) ??
    readFollowUp(reading) ??
    readYear(reading) ??
    readLookup(reading)
  )
}

// In capitals alone everything looks like a name; a short text may be one, or an acronym.
const lowerShouting = (text: string): string =>
  /\p{Ll}/u.test(text) || !/[ ?]/.test(text) ? text : text.toLowerCase()

const BAND = '(?:Strong|Good|Mixed|Weak|Scored|Unrated)'
const RATED_BAND = new RegExp(
  String.raw`\b(?:rated|rating(?: of| is)?|band(?: of)?|only|just|called|considered) ${BAND}\b`,
  'g',
)
const WHY_BAND = new RegExp(
  String.raw`^(why (?:is|was) .{2,140}?)(?<!\brated) (${BAND}(?: rather than ${BAND})?)[?.! ]*$`,
  'i',
)

/** A text with bands of the rating in lower case, as they are no names. */
const spellBands = (text: string): string =>
  text
    .replaceAll(RATED_BAND, (words) => words.toLowerCase())
    .replace(WHY_BAND, (_, who: string, band: string) => `${who} rated ${band.toLowerCase()}?`)

/** What is asked over many: a search that sorts them, more of a search, or what is told of one only. */
function readOfMany({ masked, dated, before, context }: Reading): Question | undefined {
  const text = unmask(masked, dated)
  const search = readMore(text, before, context) ?? readSearchAgain(text, before)
  if (search) return search
  if (hasMask(masked.text)) return undefined
  return (
    readSuperlative(text) ?? (isOfMany(text) ? { kind: 'Unknown', reason: 'OfMany' } : undefined)
  )
}

const BOTH = /\b(?:compare|comparing|contrast|differ|difference|versus|which|who)\b/i
const BOTH_WORDS =
  /\b(?:compare|comparing|contrast|differ|difference|between|the two|these two|those two|two|both|of them|organizations|ones?)\b/gi

/** "Compare the two", "which is bigger?": of the two last spoken of. */
function readBothBefore({ masked, rest, before, when, ordinals }: Reading): Question | undefined {
  const { spoken, question } = before
  const isCompared = /\b(?:compar|contrast|differ)/i.test(rest) || rest.search(COMPARING) >= 0
  if (!BOTH.test(rest) || !isCompared || ordinals.length > 0 || /\b(?:it|its|this)\b/i.test(rest))
    return undefined
  const { figures, rest: left } = takeFigures(rest.replaceAll(BOTH_WORDS, ' '))
  if (organizationsIn(masked, left.replaceAll(COMPARING, ' ')).length > 0) return undefined
  const listed = question?.kind === 'Find' ? before.listed.map((ein) => ({ ein })) : []
  const two = listed.length > 1 ? listed.slice(0, 2) : spoken.slice(-2)
  if (two.length < 2) return undefined
  return { kind: 'Compare', organizations: two, figures, ...when }
}

/** "How much did Harbor House make?", "… give?": a figure, and nobody's pay. */
function readMoneyFigure(reading: Reading): Question | undefined {
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

const about = (
  kind: AboutOne,
  organizations: Mention[],
  more: When & Unread & { limit?: number; chiefFirst?: true } = {},
): AboutOrganizations => ({ kind, organizations, ...more })

/** The question before, of another organization, where it was asked which one is meant. */
function askAgain({ question, isAsked }: Before, mention: Mention): Question | undefined {
  return isAsked ? replaceOrganization(question, mention) : undefined
}

function replaceOrganization(question: Question | undefined, mention: Mention) {
  if (question && 'organizations' in question && question.organizations.length < 2) {
    return { ...question, organizations: [mention] }
  }
  return question?.kind === 'Lookup' ? about('Identity', [mention]) : undefined
}

function readRecovery({ masked, rest, before, context }: Reading): Question | undefined {
  if (rest.search(RECOVER) < 0) return undefined
  const quoted = masked.names.map(cleanName).find((name) => !parseTypedEin(name))
  const last = before.question && 'text' in before.question ? before.question.text : undefined
  const text = quoted ?? (context.searchQuery ? cleanName(context.searchQuery) : last)
  return text ? { kind: 'Recover', text } : undefined
}

function readGrants({ masked, rest, when, before, context }: Reading): Question | undefined {
  const sides = readSides(takeShareOf(rest))
  if (!sides) return undefined
  const mentionOf = (side: string): Mention | undefined =>
    isPronoun(side)
      ? pointedAt(side, before, context)
      : toMention(unmask(masked, trimToName(side.replaceAll('|', ' '))))
  const [funder, recipient] = [mentionOf(sides.funder), mentionOf(sides.recipient)]
  const { year } = when
  const sided = { ...(funder && { funder }), ...(recipient && { recipient }) }
  return { kind: 'Grants', ...sided, ...(year !== undefined && { year }) }
}

const THIS = /\b(?:this|here)\b/i

/** Whom "it" or "this organization" means: the one before, or the one whose page is open. */
function pointedAt(text: string, { mention }: Before, context: ChatContext): Mention | undefined {
  const page = pageMention(context)
  return THIS.test(text) ? (page ?? mention) : (mention ?? page)
}

// The page of an organization, and whatever is read beneath it.
const CHARITY_PATH = /(?:^|\/)charity\/(?<digits>[\d-]{8,10})(?=[/?#]|$)/

function pageMention({ ein, name, path = '' }: ChatContext): Mention | undefined {
  const digits = ein ?? CHARITY_PATH.exec(path)?.groups?.digits
  const known = digits === undefined ? undefined : parseTypedEin(digits)
  if (known) return { ein: known }
  return name === undefined ? undefined : toMention(name)
}

const NOT_SEARCHED = new Set([
  'Compare',
  'Funders',
  'Grantees',
  'Advice',
  'Help',
  'Sector',
  'Checks',
])

function readFind({ masked, rest, dated, limit }: Reading): Question | undefined {
  const cue = CUES.find(([, pattern]) => rest.search(pattern) >= 0)?.[0]
  if (cue && NOT_SEARCHED.has(cue)) return undefined
  const isAsked = rest.search(FIND) >= 0
  const text = searchText(unmask(masked, dated))
  const read = interpretQuery(text)
  const keys = new Set(read.phrases.map(({ key }) => key))
  const isNarrowed = ['state', 'minRevenue', 'maxRevenue', 'sort'].some((key) =>
    keys.has(key as 'state'),
  )
  const isMany = MANY.test(masked.text) || read.cause !== undefined
  const isFound =
    isMany && (isNarrowed || isAsked || /\b(?:that|for|who|which|helping|near|in)\b/i.test(rest))
  return isFound && text !== '' ? { kind: 'Find', text, ...limit } : undefined
}

const searchText = (text: string): string =>
  cleanName(
    text
      .replace(FIND, ' ')
      .replaceAll('|', ' ')
      .replace(/[?!.]+\s*$/, '')
      .replace(/^\s*(?:(?:the|a|an|any|some|of|top(?![ -]rated))\s+)+/i, ''),
  )

// Whoever asks for this person does not ask who is paid most.
const CHIEF = /\b(?:ceo|chief executive|executive director|president)s?\b/i

function readCue(reading: Reading): Question | undefined {
  for (const [kind, pattern] of CUES) {
    // What a figure is called is more exact than the cues from here on.
    if (kind === 'Identity') {
      const figure = readFigure(reading)
      if (figure) return figure
    }
    if (reading.rest.search(pattern) < 0) continue
    if (kind === 'Help') return { kind }
    if (kind === 'Sector') {
      const { year } = reading.when
      return { kind, ...(year !== undefined && { year }) }
    }
    if (kind === 'Leadership' && WAGES.test(reading.rest)) continue
    if (kind === 'Compare') {
      const compared = readComparison(reading, pattern)
      if (compared) return compared
      continue
    }
    const { rest, ...bounds } = takeLeastGrant(kind, reading)
    const organizations = subjects(reading, rest.replaceAll(pattern, ' | '))
    if (organizations.some(isSmallTalk)) continue
    if (kind === 'Profile' && isNoProfile(reading, organizations)) continue
    if (kind === 'Profile' && FOLLOWING.test(reading.rest)) return readFollowUp(reading)
    return about(kind, organizations, {
      ...reading.when,
      ...reading.limit,
      ...(kind === 'Leadership' && CHIEF.test(reading.rest) && { chiefFirst: true as const }),
      ...unreadOf(reading),
      ...bounds,
    })
  }
  return undefined
}

/** The least dollars of a single grant that are asked for, and the text without them. */
function takeLeastGrant(kind: Question['kind'], { rest }: Reading) {
  if (kind !== 'Funders' && kind !== 'Grantees') return { rest }
  const { text, minRevenue, maxRevenue } = takeAmounts({ text: rest, phrases: [] })
  return minRevenue === undefined || maxRevenue !== undefined
    ? { rest }
    : { rest: text, minAmount: minRevenue }
}

// What all staff is paid, unlike what one person is.
const WAGES = /\b(?:pays?|paid|spen[dt]s?) (?:out )?(?:in|on|for) (?:salaries|payroll|wages)\b/i

const EARNER =
  /\b(?:does|did|do|is|was) (?<person>[\uE000-\uF8FF]) (?:earn|make|get paid|paid|get) (?:at|by|from) (?<payer>[\uE000-\uF8FF])/iu

/** "What does Lloyd Dean earn at Harbor House?": the people of the second; the list is not cut to one. */
function readEarner({ masked, rest, when, unread }: Reading): Question | undefined {
  const { person, payer } = EARNER.exec(rest)?.groups ?? {}
  const mention = payer === undefined ? undefined : toMention(unmask(masked, payer))
  if (person === undefined || !mention) return undefined
  return about('Leadership', [mention], {
    ...when,
    unread: [...unread, cleanName(unmask(masked, person))],
  })
}

// What people ask machines, and no organization is called.
const SMALL_TALK =
  /^(?:weather|time|date|news|joke|poem|story|meaning of life|love|capital of .*)$/i
const isSmallTalk = (mention: Mention): boolean =>
  'name' in mention && SMALL_TALK.test(mention.name)

// "What is …" and "about" begin many questions; whom they are of must be said.
const isNoProfile = ({ rest }: Reading, organizations: Mention[]): boolean =>
  organizations.length === 0 && !/\b(?:it|they|this|their|its)\b/i.test(rest)

function subjects({ masked, before, context, ordinals }: Reading, rest: string): Mention[] {
  if (ordinals.length > 0) return ordinals
  const named = organizationsIn(masked, rest)
  if (named.length > 0) return named
  const pointed = pointedAt(rest, before, context)
  return pointed ? [pointed] : []
}

function readFigure(reading: Reading): Question | undefined {
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

/** What of a question is not read, each once; nothing where all is. */
const unreadOf = ({ unread }: Reading, figures?: { unread: string[] }): Unread => {
  const all = [...new Set([...(figures?.unread ?? []), ...unread])]
  return all.length > 0 ? { unread: all } : {}
}

const yearOf = ({ year, form }: When): When => ({
  ...(year !== undefined && { year }),
  ...(form && { form }),
})

/** "How is that computed?" asks it of the figures before. */
const carriedFigures = (aspect: string, question: Question | undefined) =>
  aspect !== 'year' && question && 'figures' in question ? question.figures : undefined

function readComparison(reading: Reading, pattern: RegExp): Question | undefined {
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

const COMPARING =
  /\b(?:better|bigger|larger|smaller|richer|higher|lower|best|biggest|largest|highest|lowest|rated|rating|more|most|less|least|fewer)\b/gi

const FOLLOWING = /^\W*(?:and|what about|how about|or|what of|same for|also|then)\b/i
const WHY = /^\W*(?:but )?(?:why|how come|how so)(?: is (?:that|this|it)(?: so)?)?\W*$/i
const THE_ONE_IN = /^\W*(?:the )?(?:one )?(?:in|from)\s+(?<place>[\p{L}. ]+?)\W*$/iu

/** "And in 2020?", "what about Harbor House?", "the one in Ohio". */
function readFollowUp(reading: Reading): Question | undefined {
  const { before, masked, rest, when, ordinals } = reading
  const [ordinal] = ordinals
  const { question, mention } = before
  if (!question) return undefined
  if (WHY.test(rest))
    return question.kind === 'Figure' ? { ...question, aspect: 'formula' } : question
  if (ordinal) return replaceOrganization(question, ordinal) ?? about('Identity', [ordinal])
  const place = THE_ONE_IN.exec(unmask(masked, rest))?.groups?.place
  const state = place === undefined ? undefined : findState(place)
  if (state && 'code' in state && before.isAsked && mention && 'name' in mention) {
    return replaceOrganization(question, { ...mention, state: state.code })
  }
  const named = organizationsIn(masked, rest.replace(FOLLOWING, '|'))
  const isTimed = when.year !== undefined || when.form !== undefined
  if (named.length === 0) return isTimed ? withWhen(question, when) : undefined
  const [first] = named
  if (!first || !(FOLLOWING.test(rest) || before.isAsked)) return undefined
  const again = replaceOrganization(question, first)
  return again && isTimed ? withWhen(again, when) : again
}

const withWhen = (question: Question, when: When): Question | undefined =>
  'organizations' in question
    ? { ...question, ...when, ...(question.kind === 'Figure' && { aspect: 'year' as const }) }
    : undefined

/** "What did Harbor House report in 2021?": what sums that year up. */
function readYear(reading: Reading): Question | undefined {
  const { masked, rest, when } = reading
  const organizations = organizationsIn(masked, rest.replaceAll(/\b(?:file|report)\b/gi, '|'))
  if (when.year === undefined && when.form === undefined) return undefined
  if (organizations.length !== 1 || masked.names.length === 0) return undefined
  return { kind: 'Figure', organizations, figures: [], aspect: 'year', ...when }
}

// Requests and talk to whoever answers; a name or a search has none of it.
const TALK =
  /^(?:what|how|why|when|who|where|is|are|do|does|did|can|could|would|will|should|write|ignore|forget|pretend|act|print|repeat|tell|translate|say|you|please|reveal|output|disregard|run|execute|delete|drop|select|sing|make|system|assistant|user)\b|\b(?:you|your|i|i'm|me|my|instructions?|prompts?|passwords?|secrets?|api keys?|weather|joke|poem|http|https|www)\b|[<>{}[\]=;$`|]/i
// The longest names people type; a text that is longer tells something.
const MOST_WORDS = 12

const EIN_TYPED = /\b\d{2}[- ]?\d{7}\b|\b\d{8}\b/

/** What is left: a name or a search in plain words, when it can be one. */
function readLookup({ masked, before, rest }: Reading): Question {
  const text = unmask(masked, masked.text)
  // An EIN says who is meant; the words beside it were not read.
  const ein = masked.names.map((one) => parseTypedEin(one)).find((one) => one !== undefined)
  const beside = cleanName(trimToName(ein === undefined ? '' : text.replace(EIN_TYPED, ' ')))
  if (ein !== undefined && beside !== '' && !TALK.test(text)) {
    return about('Identity', [{ ein }], { unread: [beside] })
  }
  const isOne = text.split(' ').length <= MOST_WORDS && !TALK.test(text.replace(/[?!.]+$/, ''))
  const name = cleanName(text).replace(/[?!.,\s]+$/, '')
  if (!isOne || !/[\p{L}\p{N}]{2}/u.test(name) || trimToName(rest) === '')
    return { kind: 'Unknown' }
  const mention = toMention(name)
  return (mention && askAgain(before, mention)) ?? { kind: 'Lookup', text: name }
}
