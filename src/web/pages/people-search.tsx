import { z } from 'zod'
import type { PersonPay } from '#mappings/people.ts'
import { oneOf } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { countOf } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import { toFilters } from '#src/search/filter-table.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import {
  PEOPLE_FACETS,
  PEOPLE_FILTERS,
  PERSON_SORTS,
  type PersonHit,
} from '#src/search/people/people.ts'
import { searchPeople } from '#src/search/people/search-people.ts'
import { Cited, Figure } from '../components/figure.tsx'
import { HiddenFields } from '../components/list-tools.tsx'
import { PartyName } from '../components/network/party.tsx'
import type { DataColumn } from '../components/table.tsx'
import { DisplayName } from '../components/text.tsx'
import { MAX_CSV_ROWS } from '../csv.ts'
import { peopleSearchPath } from '../links.ts'
import type { Pages } from '../render.ts'
import { csvPart } from '../words.ts'
import { type Address, addListSearch } from './list-search.tsx'

const { Name, EIN, State } = PEOPLE_FILTERS

const schema = z.object({
  Name: Name.parameter,
  // People write EINs with a hyphen.
  EIN: z.preprocess((given) => String(given).replaceAll(/[-\s]/g, ''), EIN.parameter).optional(),
  State: State.parameter,
  Sort: oneOf(PERSON_SORTS, 'Order of the people.').optional(),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
})
type Asked = z.output<typeof schema>

/** Adds `GET /people` and `/people.csv`: a search over the people that returns list. */
export const addPeopleSearchPages = (pages: Pages): void =>
  addListSearch(pages, {
    path: '/people',
    title: 'Search people',
    description:
      'Search officers, directors, trustees, and the highest paid in all loaded returns.',
    lead: 'Search the officers, directors, trustees, and highest-paid employees that returns list. Each row is one person at one organization, over all years.',
    words: 'Name',
    filters: PEOPLE_FILTERS,
    labels: {
      ...{ Name: Name.label, EIN: EIN.label, State: State.label },
      ...{ Sort: 'Order by', Order: 'Direction' },
    },
    schema,
    // A state alone lists nobody.
    isBlank: (address) => address.Name === undefined && address.EIN === undefined,
    form: (address) => <PeopleSearchForm address={address} />,
    search: (deps, asked, part) => {
      const { Sort: sort, Order: order } = asked
      return searchPeople(deps, { ...toFilters(PEOPLE_FILTERS, asked), sort, order, ...part })
    },
    sortOf: (asked) => {
      const { sort, order } = orderOf<Asked['Sort'] & {}>(asked, 'Relevance')
      return { key: sort, order }
    },
    facets: PEOPLE_FACETS,
    columns: peopleColumns(),
    table: 'People found',
    summary: ({ found }) => `${countOf(found, 'person', 'people')} found.`,
    none: 'Nobody of this name is listed. Check the spelling, or search without the state.',
    firstOrder: (asked) => ({
      words: asked.Name === undefined ? 'Latest first' : 'Best match first',
      changes: { Sort: undefined, Order: undefined },
    }),
    note: 'Returns do not identify people. Two rows with one name can be two people, so they are never merged.',
    end: csvPart(MAX_CSV_ROWS),
  })

/** One field for the name, and two that narrow it. */
const PeopleSearchForm = ({ address }: { address: Address }) => (
  <form class="search-form" action="/people">
    <div class="fields">
      {(['Name', 'EIN', 'State'] as const).map((name) => (
        <div key={name} class="field">
          <label for={name}>{PEOPLE_FILTERS[name].label}</label>
          <input id={name} name={name} value={address[name]} />
        </div>
      ))}
    </div>
    <HiddenFields fields={{ Sort: address.Sort, Order: address.Order }} />
    <button type="submit">Search</button>
  </form>
)

/** The columns of people, one row a person and organization. */
const peopleColumns = (): DataColumn<PersonHit>[] => [
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
        party={{ ein, name: display.organization, place: display, profileAvailable: true }}
      />
    ),
    csv: ({ display }) => display.organization,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  { key: 'Location', label: 'Location', csv: ({ display }) => toLocation(display) },
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
              figure={paid}
              unit="USD"
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
