import type { OrganizationDisplay, Passage } from '#mappings/organization-document.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { type Place, placeLabel } from '../../domain/places.ts'
import { FACETS, type FacetKey } from '../facets.ts'
import {
  type DisplaySource,
  EVIDENCE_FIELD,
  firstOrder,
  type Hit,
  type Match,
  type MatchReason,
  SORT_FIELDS,
  type Sort,
  type SortOrder,
} from '../params.ts'
import { CLAUSES } from './query.ts'

type PageHit = {
  _source?: DisplaySource
  highlight?: Record<string, string[]>
  matched_queries?: string[]
}

// Three passages are enough to explain a match.
const PASSAGES = 3
// Two or three sentences, as long as a highlighted fragment.
const UNHIGHLIGHTED_LENGTH = 300

type PlaceReason = Extract<MatchReason, { kind: 'Place' }>
type PassageReason = Extract<MatchReason, { kind: 'Passage' }>

type QueryPlaces = { named: Place[]; regions: Place[] }

/** Reads one page of the window, in the order of `eins`. */
export function readDiscoveryHits(
  hits: PageHit[],
  eins: string[],
  places: QueryPlaces,
  window: number,
): Hit[] {
  const byEin = new Map(hits.flatMap((hit) => (hit._source ? [[hit._source.ein, hit]] : [])))
  return eins.flatMap((ein) => {
    const hit = byEin.get(ein)
    return hit ? toHit(hit, places, window) : []
  })
}

function toHit(
  { _source, highlight = {}, matched_queries }: PageHit,
  places: QueryPlaces,
  window: number,
): Hit[] {
  if (!_source) return []
  const { ein, display } = _source
  const matched = new Set(matched_queries)
  const passages = toPassages(display, highlight, matched)
  const reasons = [
    ...passages,
    ...(matched.has(CLAUSES.name) ? [toNameReason(display)] : []),
    ...toPlaces(display, places),
    ...toClassification(display, matched),
  ]
  const match = { ...toMatch(display, passages[0], matched), window }
  return [{ ein, display, match, reasons, explanation: explain(reasons, display) }]
}

function toMatch(
  { name, nameRef, cause }: OrganizationDisplay,
  best: PassageReason | undefined,
  matched: Set<string>,
): Match {
  const kind = 'Cause'
  if (best) return { kind, field: 'CauseText', value: plain(best.text), ref: best.ref }
  if (matched.has(CLAUSES.name)) return { kind: 'Fuzzy', field: 'Name', value: name, ref: nameRef }
  return { kind, field: 'CauseText', ...knownFields({ value: cause?.label, ref: cause?.ref }) }
}

const toNameReason = ({ name, nameRef }: OrganizationDisplay): MatchReason => ({
  kind: 'Name',
  text: name,
  ref: nameRef,
})

const plain = (text: string): string => text.replaceAll(/<\/?em>/g, '')

/**
 * Returns highlighted fragments with their passages, those with most query words first. Without any,
 * returns the first passage if only the meaning matched, and none if words of the name matched.
 */
function toPassages(
  display: OrganizationDisplay,
  highlight: Record<string, string[]>,
  matched: Set<string>,
): PassageReason[] {
  if (matched.has(CLAUSES.name) && !matched.has(CLAUSES.text)) return []
  const highlighted = Object.values(highlight)
    .flat()
    .flatMap((text) => {
      const passage = display.passages.find((own) => own.text.includes(plain(text)))
      return passage ? [toReason(passage, text, true)] : []
    })
    .toSorted((a, b) => wordsOf(b).length - wordsOf(a).length)
  if (highlighted.length > 0) return highlighted.slice(0, PASSAGES)
  const isByWords = matched.has(CLAUSES.text) || matched.has(CLAUSES.name)
  const [first] = isByWords ? [] : display.passages
  return first ? [toReason(first, cut(first.text), false)] : []
}

const toReason = (passage: Passage, text: string, isHighlighted: boolean): PassageReason => ({
  kind: 'Passage',
  passage: passage.kind,
  text,
  isHighlighted,
  ref: passage.ref,
})

const cut = (text: string): string =>
  text.length <= UNHIGHLIGHTED_LENGTH
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', UNHIGHLIGHTED_LENGTH))} …`

/** Returns the query's places where the organization works; regions only if no country matches. */
function toPlaces(display: OrganizationDisplay, { named, regions }: QueryPlaces): MatchReason[] {
  const find = (places: Place[]) =>
    places.flatMap(({ code }) => display.places.filter((own) => own.code === code))
  const exact = find(named)
  return (exact.length > 0 ? exact : find(regions)).map(({ code, label, ref }) => ({
    kind: 'Place',
    code,
    label: placeLabel(code) ?? label,
    ref,
  }))
}

