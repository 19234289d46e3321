import type { FastifyInstance } from 'fastify'
import { ApiError } from '#src/platform/errors.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { SearchForm } from '../components/search/form.tsx'
import { SearchFacets, SearchFront } from '../components/search/front.tsx'
import { SearchResults } from '../components/search/results.tsx'
import { Name } from '../components/text.tsx'
import { addPage, PAGE_TERMS, type WebDeps } from '../render.ts'
import { type SearchAddress, searchPath } from '../search/address.ts'
import { chipsOf, linkFacets } from '../search/filters.ts'
import { type GivenSearch, isBlank, type ReadSearch, readSearch } from '../search/read-search.ts'
import {
  type Extent,
  type FoundSearch,
  readExtent,
  readReleasedAt,
  runSearch,
} from '../search/run-search.ts'

/** Adds `/`: the form of a search, and its results. */
export function addSearchPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(
    app,
    '/',
    async ({ query }, reply) => {
      const read = readSearch(query)
      if (read.issues) {
        const releasedAt = await readReleasedAt(deps)
        reply.code(422)
        return <FaultyPage {...{ site, read, releasedAt }} />
      }
      if (isBlank(read.given)) {
        const [extent, releasedAt] = await Promise.all([readExtent(deps), readReleasedAt(deps)])
        return <FrontPage {...{ site, extent, releasedAt }} />
      }
      try {
        const found = await runSearch(deps, read.given, read.address)
        const releasedAt = await readReleasedAt(deps, found.outcome.index)
        return <FoundPage {...{ ...read, site, found, releasedAt }} origin={site.origin()} />
      } catch (error) {
        if (!isTooDeep(error)) throw error
        const releasedAt = await readReleasedAt(deps)
        reply.code(422)
        return <TooDeepPage {...{ site, read, releasedAt }} />
      }
    },
    { terms: { ...PAGE_TERMS, isFree: isFrontPage } },
  )
}

function isFrontPage(query: unknown): boolean {
  const { given } = readSearch(query as Record<string, unknown>)
  return given !== undefined && isBlank(given)
}

const isTooDeep = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PageTooDeep'

const DESCRIPTION =
  'Find any U.S. nonprofit by its name, EIN or what it does, and read what it filed with the IRS: every figure leads to the line of the return it was filed on.'

type FrontProps = { site: Site; extent: Extent; releasedAt: string | undefined }

const FrontPage = ({ site, extent, releasedAt }: FrontProps) => (
  <Layout
    site={site}
    head={{
      title: 'Nonprofit Research: what U.S. nonprofits filed',
      description: DESCRIPTION,
      canonicalPath: '/',
      jsonLd: site.publicUrl === undefined ? undefined : describeSite(site.publicUrl),
    }}
    current="/"
    releasedAt={releasedAt}
  >
    <div class="front">
      <h1>What U.S. nonprofits filed</h1>
      <p class="lead">
        Find any organization by its name, its EIN or what it does. Every figure leads to the line
        of the IRS return it was filed on.
      </p>
      <SearchForm address={{}} />
      <SearchFront extent={extent} />
    </div>
  </Layout>
)

/** Returns the site and its search in schema.org's words, so that search engines can offer a box. */
const describeSite = (publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Nonprofit Research',
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
  origin: string
}

const FoundPage = ({ site, address, given, origin, found, releasedAt }: FoundProps) => {
  const { facets } = found.outcome
  return (
    <Layout
      site={site}
      head={{ title: titleOf(given), isListed: false }}
      current="/"
      releasedAt={releasedAt}
    >
      <h1 class="hidden printed">
        Search results
        {given.query !== undefined && (
          <>
            {' '}
            for <Name>{given.query}</Name>
          </>
        )}
      </h1>
      <SearchForm address={address} />
      <div class="search-page">
        <SearchResults
          address={address}
          found={found}
          chips={chipsOf(address, given.filters)}
          limit={given.limit}
          origin={origin}
        />
        {facets && <SearchFacets groups={linkFacets(facets, address)} />}
      </div>
    </Layout>
  )
}

const titleOf = ({ query, page }: GivenSearch): string =>
  [query ?? 'Organizations', page > 1 && `page ${page}`, 'Nonprofit Research']
    .filter((part) => part !== false)
    .join(' · ')

type FaultyProps = { site: Site; read: ReadSearch; releasedAt: string | undefined }

const FaultyPage = ({ site, read, releasedAt }: FaultyProps) => (
  <Layout
    site={site}
    head={{ title: 'Search cannot be read · Nonprofit Research', isListed: false }}
    current="/"
    releasedAt={releasedAt}
  >
    <h1>This search cannot be run yet</h1>
    <p role="alert">Some of it could not be read. It is marked below; the rest is kept.</p>
    <SearchForm address={read.address} issues={read.issues ?? {}} />
  </Layout>
)

const TooDeepPage = ({ site, read: { address }, releasedAt }: FaultyProps) => (
  <Layout
    site={site}
    head={{ title: 'Page too deep · Nonprofit Research', isListed: false }}
    current="/"
    releasedAt={releasedAt}
  >
    <h1>Pages end at the 10,000th organization</h1>
    <p role="alert">
      Narrow the search by state, cause, form, kind or revenue to see those further down, or go back{' '}
      <a href={searchPath(address)}>to its first page</a>.
    </p>
    <SearchForm address={address} />
  </Layout>
)
