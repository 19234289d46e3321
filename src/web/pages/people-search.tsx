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
  type PeopleOutcome,
  type PersonHit,
} from '#src/search/people/people.ts'
import { searchPeople } from '#src/search/people/search-people.ts'
import { Cited, Figure } from '../components/figure.tsx'
import { Layout } from '../components/layout.tsx'
import { CsvLink, HiddenFields } from '../components/list-tools.tsx'
import { PartyName } from '../components/network/party.tsx'
import { SearchFacets } from '../components/search/front.tsx'
import { isBeyondPages, ListPaging } from '../components/search/paging.tsx'
import { type DataColumn, DataTable } from '../components/table.tsx'
import { DisplayName } from '../components/text.tsx'
import { addCsv, MAX_CSV_ROWS } from '../csv.ts'
import { peopleSearchPath, withQuery } from '../links.ts'
import { fromForm, pageOf, ROWS_PER_PAGE, readAllHits, readTexts } from '../list-query.ts'
import { addPage, PAGE_TERMS, type Pages } from '../render.ts'
import { linkFacets } from '../search/filters.ts'
import { csvPart, NO_MATCH } from '../words.ts'

const fields = fromForm({
  Name: PEOPLE_FILTERS.Name.parameter,
  // People write EINs with a hyphen.
  EIN: z
    .preprocess((given) => String(given).replaceAll(/[-\s]/g, ''), PEOPLE_FILTERS.EIN.parameter)
    .optional(),
  State: PEOPLE_FILTERS.State.parameter,
  Sort: oneOf(PERSON_SORTS, 'Order of the people.').optional(),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Page: pageOf,
})
type Asked = z.output<typeof fields>

/** Adds `GET /people` and `/people.csv`: a search over the people that returns list. */
export function addPeopleSearchPages(pages: Pages): void {
  const { deps } = pages
  addPage(
    pages,
    '/people',
    async ({ query }, reply) => {
      const address = readAddress(query)
      if (isBlank(address)) return <SearchPage address={address} />
      const read = fields.safeParse(query)
      if (!read.success) {
        reply.code(422)
        return <SearchPage address={address} issues={read.error.issues} />
      }
      const part = { page: read.data.Page, limit: ROWS_PER_PAGE, facets: true }
      const outcome = await searchPeople(deps, { ...toParams(read.data), ...part })
      return <SearchPage address={address} asked={read.data} outcome={outcome} />
    },
    { terms: { ...PAGE_TERMS, isFree: (query) => isBlank(readAddress(query)) } },
  )
  addCsv(
    pages,
    '/people.csv',
    async ({ query }: { params: unknown; query: Asked }) => ({
      name: 'people',
      columns: peopleColumns,
      rows: isBlank(readAddress(query))
        ? []
        : await readAllHits((part) => searchPeople(deps, { ...toParams(query), ...part })),
    }),
    { querystring: fields },
  )
}

const readAddress = (raw: unknown) =>
  readTexts(['Name', 'EIN', 'State', 'Sort', 'Order'] as const, raw)

/** A state alone lists nobody. */
const isBlank = ({ Name, EIN }: PeopleAddress): boolean => Name === undefined && EIN === undefined

const toParams = (asked: Asked) => ({
  ...toFilters(PEOPLE_FILTERS, asked),
  ...{ sort: asked.Sort, order: asked.Order },
})

type Props = {
  address: PeopleAddress
  issues?: z.ZodError['issues']
  asked?: Asked
  outcome?: PeopleOutcome
}

const TITLE = 'Search people'

const SearchPage = ({ address, issues = [], asked, outcome }: Props) => (
  <Layout
    title={address.Name ?? TITLE}
    description="Search officers, directors, trustees, and the highest paid in all loaded returns."
    path="/people"
    isListed={isBlank(address)}
    current="/people"
  >
    <h1>{TITLE}</h1>
    <p>
      Search the officers, directors, trustees, and highest-paid employees that returns list. Each
      row is one person at one organization, over all years.
    </p>
    {issues.map(({ path, message }) => (
      <p key={String(path[0])} class="field-error" role="alert">
        {`${String(path[0])}: ${message}.`}
      </p>
    ))}
    <PeopleSearchForm address={address} />
    {asked && outcome && <Found address={address} asked={asked} outcome={outcome} />}
  </Layout>
)

type FoundProps = { address: PeopleAddress; asked: Asked; outcome: PeopleOutcome }

const Found = ({ address, asked, outcome }: FoundProps) => {
  const { hits, found, page, facets } = outcome
  const { sort, order } = orderOf<Asked['Sort'] & {}>(asked, 'Relevance')
  return (
    <div class="search-page">
      <section class="results">
        <p class="found" role="status">
          {`${countOf(found, 'person', 'people')} found.`}
        </p>
        {hits.length === 0 ? (
          <p>
            {found === 0
              ? 'Nobody of this name is listed. Check the spelling, or search without the state.'
              : NO_MATCH}
          </p>
        ) : (
          <>
            <p class="row">
              <CsvLink href={withQuery('/people.csv', address)} />
              {sort !== 'Relevance' && (
                <a href={peopleSearchPath({ ...address, Sort: undefined, Order: undefined })}>
                  {asked.Name === undefined ? 'Latest first' : 'Best match first'}
                </a>
              )}
            </p>
            <DataTable
              name="People found"
              columns={peopleColumns}
              rows={hits}
              sorted={{ key: sort, order }}
              sortPath={(sort) => peopleSearchPath({ ...address, ...sort })}
            />
            <p class="quiet">
              Returns do not identify people. Two rows with one name can be two people, so they are
              never merged.
            </p>
          </>
        )}
        <ListPaging
          page={page}
          count={found}
          pathOf={(changes) => peopleSearchPath({ ...address, ...changes })}
        />
        {isBeyondPages(found) && <p class="quiet">{csvPart(MAX_CSV_ROWS)}</p>}
      </section>
      {facets && (
        <SearchFacets
          groups={linkFacets(PEOPLE_FACETS, facets, address, (changes) =>
            peopleSearchPath({ ...address, ...changes }),
          )}
        />
      )}
    </div>
  )
}

/** What an address of the page asks for, as texts. */
type PeopleAddress = ReturnType<typeof readAddress>

/** One field for the name, and two that narrow it. */
const PeopleSearchForm = ({ address }: { address: PeopleAddress }) => (
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
const peopleColumns: readonly DataColumn<PersonHit>[] = [
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
