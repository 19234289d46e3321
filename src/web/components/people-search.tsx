import type { PersonPay } from '#mappings/people.ts'
import { displayName } from '#src/domain/display-name.ts'
import { toLocation } from '#src/domain/places.ts'
import type { PersonHit } from '#src/search/people/people.ts'
import { peopleSearchPath } from '../links.ts'
import { peopleSearchTexts as texts } from '../texts/people-search.tsx'
import { tableTexts } from '../texts/table.tsx'
import type { DataColumn } from './data-table.tsx'
import { Cited, Figure } from './figure.tsx'
import { PartyName } from './network/party.tsx'
import { DisplayName } from './text.tsx'

/** What an address of the page asks for, as texts. */
export type PeopleAddress = Partial<Record<'Name' | 'EIN' | 'State' | 'Sort' | 'Order', string>>

/** One field for the name, and two that narrow it. */
export const PeopleSearchForm = ({ address }: { address: PeopleAddress }) => (
  <form class="search-form" action="/people">
    <div class="fields">
      {(['Name', 'EIN', 'State'] as const).map((name) => (
        <div key={name} class="field">
          <label for={name}>{texts.fields[name]}</label>
          <input id={name} name={name} value={address[name]} />
        </div>
      ))}
    </div>
    {(['Sort', 'Order'] as const).map((name) =>
      address[name] === undefined ? null : (
        <input key={name} type="hidden" name={name} value={address[name]} />
      ),
    )}
    <button type="submit">{tableTexts.search}</button>
  </form>
)

const { heads } = texts

/** The columns of people, one row a person and organization. */
export const peopleColumns: readonly DataColumn<PersonHit>[] = [
  {
    key: 'PersonName',
    label: heads.name,
    sortKey: 'Name',
    cell: ({ ein, display, possiblySame }) => (
      <>
        <Cited ein={ein} label={displayName(display.name)} ref_={display.ref} isName>
          {display.name}
        </Cited>
        {display.otherNames.length > 0 && (
          <span class="below quiet">
            {texts.also(display.otherNames.map((name) => displayName(name)).join(', '))}
          </span>
        )}
        <a class="below" href={peopleSearchPath({ Name: display.name })} rel="nofollow">
          {texts.across}
          <span class="hidden">: {displayName(display.name)}</span>
        </a>
        {possiblySame.map(({ ein: other, organization, likelihood, why }) => (
          <span key={other} class="below quiet">
            {texts.same(likelihood, displayName(organization), why.join(' '))}
          </span>
        ))}
      </>
    ),
    csv: ({ display }) => display.name,
  },
  {
    key: 'OrganizationName',
    label: heads.organization,
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
    label: heads.titles,
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
    label: heads.years,
    isNumeric: true,
    sortKey: 'Year',
    cell: ({ display: { firstYear, lastYear } }) =>
      firstYear === lastYear ? lastYear : `${firstYear}–${lastYear}`,
  },
  { key: 'FirstYear', label: 'First year', csv: ({ display }) => display.firstYear },
  { key: 'LastYear', label: 'Last year', csv: ({ display }) => display.lastYear },
  ...payColumns('LatestPay', heads.pay, ({ display }) => display.pay),
  ...payColumns('LatestRelatedPay', heads.related, ({ display }) => display.relatedPay),
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
              label={texts.payOf(displayName(hit.display.name), paid.taxYear)}
              value={paid.value}
              unit="USD"
              ref_={paid.ref}
            />
            <span class="below quiet">{texts.inYear(paid.taxYear)}</span>
          </>
        )
      },
      csv: (hit) => of(hit)?.value,
    },
    { key: `${key}TaxYear`, label, csv: (hit) => of(hit)?.taxYear },
    { key: `${key}Ref`, label, csv: (hit) => of(hit)?.ref },
  ]
}
