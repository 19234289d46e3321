import type { ComponentProps } from 'preact'
import { askerOf } from '#src/access/client.ts'
import { LINK } from '#src/api/openapi/discovery.ts'
import { toCsvPieces } from '#src/api/shared/csv.ts'
import { type Cell, chooseColumns } from '#src/api/shared/export/columns.ts'
import { GRACE_MS, toLongAnswer } from '#src/api/shared/long-answer.ts'
import { parseRef, SITE_NAME } from '#src/domain/evidence.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readHowToApply } from '#src/organizations/filings/applications.ts'
import { ApiError } from '#src/platform/errors.ts'
import { EXPORT_LIMITS, type ExportRow, limitExports } from '#src/search/export/open-export.ts'
import { FACETS } from '#src/search/facets.ts'
import { Layout, useSite } from '../components/layout.tsx'
import { SearchForm } from '../components/search/form.tsx'
import { Examples, SearchFacets, SearchFront } from '../components/search/front.tsx'
import { SearchResults } from '../components/search/results.tsx'
import { Name } from '../components/text.tsx'
import { MAX_CSV_ROWS } from '../csv.ts'
import { holdLast } from '../held.ts'
import { addPage, PAGE_TERMS, type Pages, SEARCH_TERMS } from '../render.ts'
import { type SearchAddress, searchPath } from '../search/address.ts'
import { chipsOf, linkFacets } from '../search/filters.ts'
import { type GivenSearch, isBlank, type ReadSearch, readSearch } from '../search/read-search.ts'
import {
  type Extent,
  type FoundSearch,
  interpretSearch,
  readExtent,
  readReleasedAt,
  runSearch,
} from '../search/run-search.ts'

/** Adds `GET /`, the search form and its results, and `/search.csv` and `.json`: the first 10,000, without a key. */
export function addSearchPages(pages: Pages): void {
  const { app, deps } = pages
  const readFront = holdLast(
    async (): Promise<FrontProps> => ({
      extent: await readExtent(deps),
      releasedAt: await readReleasedAt(deps),
    }),
    { extent: { groups: [] }, releasedAt: undefined },
  )
  addPage(
    pages,
    '/',
    async ({ query }, reply) => {
      const read = readSearch(query)
      if (read.issues) {
        const releasedAt = await readReleasedAt(deps)
        reply.code(422)
        return <FaultyPage {...{ read, releasedAt }} />
      }
      if (isBlank(read.given)) {
        reply.header('Link', LINK)
        return <FrontPage {...(await readFront())} />
      }
      try {
        const found = await runSearch(deps, read.given, read.address)
        const releasedAt = await readReleasedAt(deps, found.outcome.index)
        return <FoundPage {...{ ...read, found, releasedAt }} />
      } catch (error) {
        if (!isTooDeep(error)) throw error
        const releasedAt = await readReleasedAt(deps)
        reply.code(422)
        return <TooDeepPage {...{ read, releasedAt }} />
      }
    },
    { terms: { ...SEARCH_TERMS, isFree: isFrontPage } },
  )
  const openExport = limitExports(deps, EXPORT_LIMITS)
  for (const [format, { type, toPieces }] of Object.entries(FILES))
    app.get<{ Querystring: Record<string, unknown> }>(`/search.${format}`, {
      config: { terms: { ...PAGE_TERMS, slot: 'own' } },
      schema: { hide: true },
      handlerTimeout: EXPORT_LIMITS.longestMs + GRACE_MS,
      handler: async (request, reply) => {
        const { given, address, issues } = readSearch(request.query)
        // The page shows what is wrong with each field.
        if (issues) return reply.redirect(searchPath(address), 303)
        const { text, mode, applied, sort, order } = await interpretSearch(deps, given, address)
        const found = await openExport(
          { query: text, mode, filters: applied, sort, ...(order && { order }) },
          askerOf(request),
        )
        const columns = applied.acceptsApplications ? [...COLUMNS, ...APPLY] : COLUMNS
        const rows = (batches: Batches) =>
          applied.acceptsApplications ? addHowToApply(deps, firstRows(batches)) : firstRows(batches)
        const body = await toLongAnswer(
          request,
          reply,
          { pieces: toPieces(columns, rows(found.batches)), close: found.close },
          EXPORT_LIMITS,
        )
        return reply
          .type(type)
          .header('Content-Disposition', `attachment; filename="organizations.${format}"`)
          .send(body)
      },
    })
}

type FileRow = ExportRow & { howToApply?: Record<string, string> | undefined }
type Batches = AsyncIterable<FileRow[]>
type FileColumn = { name: string; read: (row: FileRow) => Cell }

const COLUMNS: readonly FileColumn[] = chooseColumns(undefined)

/** Where and how to apply for a grant, as filed. */
const APPLY: readonly FileColumn[] = [
  ...Object.entries({
    ApplyTo: 'name',
    ApplyAddress: 'street street2 city state zip country',
    ApplyPhone: 'phone',
    ApplyEmail: 'email',
    ApplicationForm: 'form',
    ApplicationDeadlines: 'deadlines',
    ApplicationRestrictions: 'restrictions',
  }).map(([name, keys]) => ({
    name,
    read: ({ howToApply: own = {} }: FileRow) =>
      keys
        .split(' ')
        .flatMap((key) => own[key] ?? [])
        .join(', ') || undefined,
  })),
  { name: 'ApplicationRef', read: ({ display }) => display.applications?.ref },
]

