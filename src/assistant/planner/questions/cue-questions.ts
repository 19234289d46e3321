import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import { CUES } from './cues.ts'
import { readComparison, readFigure } from './figures.ts'
import { FOLLOWING, readFollowUp } from './follow-ups.ts'
import type { Mention, Question } from './question.ts'
import { about, type Reading, subjects, unreadOf } from './reading.ts'

// A question about the chief executive is not about the best paid.
const CHIEF = /\b(?:ceo|chief executive|executive director|president)s?\b/i

/** Returns what the first matching cue asks for. */
export function readCue(reading: Reading): Question | undefined {
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
