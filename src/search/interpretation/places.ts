import { causesNamedBy } from '../../domain/cause-phrases.ts'
import { findPlaces, type NamedPlace, US_STATES } from '../../domain/places.ts'
import { type Interpretation, type Span, type Step, spanOf, subjectOf, take } from './phrases.ts'

type State = Span & { code: string; label: string }

const PREPOSITION = '(?:in|across|throughout|within|from)'
const STATE_CODE = new RegExp(String.raw`\b${PREPOSITION}\s+([A-Z]{2})\b`, 'g')

/** The first state that is named as a place, with the words that say so. */
function findState(text: string): State | undefined {
  for (const match of text.matchAll(STATE_CODE)) {
    const [, code = ''] = match
    const label = US_STATES[code]
    if (label) return { ...spanOf(match), code, label }
  }
  for (const place of findStateNames(text)) {
    const span = findPlacePhrase(text, place)
    if (span) return { ...span, code: place.code.slice(3), label: place.label }
  }
  return undefined
}

const findStateNames = (text: string): NamedPlace[] =>
  findPlaces(text).filter(({ code }) => code.startsWith('US-'))

const PREPOSITION_BEFORE = new RegExp(String.raw`\b${PREPOSITION}\s+$`, 'i')

/**
 * The words that make a state a place: a preposition before it, or a cause after it ("Ohio food
 * banks"). A state inside an organization's name ("Ohio Valley Choir") is neither.
 */
function findPlacePhrase(text: string, { start, end }: Span): Span | undefined {
  const preposition = PREPOSITION_BEFORE.exec(text.slice(0, start))
  if (preposition) return { start: preposition.index, end }
  const [before, after] = [text.slice(0, start), text.slice(end)]
  // At either end of the text, all the rest must be the cause.
  if (before !== '' && after !== '') return undefined
  return causesNamedBy(subjectOf(before + after)) && { start, end }
}

const AND_IN = new RegExp(String.raw`^(?:\s*(?:,|\b(?:and|or)\b))+\s*(?:${PREPOSITION}\s+)?`, 'i')

/** Where the list of states ends that a state begins ("in Ohio, Kentucky and Texas"). */
function endOfList(text: string, end: number): number {
  const and = AND_IN.exec(text.slice(end))
  const next = and && findStateNames(text).find(({ start }) => start === end + and[0].length)
  return next ? endOfList(text, next.end) : end
}

/** One state is taken; further ones of its list are said to be left out. */
export const takeState: Step = (found): Interpretation => {
  const state = findState(found.text)
  if (!state) return found
  const { code, label, end } = state
  const rest = { start: end, end: endOfList(found.text, end) }
  const one =
    rest.end > end
      ? take(found, rest, {
          key: 'not understood',
          meaning: 'not understood: one state at a time',
        })
      : found
  const meaning = `works or is registered in ${label}`
  return { ...take(one, state, { key: 'state', meaning }), state: { code, label } }
}
