import type { PersonPay } from '#mappings/people.ts'
import { displayName } from '#src/domain/display-name.ts'
import { toLocation } from '#src/domain/places.ts'
import type { PersonHit } from '#src/search/people/people.ts'
import { peopleSearchPath } from '../links.ts'
import type { DataColumn } from './data-table.tsx'
import { Cited, Figure } from './figure.tsx'
import { PartyName } from './network/party.tsx'
import { DisplayName } from './text.tsx'

/** What an address of the page asks for, as texts. */
export type PeopleAddress = Partial<Record<'Name' | 'EIN' | 'State' | 'Sort' | 'Order', string>>

const FIELDS = { Name: 'Name', EIN: 'EIN of the organization', State: 'State of the organization' }

/** One field for the name, and two that narrow it. */
export const PeopleSearchForm = ({ address }: { address: PeopleAddress }) => (
  <form class="search-form" action="/people">
    <div class="fields">
      {(['Name', 'EIN', 'State'] as const).map((name) => (
        <div key={name} class="field">
          <label for={name}>{FIELDS[name]}</label>
          <input id={name} name={name} value={address[name]} />
        </div>
      ))}
    </div>
    {(['Sort', 'Order'] as const).map((name) =>
      address[name] === undefined ? null : (
        <input key={name} type="hidden" name={name} value={address[name]} />
      ),
    )}
    <button type="submit">Search</button>
  </form>
)

/** The columns of people, one row a person and organization. */
export const peopleColumns: readonly DataColumn<PersonHit>[] = [
  {
    key: 'PersonName',
    label: 'Person',
    sortKey: 'Name',
    cell: ({ ein, display, possiblySame }) => (
      <>
        <Cited ein={ein} label={displayName(display.name)} ref_={display.ref} isName>
          {display.name}
        </Cited>
        {display.otherNames.length > 0 && (
          <span class="below quiet">
            {`also ${display.otherNames.map((name) => displayName(name)).join(', ')}`}
          </span>
        )}
        <a class="below" href={peopleSearchPath({ Name: display.name })} rel="nofollow">
          All organizations
          <span class="hidden">: {displayName(display.name)}</span>
        </a>
        {possiblySame.map(({ ein: other, organization, likelihood, why }) => (
          <span key={other} class="below quiet">
            {`${likelihood === 'Likely' ? 'Likely' : 'Possibly'} the same person as at ${displayName(organization)}: ${why.join(' ')}`}
          </span>
        ))}
      </>
    ),
    csv: ({ display }) => display.name,
  },
  {
    key: 'OrganizationName',
    label: 'Organization',
    cell: ({ ein, display }) => (
      <PartyName
        party={{
          ein,
          name: display.organization,
          place: {
            ...(display.city !== undefined && { city: display.city }),
            ...(display.state !== undefined && { state: display.state }),
          },
          hasProfile: true,
        }}
      />
    ),
    csv: ({ display }) => display.organization,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  {
    key: 'Location',
    label: 'Location',
    csv: ({ display }) => toLocation({ city: display.city, state: display.state }),
  },
  {
    key: 'Titles',
    label: 'Title',
    cell: ({ display: { titles } }) =>
      titles.map((title, at) => (
        <span key={title}>
          {at > 0 && ', '}
          <DisplayName name={title} />
        </span>
      )),
    csv: ({ display }) => display.titles.join('; '),
  },
  {
    key: 'Years',
    label: 'Listed in tax years',
    isNumeric: true,
    sortKey: 'Year',
    cell: ({ display: { firstYear, lastYear } }) =>
      firstYear === lastYear ? lastYear : `${firstYear}–${lastYear}`,
  },
  { key: 'FirstYear', label: 'First year', csv: ({ display }) => display.firstYear },
  { key: 'LastYear', label: 'Last year', csv: ({ display }) => display.lastYear },
  ...payColumns('LatestPay', 'Latest reportable pay', ({ display }) => display.pay),
  ...payColumns(
    'LatestRelatedPay',
    'From related organizations',
    ({ display }) => display.relatedPay,
  ),
]

function payColumns(
  key: string,
  label: string,
  of: (hit: PersonHit) => PersonPay | undefined,
): DataColumn<PersonHit>[] {
  return [
    {
      key,
      label,
      isNumeric: true,
      cell: (hit) => {
        const paid = of(hit)
        if (!paid) return null
        return (
          <>
            <Figure
              ein={hit.ein}
              label={`Pay of ${displayName(hit.display.name)}, ${paid.taxYear}`}
              value={paid.value}
              unit="USD"
              ref_={paid.ref}
            />
            <span class="below quiet">{`in ${paid.taxYear}`}</span>
          </>
        )
      },
      csv: (hit) => of(hit)?.value,
    },
    { key: `${key}TaxYear`, label, csv: (hit) => of(hit)?.taxYear },
    { key: `${key}Ref`, label, csv: (hit) => of(hit)?.ref },
  ]
}
