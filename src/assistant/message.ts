import type { Ein } from '#src/domain/ein.ts'
import type { Form } from '#src/domain/form.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import type { Found } from './vocabulary.ts'

/** The kinds of questions. `facts` includes standing, and `other` is outside of the data. */
export const KINDS = [
  ...(['figure', 'trend', 'ratio', 'compare', 'best', 'people', 'policy', 'money'] as const),
  ...(['awards', 'rating', 'find', 'similar', 'facts', 'documents', 'sector', 'help'] as const),
  'other',
] as const
export type Kind = (typeof KINDS)[number]

/** An organization that a message names, or that its words refer to. */
export type Organization = { ein: Ein; name: string; said: string }

/** A name that no organization has, or several. */
export type Unresolved = {
  said: string
  /** Whether all of `candidates` have the name; otherwise they only resemble it. */
  isAmbiguous: boolean
  candidates: { ein: Ein; name: string; place?: string; form?: string }[]
}

/** A message as it was read. */
export type Message = {
  /** On one line, at most 2,000 characters, keys masked. */
  text: string
  /** Lower case; names are ORG, PERSON, YEAR, AMOUNT, PLACE. */
  masked: string
  /** Nothing else is read of a message with a problem. */
  problem?: 'empty' | 'notEnglish'
  /** In the order said, or what "it", "these", "the two" refer to. */
  organizations: Organization[]
  unresolved: Unresolved[]
  /** Names of persons, said or referred to. */
  people: string[]
  /** Whether the organizations come from the conversation or the page and not from the message. */
  isFollowUp: boolean
  /**
   * Whether it only changes or completes `previous` ("and in 2020?", "why?", "the one in Ohio"), so
   * that it has the kind of `previous`. Its figures, words, years, and people are already filled in.
   */
  isFragment: boolean
  /**
   * Tax years; one year has `from` equal to `to`. `last` is the latest, `before` the one before the last
   * answer's, and `ago` the years before the latest.
   */
  years: { from?: number; to?: number; relative?: 'last' | 'before'; ago?: number }
  form?: Form
  /** Two-letter code. */
  state?: string
  city?: string
  limit?: number
  minAmount?: number
  maxAmount?: number
  /** Entries of the vocabulary that the message contains. */
  words: Found[]
  /** Figures that it names, in the order said. */
  figures: FigureKey[]
  /**
   * Content words, as typed, that are in no other field; a frame removes the ones that it uses. Words
   * of the lists "out" and "unfiled" and of causes are in `words`, too.
   */
  unread: string[]
  /** The last whole question of the conversation; `decide` knows its kind. */
  previous?: { kind?: Kind; message: Message }
}

/** Returns whether a message contains an entry of a list, or one with the key. */
export const has = ({ words }: Pick<Message, 'words'>, list: string, key?: string): boolean =>
  words.some((word) => word.list === list && (key === undefined || word.key === key))

/** Returns the keys of a list that a message contains, in the order said. */
export const keysIn = ({ words }: Message, list: string): string[] => [
  ...new Set(words.flatMap((word) => (word.list === list ? [word.key] : []))),
]