/** Returns the classification if it matched a word or nothing else is known about the cause. */
const toClassification = (
  { cause, passages }: OrganizationDisplay,
  matched: Set<string>,
): MatchReason[] =>
  cause && (matched.has(CLAUSES.classification) || passages.length === 0)
    ? [{ kind: 'Classification', ...cause }]
    : []

const SAID_IN = {
  Mission: 'Its filed mission',
  Program: 'A filed program',
  Website: 'Its website',
  Classification: 'Its registered classification',
} as const

/** Explains the hit in one sentence. */
function explain(reasons: MatchReason[], display: OrganizationDisplay): string {
  const passage = reasons.find((reason) => reason.kind === 'Passage')
  const place = reasons.find((reason) => reason.kind === 'Place')
  const where = place ? whereSaid(place, passage) : ''
  if (passage?.isHighlighted) {
    return `${SAID_IN[passage.passage]} mentions ${quoteList(wordsOf(passage).slice(0, 5))}${where}.`
  }
  // One vector covers all text of the organization, so no single passage can be called close.
  if (passage) return `Its text is among the closest in meaning to the query${where}.`
  const isNamed = reasons.some(({ kind }) => kind === 'Name')
  const found = isNamed ? 'Its name shares words with the query' : explainText(display)
  const silent = display.passages.length === 0 ? '; it has filed no description of its work' : ''
  return `${found}${where}${silent}.`
}

const explainText = ({ cause }: OrganizationDisplay): string =>
  cause ? `It is classified as ${cause.label}` : 'Its filed text shares words with the query'

/** States whether the passage itself or another part of the filing mentions the place. */
function whereSaid(place: PlaceReason, passage: PassageReason | undefined): string {
  if (
    passage &&
    place.ref === passage.ref &&
    !wordsOf(passage).some((word) => isNamed(place, word))
  ) {
    return ` and names ${place.label}`
  }
  return place.ref === passage?.ref ? '' : `; its filing lists ${place.label} as a place of work`
}

const isNamed = ({ label }: PlaceReason, word: string): boolean =>
  label.toLowerCase() === word.toLowerCase()

/** Returns the highlighted words of a passage, each once regardless of case. */
function wordsOf({ text }: PassageReason): string[] {
  const words = [...text.matchAll(/<em>(.*?)<\/em>/g)].map(([, word = '']) => word)
  return [
    ...new Map(words.toReversed().map((word) => [word.toLowerCase(), word])).values(),
  ].toReversed()
}

const AND = new Intl.ListFormat('en-US')

const quoteList = (words: string[]): string => AND.format(words.map((word) => `"${word}"`))

/** A hit of the candidate window: its score and the fields that facets and sorts read. */
type WindowHit = {
  _score: number | null
  fields?: Record<string, unknown[]>
}

export type Candidate = { ein: string; score: number; fields: Record<string, unknown[]> }

export const readCandidates = (hits: WindowHit[]): Candidate[] =>
  hits.map(({ _score, fields = {} }) => ({
    ein: String(fields.ein?.[0]),
    score: _score ?? 0,
    fields,
  }))

const byEin = (a: Candidate, b: Candidate): number => (a.ein < b.ein ? -1 : 1)

/**
 * Orders the window. By relevance, organizations without any filed text come last; by a figure,
 * unknown figures come last in both orders. Ties are ordered by relevance, then EIN.
 */
export function orderCandidates(
  candidates: Candidate[],
  sort: Sort,
  order: SortOrder = firstOrder(sort),
): Candidate[] {
  const key = sort === 'Relevance' ? relevance : figure(SORT_FIELDS[sort], order)
  return candidates
    .map((candidate) => ({ candidate, keys: key(candidate) }))
    .sort((a, b) => compareKeys(b.keys, a.keys) || byEin(a.candidate, b.candidate))
    .map(({ candidate }) => candidate)
}

const relevance = (candidate: Candidate): number[] => [
  -Number(candidate.fields[EVIDENCE_FIELD]?.[0] ?? 1),
  candidate.score,
]

const figure =
  (field: string, order: SortOrder) =>
  (candidate: Candidate): number[] => {
    const value = candidate.fields[field]?.[0]
    if (value === undefined) return [Number.NEGATIVE_INFINITY, candidate.score]
    const number = typeof value === 'string' ? Date.parse(value) : Number(value)
    return [order === 'asc' ? -number : number, candidate.score]
  }

const compareKeys = (a: number[], b: number[]): number => {
  const at = a.findIndex((key, index) => key !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

/** Counts the values of a facet in the window. */
export function countValues(candidates: Candidate[], facet: FacetKey): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { fields } of candidates) {
    for (const value of fields[FACETS[facet].field] ?? []) {
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
    }
  }
  return counts
}
