import { findState } from '#src/domain/places.ts'
import type { Before } from './conversation.ts'
import { takeFigures } from './figure-words.ts'
import { COMPARING } from './figures.ts'
import { unmask } from './names.ts'
import type { Mention, Question, When } from './question.ts'
import { about, type Reading } from './reading.ts'
import { organizationsIn } from './subjects.ts'

const BOTH = /\b(?:compare|comparing|contrast|differ|difference|versus|which|who)\b/i
const BOTH_WORDS =
  /\b(?:compare|comparing|contrast|differ|difference|between|the two|these two|those two|two|both|of them|organizations|ones?)\b/gi

/** "Compare the two", "which is bigger?": the two mentioned last. */
export function readBothBefore({
  masked,
  rest,
  before,
  when,
  ordinals,
}: Reading): Question | undefined {
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

/** Repeats the previous question for another organization if the answer asked which is meant. */
export function askAgain({ question, isAsked }: Before, mention: Mention): Question | undefined {
  return isAsked ? replaceOrganization(question, mention) : undefined
}

function replaceOrganization(question: Question | undefined, mention: Mention) {
  if (question && 'organizations' in question && question.organizations.length < 2) {
    return { ...question, organizations: [mention] }
  }
  return question?.kind === 'Lookup' ? about('Identity', [mention]) : undefined
}

/** Beginnings of a follow-up question. */
export const FOLLOWING = /^\W*(?:and|what about|how about|or|what of|same for|also|then)\b/i
const WHY = /^\W*(?:but )?(?:why|how come|how so)(?: is (?:that|this|it)(?: so)?)?\W*$/i
const THE_ONE_IN = /^\W*(?:the )?(?:one )?(?:in|from)\s+(?<place>[\p{L}. ]+?)\W*$/iu

/** "And in 2020?", "what about Harbor House?", "the one in Ohio". */
export function readFollowUp(reading: Reading): Question | undefined {
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

/** "What did Harbor House report in 2021?": the main figures of that year. */
export function readYear(reading: Reading): Question | undefined {
  const { masked, rest, when } = reading
  const organizations = organizationsIn(masked, rest.replaceAll(/\b(?:file|report)\b/gi, '|'))
  if (when.year === undefined && when.form === undefined) return undefined
  if (organizations.length !== 1 || masked.names.length === 0) return undefined
  return { kind: 'Figure', organizations, figures: [], aspect: 'year', ...when }
}
