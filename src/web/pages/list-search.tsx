import type { ComponentChildren, VNode } from 'preact'
import { z } from 'zod'
import { formatCount } from '#src/domain/money.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { FacetCounts, FacetTable, PageOutcome, Setting } from '#src/search/facets.ts'
import type { FilterTable } from '#src/search/filter-table.ts'
import { ActiveFilters } from '../components/chips.tsx'
import { Layout } from '../components/layout.tsx'
import { CsvLink, HiddenFields } from '../components/list-tools.tsx'
import { SearchFacets } from '../components/search/front.tsx'
import { isBeyondPages, ListPaging } from '../components/search/paging.tsx'
import { toPhraseChips } from '../components/search/resolution.tsx'
import { type DataColumn, DataTable, type Sorted } from '../components/table.tsx'
import { addCsv } from '../csv.ts'
import { withQuery } from '../links.ts'
import { pageOf, ROWS_PER_PAGE, readAllHits, readTexts } from '../list-query.ts'
import { addPage, type Pages, SEARCH_TERMS, type WebDeps } from '../render.ts'
import { type FacetGroup, linkFacets } from '../search/filters.ts'
import { NO_MATCH } from '../words.ts'

/** The parameters that an address sets, as texts, without its page. */
export type Address = Readonly<Record<string, string | undefined>>

type Part = { page: number; limit: number; facets: boolean }

type Outcome<Hit> = PageOutcome<string> & { hits: Hit[] }

/** A search whose hits are rows of a table. */
type ListSearch<Hit, Asked, Found extends Outcome<Hit>> = {
  /** The path of the page; that of the file ends in `.csv`. */
  path: string
  title: string
  description: string
  /** Says what the search covers. */
  lead: string
  /** The label of the field for plain words. */
  words: string
  filters: FilterTable
  schema: z.ZodType<Asked>
  /** The filter that only links set; the form keeps it. */
  withoutField: string
  /** Queries to try, below the form of a blank search. */
  examples: readonly string[]
  search: (deps: WebDeps, asked: Asked, part: Part) => Promise<Found>
  sortOf: (asked: Asked) => Sorted
  facets: FacetTable<string>
  columns: (address: Address) => readonly DataColumn<Hit>[]
  /** The name of the table. */
  table: string
  /** Says how many hits there are. */
  summary: (outcome: Found) => ComponentChildren
  /** Says how the address was understood, and sums up what was found. */
  readAs?: (address: Address, asked: Asked, outcome: Found) => VNode
  /** What to try if nothing is found. */
  none: string
  /** Returns searches that have rows, for one that has none. */
  instead?: (deps: WebDeps, address: Address, asked: Asked) => Promise<Instead>
  /** Returns the address with parameters instead of words that were read as filters. */
  settle?: (address: Address, asked: Asked) => Address
  /** Returns the facets as the page shows them. */
  toGroups?: (groups: FacetGroup[], address: Address) => FacetGroup[]
  /** Whether the best match can come first, an order that no column has. */
  hasBestMatch?: (asked: Asked) => boolean
  /** Follows the table. */
  note?: string
  /** Says that the list and its file end, by default at the last hit that a page may reach. */
  end: string
}

/** Searches that have rows, the closest first; one in another spelling is shown at once. */
export type Instead = {
  spelling?: Address
  others: { address: Address; words: string; found: number }[]
}

