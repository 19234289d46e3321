import { causesNamedBy } from '../../domain/cause-phrases.ts'
import { findPlaces, type NamedPlace, US_STATES } from '../../domain/places.ts'
import { type Interpretation, type Span, type Step, subjectOf, take } from './phrases.ts'

type State = Span & { code: string; label: string }

const PREPOSITION = '(?:in|across|throughout|within|from)'

/** The first state that is named as a place, by code or by name, with the words that say so. */
function findState(text: string): State | undefined {
  for (const place of [...findStateCodes(text), ...findStateNames(text)]) {
    const span = findPlacePhrase(text, place)
    if (span) return { ...span, code: place.code.slice(3), label: place.label }
  }
  return undefined
}

const findStateCodes = (text: string): NamedPlace[] =>
  [...text.matchAll(/\b[A-Z]{2}\b/g)].flatMap(({ 0: code, index }) => {
    const label = US_STATES[code]
    return label ? [{ code: `US-${code}`, label, start: index, end: index + code.length }] : []
  })

const findStateNames = (text: string): NamedPlace[] =>
  findPlaces(text).filter(({ code }) => code.startsWith('US-'))

const PREPOSITION_BEFORE = new RegExp(String.raw`\b${PREPOSITION}\s+$`, 'i')
const TOWN = String.raw`\p{Lu}[\p{L}.'’-]*`
const TOWN_BEFORE = new RegExp(
  String.raw`\b${PREPOSITION}\s+(?:${TOWN}\s+){0,3}${TOWN}(?<gap>,?\s+)$`,
  'u',
)
const COMMA_BEFORE = /,\s*$/
const COMMA_OR_END = /^\s*(?:,|$)/

/**
 * The words that make a state a place: a preposition or a town before it ("in Toledo, Ohio", of
 * which the town stays to be searched for), a comma before it at the end, or a cause beside it ("Ohio
 * food banks"). A state inside an organization's name ("Ohio Valley Choir") is none of these.
 */
function findPlacePhrase(text: string, { start, end }: Span): Span | undefined {
  const preposition = PREPOSITION_BEFORE.exec(text.slice(0, start))
  if (preposition) return { start: preposition.index, end }
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const gap = TOWN_BEFORE.exec(before)?.groups?.gap
  if (gap) return { start: start - gap.length, end }
  const comma = COMMA_BEFORE.exec(before)
  if (comma && COMMA_OR_END.test(after)) return { start: comma.index, end }
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
