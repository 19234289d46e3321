import { parseTypedEin } from '#src/domain/ein.ts'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import type { ChatContext, Turn } from '../../chat.ts'
import { patternOf } from '../../phrases.ts'
import {
  afterAnswer,
  afterQuestion,
  type Before,
  NOTHING_BEFORE,
  takeOrdinals,
} from './conversation.ts'
import { CUES } from './cues.ts'
import { takeShareOf } from './figure-words.ts'
import {
  readComparison,
  readEarner,
  readFigure,
  readMoneyFigure,
  spellOutFiscalYears,
  takeLimit,
  takePeriods,
} from './figures.ts'
import { askAgain, FOLLOWING, readBothBefore, readFollowUp, readYear } from './follow-ups.ts'
import { isNobody } from './many.ts'
import { cleanMessage, cleanName, maskNames, toMention, trimToName, unmask } from './names.ts'
import type { Mention, Question } from './question.ts'
import { about, pointedAt, type Reading, subjects, unreadOf } from './reading.ts'
import { readFind, readLookup, readOfMany, readRecovery } from './searches.ts'
import { correctSpelling } from './spelling.ts'

/**
 * Lowercases a text in capitals, which would look like one name; a single word may be an acronym.
 */
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

/** Lowercases the bands of the rating, which are not names. */
const spellBands = (text: string): string =>
  text
    .replaceAll(RATED_BAND, (words) => words.toLowerCase())
    .replace(WHY_BAND, (_, who: string, band: string) => `${who} rated ${band.toLowerCase()}?`)

// "… and who runs it?", "…? Who runs it?": where a second question begins.
const SECOND =
  /(?:,? and(?: also)? (?=(?:who|what|how|where|why|which|when|is|are|does|did|do|has|should)\b)|\?\s+(?=\p{L}))/u

/** Splits a message into two questions; undefined if it is only one. */
function splitQuestions(text: string): { first: string; second: string } | undefined {
  const match = SECOND.exec(text)
  if (!match) return undefined
  const first = text.slice(0, match.index)
  const second = text.slice(match.index + match[0].length).replace(/[?!.\s]+$/, '')
  return first.trim() === '' || second === '' ? undefined : { first, second }
}

// Words that begin a question in Spanish, Portuguese, French, or German.
const ASKING_WORDS = patternOf(`
  cu[aá]l(es)? | cu[aá]nt[oa]s? | qui[eé]n(es)? | qu[eé] | c[oó]mo | d[oó]nde | por qu[eé] |
  mu[eé]strame | qual | quais | quant[oa]s? | quem | onde | quel(le)?s? | qui | combien |
  pourquoi | comment | o[uù] | wie(viele?)? | wer | wem | welche[rsnm]? | warum |
  was (ist|sind|macht|hat|war) | wo
`)
const ASKING = new RegExp(String.raw`^[¿¡"\s]*(?:${ASKING_WORDS})(?![\p{L}])`, 'iu')
// Words in nearly every sentence of these languages; names contain single ones.
const COMMON_WORDS = patternOf(`
  de | del | la | las | el | los | le | les | du | des | est | sont | es | son | fue | fueron |
  foi | foram | da | do | dos | das | der | die | den | dem | das | ist | sind | war | hat |
  von | vom | für | und | en | em | a | à | y | et | e | une? | tiene | tem | financia |
  finance | hoch | viel
`)
const COMMON = new RegExp(String.raw`(?<![\p{L}])(?:${COMMON_WORDS})(?![\p{L}])`, 'u')
// Topics in these languages; in lower case, because names have capitals.
const TOPICS_WORDS = patternOf(`
  ingresos | gastos | donaciones | organizaciones | bancos de alimentos | receitas? | despesas |
  doações | revenus? | dépenses | dons | umsatz | Umsatz | Einnahmen | Ausgaben | Spenden |
  Umsätze
`)
const TOPICS = new RegExp(String.raw`(?<![\p{L}])(?:${TOPICS_WORDS})(?![\p{L}])`, 'u')
const ENGLISH =
  /\b(?:what|who|whom|whose|how|which|when|where|why|is|are|does|did|find|show|list|compare|revenue|expenses|assets|rating|funders|grantees|mission|tell|of)\b/

const LATIN = /\p{Script=Latin}/gu
const LETTER = /\p{L}/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns whether a message is in a language other than English; a name alone has no language. */
function isForeign(text: string): boolean {
  const lower = text.replaceAll(/"[^"]*"/g, ' ')
  const letters = count(lower, LETTER)
  if (letters > 1 && count(lower, LATIN) * 2 < letters) return !ENGLISH.test(lower)
  const isAsking = ASKING.test(lower) && (COMMON.test(lower) || TOPICS.test(lower))
  const isTopic = TOPICS.test(lower) && COMMON.test(lower)
  return (
    (isAsking || isTopic || text.includes('¿')) &&
    !ENGLISH.test(lower.replace(/\bof [\p{Lu}].*/u, ''))
  )
}

/** Determines what a message asks, given the conversation and the open page. Pure. */
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

// The rules cannot read longer questions, and matching patterns takes time.
const LONGEST_READ = 800

function readMessage(message: string, before: Before, context: ChatContext): Question {
  const clean = cleanMessage(message).slice(0, LONGEST_READ)
  if (isForeign(clean)) return { kind: 'Unknown', reason: 'NotEnglish' }
  return (
    readFirst(clean, before, context) ??
    withSomebody(readOne(clean, before, context), before, context)
  )
}

/**
 * Returns the first of two questions, with the second as unread; undefined if there is only one.
 */