/** Adds the page of a search and its CSV file. */
export function addListSearch<Hit, Asked, Found extends Outcome<Hit>>(
  pages: Pages,
  search: ListSearch<Hit, Asked, Found>,
): void {
  const { deps } = pages
  const { path, filters } = search
  const schema = z.object({ asked: search.schema, Page: pageOf })
  const read = async (raw: unknown) => {
    const { Page, ...address } = readAddress(filters, raw)
    const given = { asked: address, ...(Page !== undefined && { Page }) }
    return { address, read: await schema.safeParseAsync(given) }
  }
  const readFile = async ({ query }: { query: unknown }) => {
    const { address, read: given } = await read(query)
    const name = path.slice(1).replaceAll('/', '-')
    const columns = search.columns(address)
    if (isBlank(address)) return { name, columns, rows: [] }
    if (!given.success) throw toApiError(given.error)
    const { asked } = given.data
    return { name, columns, rows: await readAllHits((part) => search.search(deps, asked, part)) }
  }
  addCsv(pages, `${path}.csv`, readFile, { terms: SEARCH_TERMS })
  addPage(
    pages,
    path,
    async ({ query }, reply) => {
      const { address, read: given } = await read(query)
      const show = (issues: string[], children?: ComponentChildren) => (
        <SearchPage {...{ search, address, issues }}>{children}</SearchPage>
      )
      if (isBlank(address)) return show([], <Examples {...search} />)
      if (!given.success) {
        reply.code(422)
        const { issues } = given.error
        return show(
          issues.map(({ path, message }) => {
            const name = String(path.at(-1))
            return `${labelIn(search, name)}: ${message}.`
          }),
        )
      }
      const part = { page: given.data.Page, limit: ROWS_PER_PAGE, facets: true }
      const outcome = await search.search(deps, given.data.asked, part)
      const instead =
        outcome.found === 0 ? await search.instead?.(deps, address, given.data.asked) : undefined
      const respelt = instead?.spelling && (await read(instead.spelling))
      if (respelt?.read.success) {
        const better = await search.search(deps, respelt.read.data.asked, part)
        return show(
          [],
          <>
            <p>
              Showing results for <strong>{respelt.address.Query}</strong>. No row matches{' '}
              {address.Query}.
            </p>
            {showFound(search, respelt.address, respelt.read.data, better)}
          </>,
        )
      }
      return show([], showFound(search, address, given.data, outcome, instead?.others))
    },
    {
      terms: {
        ...SEARCH_TERMS,
        isFree: (query) => isBlank({ ...readAddress(filters, query), Page: undefined }),
      },
    },
  )
}

const Examples = ({ path, examples }: Pick<AnySearch, 'path' | 'examples'>) => (
  <p class="examples">
    Try{' '}
    {examples.map((example, at) => (
      <span key={example}>
        {at > 0 && ', '}
        <a href={withQuery(path, { Query: example })}>{example}</a>
      </span>
    ))}
    .
  </p>
)

/** Whether an address does not ask for anything. */
const isBlank = (address: Address): boolean =>
  Object.values(address).every((value) => value === undefined)

const ORDERS: Readonly<Record<string, string>> = { Sort: 'Order by', Order: 'Direction' }

const labelIn = ({ words, filters }: Pick<AnySearch, 'words' | 'filters'>, name: string): string =>
  name === 'Query' ? words : (filters[name]?.label ?? ORDERS[name] ?? name)

type AnySearch = Omit<ListSearch<never, never, never>, 'search' | 'sortOf' | 'columns'>

/**
 * Reads the parameters of the page. Unlike surface A, it accepts empty fields, which forms send,
 * dollars as people write them, and unknown names such as tracking tags.
 */
export const readAddress = (filters: FilterTable, raw: unknown): Address =>
  readTexts(['Query', ...Object.keys(filters), ...Object.keys(ORDERS), 'Page'], raw, filters)

const toApiError = ({ issues }: z.ZodError): ApiError =>
  new ApiError('InvalidParameters', {
    issues: issues.map(({ path, message }) => ({
      loc: ['query', String(path.at(-1))],
      msg: message,
      type: 'invalid',
    })),
  })

type PageProps = {
  search: Pick<
    AnySearch,
    'path' | 'title' | 'description' | 'lead' | 'words' | 'filters' | 'withoutField'
  >
  address: Address
  issues: readonly string[]
  children: ComponentChildren
}

const SearchPage = ({ search, address, issues, children }: PageProps) => (
  <Layout
    title={address.Query ?? search.title}
    description={search.description}
    path={search.path}
    isListed={isBlank(address)}
    current={search.path.startsWith('/people') ? '/people' : '/grants'}
  >
    <h1>{search.title}</h1>
    <p>{search.lead}</p>
    {issues.map((issue) => (
      <p key={issue} class="field-error" role="alert">
        {issue}
      </p>
    ))}
    <SearchForm search={search} address={address} />
    {children}
  </Layout>
)

