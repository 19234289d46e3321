import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import type { Exclusion } from '../../filter-parameters.ts'
import { entriesAt, matchPattern } from '../patterns.ts'
import {
  type Effect,
  isFreeIn,
  type Outcome,
  type Reading,
  type Rule,
  refuses,
  wordsOf,
} from '../reading.ts'
import { isIn, reasonOf } from '../vocabulary.ts'
import { readPlaces } from './places.ts'

// Words that end what is excluded: "excluding hospitals in Ohio".
const END = new Set('in with by that which who from near for over under at on whose to'.split(' '))

/** Returns the end of the words that are excluded, which a sign or a reading ends, too. */
function endOf({ tokens, taken }: Reading, from: number): number {
  let to = from
  while (to < tokens.length && !taken[to]) {
    const { kind = 'sign', word = '' } = tokens[to] ?? {}
    if (kind === 'sign' || END.has(word)) break
    to += 1
  }
  return to
}

/** "hospitals and universities" are two; "zoos and aquariums" are one cause. */
function partsOf(words: string): string[] {
  if (causesNamedBy(words)) return [words]
  return words
    .split(/\s+(?:and|or|nor)\s+/i)
    .map((part) => part.replace(/^(?:the|any|a|an)\s+/i, '').trim())
    .filter((part) => part !== '')
}

function toExclusion(words: string): Exclusion & { label: string } {
  const cause = causesNamedBy(words)
  return cause
    ? { kind: 'causes', causes: cause.codes, label: `cause ${cause.label}` }
    : { kind: 'words', words, label: `the words "${words}"` }
}

const toEffect = ({ label, ...exclusion }: Exclusion & { label: string }): Effect => ({
  key: 'exclude',
  meaning: `without ${label}`,
  set: { filters: { exclude: [exclusion] } },
})

const MAX_PLAIN = 3

/** "not museums" needs a cause or a plural, because "not" is also part of names and sentences. */
const isPlain = (words: string): boolean =>
  causesNamedBy(words) !== undefined ||
  (/^[^A-Z]*[^sS]s$/.test(words) && words.split(' ').length <= MAX_PLAIN)

/** "families without homes" excludes nothing; "shelters in Ohio, no hospitals" does. */
const isDescription = ({ tokens, taken }: Reading, from: number): boolean =>
  ['no', 'without'].includes(tokens[from]?.word ?? '') &&
  taken[from - 1] === false &&
  tokens[from - 1]?.kind !== 'sign'

function readWords(reading: Reading, from: number, start: number, isWeak: boolean) {
  const to = endOf(reading, start)
  const parts = partsOf(wordsOf(reading, start, to))
  // Before any subject, as in "no kid hungry", a negation is part of a name.
  const isCause = parts.every((words) => causesNamedBy(words) !== undefined)
  if (!isCause && isDescription(reading, from)) return undefined
  const isName = (from === 0 && !isCause) || !parts.every(isPlain)
  if (parts.length === 0 || (isWeak && isName)) return undefined
  return { effects: parts.map((words) => toEffect(toExclusion(words))), from, to }
}

/** "not in Ohio", "except Texas and Florida", "excluding hospitals", "-CA", "non-religious". */
export const EXCLUSIONS: readonly Rule[] = [
  {
    name: 'places to exclude',
    patterns: ['<notin>'],
    read: ({ from, to, values: { notin } }, reading): Outcome | undefined => {
      if (notin?.value === '-' && !isApart(reading, from)) return undefined
      const places = readPlaces(reading, to, true)
      if (!places) return undefined
      const states = places.filters.worksInStates
      const isPlace = /\b(?:in|from|outside)\b/.test(notin?.value ?? '')
      const isCapital = /^\p{Lu}/u.test(reading.tokens[to]?.text ?? '')
      if (!states && !isPlace && !isCapital) return undefined
      if (!states) return { effects: [reasonOf('notcity')], from, to: places.to }
      const exclusion = { kind: 'states', states } as const
      const effects = [toEffect({ ...exclusion, label: places.label })]
      return { effects, from, to: places.to }
    },
  },
  {
    name: 'religion',
    patterns: ['non|no|not|without <secular> <plural>?', 'secular'],
    read: () => [toEffect({ kind: 'causes', causes: ['X'], label: 'cause Religion-Related' })],
  },
  refuses('work abroad', 'abroad', 'outside of? the? u|us|usa|united|america s|states?'),
  {
    name: 'words to exclude',
    patterns: ['that|which|who|but? <not> any|the?'],
    read: ({ from, to, values: { not } }, reading) => {
      const isDash = not?.value === '-' && !isApart(reading, from)
      if (isDash || isGeneric(reading, from)) return undefined
      return readWords(reading, from, to, isIn('weaknot', not?.value ?? ''))
    },
  },
  {
    name: 'another negation',
    patterns: ['excluding|except|exclude|not|without', 'other than'],
    read: ({ from, to }, reading) => {
      if (from === 0 || isGeneric(reading, from) || isDescription(reading, from)) return undefined
      // A search for the excluded words would find the opposite.
      return { effects: [reasonOf('negation')], to: Math.max(to, endOf(reading, to)) }
    },
  },
]

/** Whether a hyphen begins a word ("-CA"), and is no dash between words. */
const isApart = ({ tokens }: Reading, at: number): boolean =>
  tokens[at]?.end === tokens[at + 1]?.start

/** "not for profit". */
const isGeneric = (reading: Reading, at: number): boolean =>
  entriesAt('generic', reading.tokens, at, isFreeIn(reading)).length > 0 ||
  matchPattern('not only|just|yet', reading.tokens, at, isFreeIn(reading)) !== undefined
