import { takeAmounts } from '../../../search/interpretation/amounts.ts'
import { CUES } from './cues.ts'
import { readComparison, readFigure } from './figures.ts'
import { FOLLOWING, readFollowUp } from './follow-ups.ts'
import type { Mention, Question } from './question.ts'
import type { Reading } from './reading.ts'
import { about, subjects, unreadOf } from './reading.ts'

// Whoever asks for this person does not ask who is paid most.
const CHIEF = /\b(?:ceo|chief executive|executive director|president)s?\b/i

/** What the first fitting cue asks about organizations, the sector or the service. */
export function readCue(reading: Reading): Question | undefined {
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

// What people ask machines, and no organization is called.
const SMALL_TALK =
  /^(?:weather|time|date|news|joke|poem|story|meaning of life|love|capital of .*)$/i
const isSmallTalk = (mention: Mention): boolean =>
  'name' in mention && SMALL_TALK.test(mention.name)

// "What is …" and "about" begin many questions; whom they are of must be said.
const isNoProfile = ({ rest }: Reading, organizations: Mention[]): boolean =>
  organizations.length === 0 && !/\b(?:it|they|this|their|its)\b/i.test(rest)
