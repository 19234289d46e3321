import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { einOf, oneOf, queryText, state } from '#src/api/shared/parameters.ts'
import { countOf } from '#src/domain/money.ts'
import { firstOrder, SORT_ORDERS } from '#src/search/params.ts'
import { PERSON_SORTS, type PeopleOutcome, type PersonHit } from '#src/search/people/people.ts'
import { searchPeople } from '#src/search/people/search-people.ts'
import { CsvLink, DataTable } from '../components/data-table.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import {
  type PeopleAddress,
  PeopleSearchForm,
  peopleColumns,
} from '../components/people-search.tsx'
import { SearchFacets } from '../components/search/front.tsx'
import { isBeyondPages, lastPage, Paging } from '../components/search/paging.tsx'
import { addCsv, MAX_CSV_ROWS } from '../csv.ts'
import { peopleSearchPath, withQuery } from '../links.ts'
import { fromForm, pageOf } from '../list-query.ts'
import { addPage, PAGE_TERMS, type WebDeps } from '../render.ts'
import { csvPart, NO_MATCH, pageTitle, TABLE_PAGES } from '../words.ts'

const ROWS_PER_PAGE = 50
// Ten requests read a whole file.
const ROWS_PER_BATCH = 1_000

const fields = fromForm({
  Name: queryText('Name of the person.').optional(),
  // People write EINs with a hyphen.
  EIN: z
    .preprocess(
      (given) => String(given).replaceAll(/[-\s]/g, ''),
      einOf('EIN of the organization.'),
    )
    .optional(),
  State: state('State of the organization.'),
  Sort: oneOf(PERSON_SORTS, 'Order of the people.').optional(),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Page: pageOf,
})
type Asked = z.output<typeof fields>

/** Adds `GET /people` and `/people.csv`: a search over the people that returns list. */
export function addPeopleSearchPages(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(
    app,
    '/people',
    async ({ query }, reply) => {
      const address = readAddress(query)
      if (isBlank(address)) return <SearchPage site={site} address={address} />
      const read = fields.safeParse(query)
      if (!read.success) {
        reply.code(422)
        return <SearchPage site={site} address={address} issues={read.error.issues} />
      }
      const part = { page: read.data.Page, limit: ROWS_PER_PAGE, facets: true }
      const outcome = await searchPeople(deps, { ...toParams(read.data), ...part })
      return <SearchPage site={site} address={address} asked={read.data} outcome={outcome} />
    },
    { terms: { ...PAGE_TERMS, isFree: (query) => isBlank(readAddress(query)) } },
  )
  addCsv(
    app,
    '/people.csv',
    async ({ query }: { params: unknown; query: Asked }) => ({
      name: 'people',
      columns: peopleColumns,
      rows: isBlank(readAddress(query)) ? [] : await readAll(deps, query),
    }),
    { querystring: fields },
  )
}

function readAddress(raw: unknown): PeopleAddress {
  const given = Object(raw) as Record<string, unknown>
  return Object.fromEntries(
    (['Name', 'EIN', 'State', 'Sort', 'Order'] as const).flatMap((name) => {
      const text = String([given[name] ?? ''].flat()[0]).trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
}

/** A state alone lists nobody. */
const isBlank = ({ Name, EIN }: PeopleAddress): boolean => Name === undefined && EIN === undefined

const toParams = ({ Name: name, EIN: ein, State: own, Sort: sort, Order: order }: Asked) => ({
  ...{ name, ein, state: own, sort, order },
})

async function readAll(deps: WebDeps, asked: Asked): Promise<PersonHit[]> {
  const hits: PersonHit[] = []
  for (let page = 1; page * ROWS_PER_BATCH <= MAX_CSV_ROWS; page += 1) {
    const part = { page, limit: ROWS_PER_BATCH, facets: false }
    const outcome = await searchPeople(deps, { ...toParams(asked), ...part })
    hits.push(...outcome.hits)
    if (!outcome.hasNextPage) break
  }
  return hits
}

type Props = {
  site: Site
  address: PeopleAddress
  issues?: z.ZodError['issues']
  asked?: Asked
  outcome?: PeopleOutcome
}

const TITLE = 'Search people'

const SearchPage = ({ site, address, issues = [], asked, outcome }: Props) => (
  <Layout
    site={site}
    head={{
      title: pageTitle(address.Name ?? TITLE),
      description:
        'Search officers, directors, trustees, and the highest paid in all loaded returns.',
      canonicalPath: '/people',
      isListed: isBlank(address),
    }}
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
  const { hits, found, page, states = [] } = outcome
  const { Sort: sort = 'Relevance', Order: order = firstOrder(sort) } = asked
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
              keyOf={({ ein, display }) => `${ein} ${display.ref}`}
              sorted={{ key: sort, order }}
              sortPath={(next) =>
                peopleSearchPath({ ...address, Sort: next.key, Order: next.order })
              }
            />
            <p class="quiet">
              Returns do not identify people. Two rows with one name can be two people, so they are
              never merged.
            </p>
          </>
        )}
        <Paging
          name={TABLE_PAGES}
          page={page}
          last={lastPage(found, ROWS_PER_PAGE)}
          to={(next) => peopleSearchPath({ ...address, Page: next === 1 ? undefined : next })}
        />
        {isBeyondPages(found) && <p class="quiet">{csvPart(MAX_CSV_ROWS)}</p>}
      </section>
      <SearchFacets
        groups={
          states.length === 0
            ? []
            : [
                {
                  key: 'State',
                  title: 'State',
                  links: states.map(({ value, label, count }) => {
                    const isSet = address.State === value
                    const href = peopleSearchPath({ ...address, State: isSet ? undefined : value })
                    return { label, count, isSet, href }
                  }),
                },
              ]
        }
      />
    </div>
  )
}