function readFirst(clean: string, before: Before, context: ChatContext): Question | undefined {
  const parts = splitQuestions(clean)
  if (!parts) return undefined
  const first = withSomebody(readOne(parts.first, before, context), before, context)
  if (!('organizations' in first)) return undefined
  const then = afterQuestion(before, first)
  const second = withSomebody(readOne(parts.second, then, context), then, context)
  // Two questions of one kind are read as one: "its revenue and how much it spent".
  if (second.kind === first.kind || second.kind === 'Compare') return undefined
  const others = 'organizations' in second ? second.organizations : []
  const organizations = first.organizations.length > 0 ? first.organizations : others
  const unread = [...(first.unread ?? []), cleanName(parts.second)]
  return { ...first, organizations, unread }
}

/** Drops mentions that are not organizations. */
function withSomebody(question: Question, before: Before, context: ChatContext): Question {
  if (!('organizations' in question)) return question
  const organizations = question.organizations.filter((one) => !isNobody(one))
  if (organizations.length === question.organizations.length) return question
  if (organizations.length > 0) return { ...question, organizations }
  // "What does the rating mean?" refers to the open page.
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

const GAVE = String.raw`(?:give|gave|given|fund|funded|grant|granted|supported?|donated?|contributed?|awarded?|made|make|(?:pay|paid)(?= [^?]{0,40}to\b))`
const WHAT = `(?:ever |any |a |money |much |anything |grants? |funding |funds |gifts? )*`

// The two sides of a grant in common phrasings.
const PATTERNS = [
  /\b(?:grants?|money|funding|how much|gifts?)\b[^?]{0,40}?\b(?:from|by|of) (?<funder>[^?]{1,160}?) to (?<recipient>[^?]{1,160})/i,
  new RegExp(
    String.raw`\b(?:has|did|does|have|do) (?<funder>[^?]{1,160}?) (?:ever |also )?${GAVE} ${WHAT}(?!away|out\b)(?:to )?(?<recipient>[^?]{1,160})`,
    'i',
  ),
  /(?<funder>[^?]{1,160}?)'s? (?:grants?|gifts?|support|funding) (?:to|for) (?<recipient>[^?]{1,160})/i,
  new RegExp(
    String.raw`\b(?:did|does|has|have|do) (?<recipient>[^?]{1,160}?) (?:ever )?(?:get|got|gotten|receive[sd]?|obtain(?:ed)?) ${WHAT}from (?<funder>[^?]{1,160})`,
    'i',
  ),
  /\b(?:is|was|are|were|been) (?<recipient>[^?]{1,160}?) (?:being |been )?(?:funded|supported|backed|financed) by (?<funder>[^?]{1,160})/i,
]

/** Returns the two sides of a question about grants; undefined unless it names both. */
function readSides(text: string): { funder: string; recipient: string } | undefined {
  for (const pattern of PATTERNS) {
    const { funder = '', recipient = '' } = pattern.exec(text)?.groups ?? {}
    if (isSide(funder) && isSide(recipient)) return { funder, recipient }
  }
  return undefined
}

const PRONOUN = /^(?:it|them|they|this|that|him|her|this \w+)[\s?.!]*$/i
// "who did it give to", "grants from foundations": no particular organization.
const NOBODY_WORDS = patternOf(`
  who | whom | which | what | anyone | anybody |
  (other |the |any )?(foundations?|organi[sz]ations?|charit(y|ies)|nonprofits?|government|others|people|funders?|donors?|grantees|recipients) |
  (total )?(grants?|gifts?|money|funding|scholarships|donations|contributions|cash|total|all)
`)
const NOBODY = new RegExp(`^(?:${NOBODY_WORDS})$`, 'i')

/** Returns whether a side is a pronoun ("did they fund it?"). */
const isPronoun = (text: string): boolean => PRONOUN.test(text.trim())

const isSide = (text: string): boolean => {
  const name = trimToName(text)
  return isPronoun(text) || (name !== '' && !NOBODY.test(name))
}

// A question about the chief executive is not about the best paid.
const CHIEF = /\b(?:ceo|chief executive|executive director|president)s?\b/i

/** Returns what the first matching cue asks for. */
function readCue(reading: Reading): Question | undefined {
  for (const [kind, pattern] of CUES) {
    // Names of figures are more exact than the cues from here on.
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

/** Returns the minimum grant asked for, and the text without it. */
function takeLeastGrant(kind: Question['kind'], { rest }: Reading) {
  if (kind !== 'Funders' && kind !== 'Grantees') return { rest }
  const { minAmount, maxAmount, phrases } = interpretQuery(rest, 'grants')
  const words = phrases.find(({ key }) => key === 'minAmount')?.phrase
  return words === undefined || minAmount === undefined || maxAmount !== undefined
    ? { rest }
    : { rest: rest.replace(words, ' ').replaceAll(/\s+/g, ' ').trim(), minAmount }
}

// Pay of all staff, not of one person.
const WAGES = /\b(?:pays?|paid|spen[dt]s?) (?:out )?(?:in|on|for) (?:salaries|payroll|wages)\b/i

// Small talk, which names no organization.
const SMALL_TALK =
  /^(?:weather|time|date|news|joke|poem|story|meaning of life|love|capital of .*)$/i
const isSmallTalk = (mention: Mention): boolean =>
  'name' in mention && SMALL_TALK.test(mention.name)

// "What is …" and "about" begin many questions; a profile needs a name.
const isNoProfile = ({ rest }: Reading, organizations: Mention[]): boolean =>
  organizations.length === 0 && !/\b(?:it|they|this|their|its)\b/i.test(rest)
