import { formatEin } from '#src/domain/ein.ts'
import type { MatchConfidence, MatchMethod } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Recipient } from '#src/network/recipients.ts'
import { organizationPath } from '#src/web/links.ts'
import { Name } from '../name.tsx'

/** By what a recipient was found (docs/network.md). */
const FOUND_BY: Record<MatchMethod, string> = {
  FiledEIN: 'by the EIN filed',
  RelatedEIN: 'by the EIN in Schedule R',
  NameCityState: 'by name and city',
  NameState: 'by name in its state',
  Unresolved: 'not found',
}

/**
 * The organization a row was resolved to, by what, and how surely it is the one that is meant; by
 * its EIN alone where the row above gives its name, and with its place where the row gives another.
 */
export const RecipientNote = ({ recipient }: { recipient: Recipient }) => {
  const { ein, name, isNamedSo, otherPlace, hasProfile, matchMethod, matchConfidence } = recipient
  const shown = isNamedSo ? (
    <>
      <span class="ein">EIN {formatEin(ein)}</span>
      <span class="hidden">
        : <Name>{name}</Name>
      </span>
    </>
  ) : (
    <Name>{name}</Name>
  )
  return (
    <div class="row-note">
      {hasProfile ? <a href={organizationPath(ein)}>{shown}</a> : shown}{' '}
      <span class="quiet">
        {otherPlace && (
          <>
            in <Name>{toLocation(otherPlace)}</Name>,{' '}
          </>
        )}
        {FOUND_BY[matchMethod]} ({CONFIDENCES[matchConfidence]})
      </span>
    </div>
  )
}

/** Of a row that names somebody whom no organization answers to, or more than one. */
export const NoRecipient = () => <div class="row-note quiet">no organization found</div>

/** What the words of how surely a recipient was found mean, where they stand on a page. */
const MEANINGS = [
  {
    word: 'authoritative',
    meaning: 'the EIN filed is of an organization with that name',
    isOf: ({ matchConfidence }: Matched) => matchConfidence === 'Authoritative',
  },
  {
    word: 'strong, by name and city',
    meaning: 'the only organization of that name in the city filed',
    isOf: ({ matchConfidence: sure, matchMethod: by }: Matched) =>
      sure === 'Strong' && by === 'NameCityState',
  },
  {
    word: 'strong, by name in its state',
    meaning:
      'the only one of that name in the state, and none in the city filed: less sure where another place is told',
    isOf: ({ matchConfidence: sure, matchMethod: by }: Matched) =>
      sure === 'Strong' && by === 'NameState',
  },
  {
    word: 'moderate',
    meaning: 'found by name, and others of its group may be meant as well',
    isOf: ({ matchConfidence }: Matched) => matchConfidence === 'Moderate',
  },
  {
    word: 'weak',
    meaning:
      'the EIN filed is somebody’s whose name is another; a slip, a fiscal sponsor or a member of a group',
    isOf: ({ matchConfidence }: Matched) => matchConfidence === 'Weak',
  },
]

type Matched = Pick<Recipient, 'matchMethod' | 'matchConfidence'>

/** What the words of certainty in the rows of a table mean; nothing where none stands there. */
export const MatchLegend = ({ shown }: { shown: readonly Matched[] }) => {
  const meanings = MEANINGS.filter(({ isOf }) => shown.some(isOf))
  if (meanings.length === 0) return null
  return (
    <p class="quiet note">
      How surely a recipient is the one meant:{' '}
      {meanings.map(({ word, meaning }) => `${word}: ${meaning}`).join('. ')}.
    </p>
  )
}

const CONFIDENCES: Record<MatchConfidence, string> = {
  Authoritative: 'authoritative',
  Strong: 'strong',
  Moderate: 'moderate: others of a group may be meant as well',
  Weak: 'weak: its name is another',
  None: 'none',
}
