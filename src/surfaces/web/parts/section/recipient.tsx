import { formatEin } from '../../../../domain/ein.ts'
import type { MatchConfidence, MatchMethod } from '../../../../domain/network.ts'
import { toLocation } from '../../../../domain/places.ts'
import type { Recipient } from '../../../../network/recipients.ts'
import { organizationPath } from '../../links.ts'
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

const CONFIDENCES: Record<MatchConfidence, string> = {
  Authoritative: 'authoritative',
  Strong: 'strong',
  Moderate: 'moderate: others of a group may be meant as well',
  Weak: 'weak: its name is another',
  None: 'none',
}
