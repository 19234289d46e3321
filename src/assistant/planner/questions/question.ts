import type { Ein } from '../../../domain/ein.ts'
import type { Form } from '../../../domain/form.ts'
import type { FigureKey } from '../../../profiles/figure-keys.ts'

/**
 * An organization as a question names it: by its EIN, or by what it is called and where. `whole` is
 * a longer reading that is tried first ("Voices for Children in Nebraska").
 */
export type Mention = { ein: Ein } | { name: string; state?: string; whole?: string }

/** What of an organization's filings is asked for; the newest where nothing is said. */
export type When = { year?: number; form?: Form }

/** One year, how a figure is computed, or how it developed. */
export type Aspect = 'year' | 'formula' | 'trend'

/** Words that ask for less than is told ("current" assets, "two years ago"); absent where all was read. */
export type Unread = { unread?: string[] }

/** What is asked of organizations; `organizations` is empty where nobody is known to be meant. */
export type AboutOrganizations = When &
  Unread & {
    organizations: Mention[]
    /** How many of a list; each answer's own number where nothing is said. */
    limit?: number
    /** Of leaders: those with the title of a chief executive before others. */
    chiefFirst?: true
    /** Least dollars of a single grant. */
    minAmount?: number
  } & (
    | { kind: 'Figure'; figures: FigureKey[]; aspect: Aspect }
    /** `isAdvice` where it was asked which of them to give to. */
    | { kind: 'Compare'; figures: FigureKey[]; isAdvice?: true }
    | { kind: AboutOne }
  )

/** Kinds that take an organization and nothing else. */
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

/** A message as it was understood; nothing else of it is used. */
export type Question =
  | AboutOrganizations
  /** What one side gave the other; a side that is not named is not known. */
  | ({ kind: 'Grants'; funder?: Mention; recipient?: Mention } & Pick<When, 'year'>)
  /** A name, an EIN or a search in plain words, and no word that says which. */
  | { kind: 'Lookup'; text: string }
  | { kind: 'Find'; text: string; limit?: number }
  /** Other words for a search that found nobody. */
  | { kind: 'Recover'; text: string }
  | ({ kind: 'Sector' } & Pick<When, 'year'>)
  | { kind: 'Help' }
  | { kind: 'Unknown'; reason?: UnreadReason }

/** Why nothing was read: another language, or what is told of one organization asked of many. */
export type UnreadReason = 'NotEnglish' | 'OfMany'
