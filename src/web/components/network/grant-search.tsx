import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { toRef } from '#src/domain/evidence.ts'
import { toLocation } from '#src/domain/places.ts'
import { nameAsFiled } from '#src/network/party.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import type { GrantHit } from '#src/search/grants/params.ts'
import { grantSearchPath } from '#src/web/links.ts'
import { GRANT_FILTERS, type GrantAddress } from '#src/web/search/grant-address.ts'
import { type DataColumn, HiddenFields, numberColumn } from '../data-table.tsx'
import { Figure } from '../figure.tsx'
import { withoutPhrase } from '../search/resolution.tsx'
import { cutText } from '../text.tsx'
import { PartyName } from './party.tsx'

/** The labels of the fields, and of the parameters without a field. */
export const GRANT_FIELDS: Readonly<Record<string, string>> = {
  Query: 'Purpose, recipient, or EIN',
  Funder: 'Funder: name or EIN',
  Recipient: 'Recipient: name as filed, or EIN',
  State: 'State of the recipient',
  Category: 'Listed in',
  MinAmount: 'Minimum amount, $',
  MaxAmount: 'Maximum amount, $',
  MinYear: 'From tax year',
  MaxYear: 'To tax year',
  Sort: 'Order by',
  Order: 'Direction',
  Cursor: 'Page',
}

/** One field for plain words, and the filters behind a button. */
export const GrantSearchForm = ({ address }: { address: GrantAddress }) => (
  <form class="search-form" action="/grants">
    <div class="row">
      <div class="search-box">
        <input
          type="search"
          name="Query"
          value={address.Query}
          aria-label={GRANT_FIELDS.Query}
          placeholder={GRANT_FIELDS.Query}
        />
      </div>
      <button type="submit">Search</button>
    </div>
    <details class="more-filters" open={GRANT_FILTERS.some((name) => name in address)}>
      <summary>More filters</summary>
      <div class="fields">
        {GRANT_FILTERS.filter((name) => name !== 'Category').map((name) => (
          <div key={name} class="field">
            <label for={name}>{GRANT_FIELDS[name]}</label>
            <input id={name} name={name} value={address[name]} />
          </div>
        ))}
      </div>
    </details>
    <HiddenFields
      fields={{ Category: address.Category, Sort: address.Sort, Order: address.Order }}
    />
  </form>
)

type ReadAsProps = { address: GrantAddress; reading: GrantReading | undefined }

/** The active filters and how the words were understood; each can be removed. */
export const GrantsReadAs = ({ address, reading }: ReadAsProps) => {
  const filters = GRANT_FILTERS.flatMap((name) => {
    const value = address[name]
    if (value === undefined) return []
    return [{ label: `${GRANT_FIELDS[name]}: ${value}`, removed: { [name]: undefined } }]
  })
  const phrases = (reading?.phrases ?? []).map(({ phrase, meaning }) => {
    const rest = withoutPhrase(address.Query ?? '', phrase)
    // Without the only phrase, everything would be found.
    return { label: `“${phrase}”: ${meaning}`, ...(rest && { removed: { Query: rest } }) }
  })
  const missed = reading?.notUnderstood ?? []
  return (
    <>
      {filters.length + phrases.length > 0 && (
        <ul class="chips" aria-label="Active filters">
          {[...filters, ...phrases].map(({ label, removed }) => (
            <li key={label}>
              {removed ? (
                <a
                  class="chip removable"
                  href={grantSearchPath({ ...address, Page: undefined, ...removed })}
                  rel="nofollow"
                >
                  {label} <span aria-hidden="true">×</span>
                  <span class="hidden">{' (remove this filter)'}</span>
                </a>
              ) : (
                <span class="chip">{label}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {missed.length > 0 && <p class="not-understood">{`Not understood: ${missed.join('; ')}.`}</p>}
    </>
  )
}

// The evidence has the whole text.
const LONGEST_PURPOSE = 160

const funderName = ({ funder, funderEin }: GrantHit): string =>
  funder.name ?? `EIN ${formatEin(funderEin)}`
const recipientName = ({ recipient }: GrantHit): string =>
  nameAsFiled({ filedName: recipient.name ?? null, region: recipient.region ?? null })
const refOf = ({ form, taxYear, objectId, path }: GrantHit): string =>
  toRef({ form, taxYear, objectId, path })

/** The columns of grants of all funders. */
export const grantColumns: readonly DataColumn<GrantHit>[] = [
  {
    key: 'FunderName',
    label: 'Funder',
    cell: (hit) => (
      <PartyName
        party={{ ein: hit.funderEin, name: funderName(hit), place: hit.funder, hasProfile: true }}
      />
    ),
    csv: funderName,
  },
  { key: 'FunderEIN', label: 'EIN', csv: ({ funderEin }) => funderEin },
  {
    key: 'RecipientName',
    label: 'Recipient',
    // The index does not know which recipients have a profile; their pages say what is known.
    cell: (hit) => (
      <PartyName
        party={{
          ...(hit.recipientEin !== undefined && { ein: hit.recipientEin }),
          name: recipientName(hit),
          place: hit.recipient,
          hasProfile: true,
        }}
        isWeak={hit.matchConfidence === 'Weak'}
      />
    ),
    csv: recipientName,
  },
  { key: 'RecipientEIN', label: 'EIN', csv: ({ recipientEin }) => recipientEin },
  { key: 'RecipientLocation', label: 'Place', csv: ({ recipient }) => toLocation(recipient) },
  {
    key: 'Amount',
    label: 'Amount',
    isNumeric: true,
    sortKey: 'Amount',
    cell: (hit) => (
      <Figure
        ein={hit.funderEin}
        label={`Amount, ${displayName(funderName(hit))} to ${displayName(recipientName(hit))}`}
        value={hit.amount}
        unit="USD"
        ref_={refOf(hit)}
      />
    ),
    csv: ({ amount }) => amount,
  },
  numberColumn('TaxYear', 'Tax year', ({ taxYear }) => taxYear, 'Year'),
  {
    key: 'Purpose',
    label: 'Purpose',
    cell: ({ purpose }) =>
      purpose === undefined ? null : <bdi>{cutText(purpose, LONGEST_PURPOSE)}</bdi>,
    csv: ({ purpose }) => purpose,
  },
  { key: 'Category', label: 'Category', csv: ({ category }) => category },
  { key: 'MatchConfidence', label: 'Match', csv: ({ matchConfidence }) => matchConfidence },
  { key: 'EvidenceRef', label: 'Ref', csv: refOf },
]