async function* addHowToApply(deps: ProfileDeps, batches: Batches): AsyncGenerator<FileRow[]> {
  for await (const rows of batches) {
    const idOf = ({ display: { applications } }: FileRow) => {
      const evidence = applications && parseRef(applications.ref)
      return evidence?.kind === 'filing' ? [evidence.objectId] : []
    }
    const found = await readHowToApply(deps, rows.flatMap(idOf))
    yield rows.map((row) => ({ ...row, howToApply: found.get(idOf(row)[0] ?? '') }))
  }
}

const FILES = {
  csv: { type: 'text/csv; charset=utf-8; header=present', toPieces: toCsvPieces<FileRow> },
  json: { type: 'application/json; charset=utf-8', toPieces: toJsonPieces },
}

async function* toJsonPieces(
  columns: readonly FileColumn[],
  batches: Batches,
): AsyncGenerator<string> {
  let before = '['
  for await (const rows of batches) {
    for (const row of rows) {
      const values = columns.map(({ name, read }) => [name, read(row) ?? null])
      yield before + JSON.stringify(Object.fromEntries(values))
      before = ',\n'
    }
  }
  yield before === '[' ? '[]' : ']'
}

function isFrontPage(query: unknown): boolean {
  const { given } = readSearch(query as Record<string, unknown>)
  return given !== undefined && isBlank(given)
}

const isTooDeep = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PageTooDeep'

type FrontProps = { extent: Extent; releasedAt: string | undefined }

const FrontPage = ({ extent, releasedAt }: FrontProps) => {
  const { publicUrl } = useSite()
  return (
    <Layout
      title="Nonprofit Research: look up U.S. nonprofits"
      of=""
      description="Find a U.S. nonprofit by name, EIN, or cause. Figures as filed link to their line in the IRS filing."
      path="/"
      jsonLd={publicUrl === undefined ? undefined : describeSite(publicUrl)}
      current="/"
      releasedAt={releasedAt}
    >
      <div class="front">
        <div class="masthead">
          <h1>Check a U.S. nonprofit before you give, fund, or write about it</h1>
          <p class="lead">
            Search the tax filings of U.S. nonprofits by name, EIN, or what they do. Figures as
            filed link to their line in the IRS filing. What is not known is shown as not known.
          </p>
          <SearchForm address={{}} />
          <Examples extent={extent} />
          <p class="or-ask">
            Or <a href="/ask">ask a question in plain words</a>.
          </p>
        </div>
        <SearchFront extent={extent} />
      </div>
    </Layout>
  )
}

/** Describes the site in schema.org's terms, so that search engines can offer its search box. */
const describeSite = (publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: SITE_NAME,
  url: publicUrl,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: new URL('/?Query={query}', publicUrl).href },
    'query-input': 'required name=query',
  },
})

type FoundProps = Omit<FrontProps, 'extent'> & {
  address: SearchAddress
  given: GivenSearch
  found: FoundSearch
}

const FoundPage = ({ address, given, found, releasedAt }: FoundProps) => {
  const { facets } = found.outcome
  return (
    <Unlisted title={titleOf(given)} releasedAt={releasedAt}>
      <h1 class="hidden printed">
        {given.query === undefined ? (
          'Search results'
        ) : (
          <>
            Search results for <Name>{given.query}</Name>
          </>
        )}
      </h1>
      <SearchForm address={address} />
      <div class="search-page">
        <SearchResults address={address} found={found} chips={chipsOf(address, given.filters)} />
        {facets && (
          <SearchFacets
            groups={linkFacets(FACETS, facets, address, (changes) => searchPath(address, changes))}
          />
        )}
      </div>
    </Unlisted>
  )
}

const titleOf = ({ query, page }: GivenSearch): string =>
  `${query ?? 'Organizations'}${page > 1 ? ` · page ${page}` : ''}`

type UnlistedProps = Pick<ComponentProps<typeof Layout>, 'releasedAt' | 'children'>

/** A page of a search, which no search engine should list. */
const Unlisted = ({ title, ...page }: UnlistedProps & { title: string }) => (
  <Layout {...page} title={title} isListed={false} current="/" />
)

type FaultyProps = { read: ReadSearch; releasedAt: string | undefined }

const FaultyPage = ({ read, releasedAt }: FaultyProps) => (
  <Unlisted title="Check your search" releasedAt={releasedAt}>
    <h1>Check your search</h1>
    <p role="alert">Some of the values are not valid. Correct them below, then search again.</p>
    <SearchForm address={read.address} issues={read.issues ?? {}} />
  </Unlisted>
)

const TooDeepPage = ({ read: { address }, releasedAt }: FaultyProps) => (
  <Unlisted title="End of the list" releasedAt={releasedAt}>
    <h1>This list ends at the 10,000th organization</h1>
    <p role="alert">
      To see more organizations, narrow the search by state, cause, form, type, or revenue. You can
      also go back to the <a href={searchPath(address)}>first page</a>.
    </p>
    <SearchForm address={address} />
  </Unlisted>
)

async function* firstRows(batches: Batches): AsyncGenerator<FileRow[]> {
  let left = MAX_CSV_ROWS
  for await (const rows of batches) {
    yield rows.slice(0, left)
    left -= rows.length
    if (left <= 0) return
  }
}