/** One field for plain words, and the filters behind a button. */
const SearchForm = ({
  search: { path, words, filters, withoutField },
  address,
}: Pick<PageProps, 'search' | 'address'>) => (
  <form class="search-form" action={path}>
    <div class="row">
      <div class="search-box">
        <input
          type="search"
          name="Query"
          value={address.Query}
          aria-label={words}
          placeholder={words}
        />
      </div>
      <button type="submit">Search</button>
    </div>
    <details class="more-filters">
      <summary>More filters</summary>
      <div class="fields">
        {Object.entries(filters)
          .filter(([name]) => name !== withoutField)
          .map(([name, { label }]) => (
            <div key={name} class="field">
              <label for={name}>{label}</label>
              <input id={name} name={name} value={address[name]} />
            </div>
          ))}
      </div>
    </details>
    <HiddenFields
      fields={{
        [withoutField]: address[withoutField],
        Sort: address.Sort,
        Order: address.Order,
      }}
    />
  </form>
)

type WordsProps = {
  path: string
  filters: FilterTable
  address: Address
  /** How the words of the query were read. */
  reading:
    | { phrases: Parameters<typeof toPhraseChips>[0]; notUnderstood: readonly string[] }
    | undefined
}

/** The active filters and how the words were understood; each can be removed. */
export const WordsRead = ({ path, filters, address, reading }: WordsProps) => {
  const pathWith = (changes: Setting) => withQuery(path, { ...address, ...changes })
  const active = Object.entries(filters).flatMap(([name, { label }]) => {
    const value = address[name]
    if (value === undefined) return []
    return [{ label: `${label}: ${value}`, href: pathWith({ [name]: undefined }) }]
  })
  const phrases = toPhraseChips(reading?.phrases ?? [], address.Query, (Query) =>
    pathWith({ Query }),
  )
  const missed = reading?.notUnderstood ?? []
  return (
    <>
      <ActiveFilters chips={[...active, ...phrases]} />
      {missed.length > 0 && <p class="not-understood">{`Not understood: ${missed.join('; ')}.`}</p>}
    </>
  )
}

const showFound = <Hit, Asked, Found extends Outcome<Hit>>(
  search: ListSearch<Hit, Asked, Found>,
  address: Address,
  { asked, Page: page }: { asked: Asked; Page: number },
  outcome: Found,
  others: Instead['others'] = [],
) => {
  const { path } = search
  const { hits, found, facets } = outcome
  const pathOf = (changes: Setting) => withQuery(path, { ...address, ...changes })
  const sorted = search.sortOf(asked)
  const isBestFirst = sorted.key === 'Relevance' || !search.hasBestMatch?.(asked)
  const settled = search.settle?.(address, asked) ?? address
  const groups = (counts: FacetCounts<string>) =>
    linkFacets(search.facets, counts, settled, (changes) =>
      withQuery(path, { ...settled, ...changes }),
    )
  return (
    <div class="search-page">
      <section class="results">
        <p class="found" role="status">
          {search.summary(outcome)}
        </p>
        {search.readAs?.(address, asked, outcome)}
        {hits.length === 0 ? (
          <>
            <p>{found === 0 ? search.none : NO_MATCH}</p>
            {others.length > 0 && (
              <>
                <p>These searches have results:</p>
                <ul>
                  {others.map((other) => (
                    <li key={other.words}>
                      <a href={withQuery(path, other.address)}>{other.words}</a>{' '}
                      <span class="quiet">{formatCount(other.found)} found</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        ) : (
          <>
            <p class="row">
              <CsvLink href={withQuery(`${path}.csv`, address)} />
              {!isBestFirst && (
                <a href={pathOf({ Sort: 'Relevance', Order: undefined })}>Best match first</a>
              )}
            </p>
            <DataTable
              name={search.table}
              columns={search.columns(address)}
              rows={hits}
              sorted={sorted}
              sortPath={pathOf}
            />
            {search.note && <p class="quiet">{search.note}</p>}
          </>
        )}
        <ListPaging
          page={page}
          count={found}
          pathOf={({ Page }) => withQuery(path, { ...address, Page })}
        />
        {isBeyondPages(found) && <p class="quiet">{search.end}</p>}
      </section>
      {facets && (
        <SearchFacets groups={search.toGroups?.(groups(facets), address) ?? groups(facets)} />
      )}
    </div>
  )
}
