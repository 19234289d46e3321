import { anyOf, patternOf } from '../../phrases.ts'
import data from './cues.json' with { type: 'json' }
import type { AboutOne, Question } from './question.ts'

type CueKind =
  | Exclude<
      Question['kind'],
      'Lookup' | 'Unknown' | 'Figure' | 'Grants' | 'Find' | 'Recover' | AboutOne
    >
  | AboutOne

const cue = (phrases: readonly string[]): RegExp =>
  new RegExp(String.raw`\b(?:${patternOf(phrases, data.lists)})(?![\p{L}])`, 'giu')

/** Phrases that ask for something, by kind of question; the more exact ones come first. */
export const CUES: readonly (readonly [kind: CueKind, pattern: RegExp])[] = data.cues.map(
  ({ kind, phrases }) => [kind as CueKind, cue(phrases)] as const,
)

/** Plurals that a search finds, unlike the name of one organization. */
export const MANY = anyOf(
  'i',
  `
  organi[sz]ations | charities | non-?profits | foundations | groups | ngos | churches |
  hospitals | museums | schools | shelters | banks | pantries | clinics |
  programs (that|for|in)
`,
)

/** Verbs of a search; the words after them are the search. */
export const FIND = cue(data.find)

/** Asks for other words after a search that found nothing. */
export const RECOVER = cue(data.recover)

/** Asks for the figures that summarize a year. */
export const MAIN = cue(data.main)
