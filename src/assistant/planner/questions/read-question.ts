import { parseTypedEin } from '#src/domain/ein.ts'
import type { ChatContext, Turn } from '../../chat.ts'
import { cleanMessage, cleanName } from './clean.ts'
import {
  afterAnswer,
  afterQuestion,
  type Before,
  NOTHING_BEFORE,
  takeOrdinals,
} from './conversation.ts'
import { readCue } from './cue-questions.ts'
import { takeShareOf } from './figure-words.ts'
import { readEarner, readMoneyFigure } from './figures.ts'
import { askAgain, readBothBefore, readFollowUp, readYear } from './follow-ups.ts'
import { isPronoun, readSides } from './grants.ts'
import { isNobody } from './many.ts'
import { maskNames, toMention, trimToName, unmask } from './names.ts'
import { spellOutFiscalYears, takeLimit, takePeriods } from './qualifiers.ts'
import type { Mention, Question } from './question.ts'
import { about, pointedAt, type Reading } from './reading.ts'
import { readFind, readLookup, readOfMany, readRecovery } from './searches.ts'
import { correctSpelling } from './spelling.ts'
import { isForeign, lowerShouting, spellBands, splitQuestions } from './wording.ts'

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
