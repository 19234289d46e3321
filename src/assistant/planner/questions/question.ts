import type { Ein } from '#src/domain/ein.ts'
import type { Form } from '#src/domain/form.ts'
import type { FigureKey } from '#src/figures/figures.ts'

/**
 * An organization as a question names it. `whole` is a longer reading, tried first ("Voices for
 * Children in Nebraska").
 */
export type Mention = { ein: Ein } | { name: string; state?: string; whole?: string }

/** The filing asked for; by default the newest. */
export type When = { year?: number; form?: Form }

/** One year, how a figure is computed, or how it developed. */
export type Aspect = 'year' | 'formula' | 'trend'

/** Words the answer does not use ("current" assets, "two years ago"). */
export type Unread = { unread?: string[] }

/** A question about organizations; `organizations` is empty if none is named. */
export type AboutOrganizations = When &
  Unread & {
    organizations: Mention[]
    /** Number of items in a list; by default each answer's own number. */
    limit?: number
    /** Lists chief executives first. */
    chiefFirst?: true
    /** Minimum dollars of a single grant. */
    minAmount?: number
  } & (
    | { kind: 'Figure'; figures: FigureKey[]; aspect: Aspect }
    /** `isAdvice`: the question was which of them to give to. */
    | { kind: 'Compare'; figures: FigureKey[]; isAdvice?: true }
    | { kind: AboutOne }
  )

/** Kinds with an organization and no other input. */
export type AboutOne =
  | 'Funders'
  | 'Grantees'
  | 'Rating'
  | 'Leadership'
  | 'Awards'
  | 'Compliance'
  | 'Checks'
  | 'Profile'
  | 'Identity'
  | 'Advice'

/** A message as it was interpreted. */
export type Question =
  | AboutOrganizations
  /** What one side gave the other; a side may be unnamed. */
  | ({ kind: 'Grants'; funder?: Mention; recipient?: Mention } & Pick<When, 'year'>)
  /** A name, an EIN, or a search; the lookup decides. */
  | { kind: 'Lookup'; text: string }
  | { kind: 'Find'; text: string; limit?: number }
  /** Other words for a search that found nothing. */
  | { kind: 'Recover'; text: string }
  | ({ kind: 'Sector' } & Pick<When, 'year'>)
  | { kind: 'Help' }
  | { kind: 'Unknown'; reason?: UnreadReason }

/**
 * Why a message was not interpreted: another language, or a question about many organizations that
 * can be answered for only one.
 */
export type UnreadReason = 'NotEnglish' | 'OfMany'
