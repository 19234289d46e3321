import { causesNamedBy } from '../../domain/cause-phrases.ts'
import { findPlaces, type NamedPlace, US_STATES } from '../../domain/places.ts'
import {
  hasSubject,
  type Interpretation,
  type Span,
  type Step,
  subjectOf,
  take,
} from './phrases.ts'

type State = { code: string; label: string }

const PREPOSITION = '(?:in|across|throughout|within|from)'

/** Finds the first state that is used as a place, the states listed with it, and their words. */
function findStates(text: string): (Span & { states: State[] }) | undefined {
  const all = findAllStates(text)
  const lists = all.map((state) => listFrom(state, all, text))
  // Three in a row are a list. Two may be a town and its state: "Oregon, OH".
  for (const list of [...lists.filter(({ length }) => length > 2), ...lists]) {
    const [first, last] = [list[0], list.at(-1)]
    const span = first && last && findPlacePhrase(text, { start: first.start, end: last.end })
    const states = list.map(({ code, label }) => ({ code: code.slice(3), label }))
    if (span) return { ...span, states }
  }
  return undefined
}

/** Finds all states; "Washington, DC" counts as one, and not also as the code DC. */
function findAllStates(text: string): NamedPlace[] {
  const names = findStateNames(text)
  const codes = findStateCodes(text).filter(
    ({ start, end }) => !names.some((name) => name.start <= start && end <= name.end),
  )
  return [...codes, ...names]
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
 * Finds the words that make a state a place: a preposition or a town before it ("in Toledo, Ohio",
 * where the town stays in the text), a comma before it at the end, a cause next to it ("Ohio food
 * banks"), or no other subject ("Ohio charities"). A state in a name ("Ohio Valley Choir") is not
 * a place.
 */
function findPlacePhrase(text: string, { start, end }: Span): Span | undefined {
  const preposition = PREPOSITION_BEFORE.exec(text.slice(0, start))
  if (preposition) return { start: preposition.index, end }
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const gap = TOWN_BEFORE.exec(before)?.groups?.gap
  if (gap) return { start: start - gap.length, end }
  const comma = COMMA_BEFORE.exec(before)
  if (comma && COMMA_OR_END.test(after)) return { start: comma.index, end }
  // At either end of the text, the rest must be a cause or have no subject.
  if (before !== '' && after !== '') return undefined
  const rest = before + after
  return !hasSubject(rest) || causesNamedBy(subjectOf(rest)) ? { start, end } : undefined
}

// OR and IN in capitals are states.
const AND_IN = new RegExp(String.raw`^(?:\s*(?:,|\b(?:and|AND|or)\b))+\s*(?:${PREPOSITION}\s+)?`)

/** Returns a state and those listed after it ("in Ohio, Kentucky and Texas"). */
function listFrom(state: NamedPlace, all: NamedPlace[], text: string): NamedPlace[] {
  const and = AND_IN.exec(text.slice(state.end))
  const at = state.end + (and?.[0].length ?? 0)
  const next = and && all.find(({ start }) => start === at)
  return next ? [state, ...listFrom(next, all, text)] : [state]
}

const LIST = new Intl.ListFormat('en', { type: 'disjunction' })

/** Extracts the states; an organization in any of them matches. */
export const takeStates: Step = (found): Interpretation => {
  const named = findStates(found.text)
  if (!named) return found
  const labels = named.states.map(({ label }) => label)
  const meaning = `works or is registered in ${LIST.format(labels)}`
  return { ...take(found, named, { key: 'state', meaning }), states: named.states }
}
