import type { FastifyInstance } from 'fastify'
import { ApiError } from '#src/platform/errors.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { SearchForm } from '../components/search/form.tsx'
import { Examples, SearchFacets, SearchFront } from '../components/search/front.tsx'
import { SearchResults } from '../components/search/results.tsx'
import { holdLast } from '../held.ts'
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
import { layoutTexts } from '../texts/layout.tsx'
import { searchTexts } from '../texts/search.tsx'

/** Adds `GET /`: the search form and its results. */
export function addSearchPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  const readFront = holdLast(
    async (): Promise<Omit<FrontProps, 'site'>> => ({
      extent: await readExtent(deps),
      releasedAt: await readReleasedAt(deps),
    }),
    { extent: { groups: [] }, releasedAt: undefined },
  )
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
        return <FrontPage site={site} {...(await readFront())} />
      }
      try {
        const found = await runSearch(deps, read.given, read.address)
        const releasedAt = await readReleasedAt(deps, found.outcome.index)
        return <FoundPage {...{ ...read, site, found, releasedAt }} />
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

type FrontProps = { site: Site; extent: Extent; releasedAt: string | undefined }

const FrontPage = ({ site, extent, releasedAt }: FrontProps) => (
  <Layout
    site={site}
    head={{
      title: searchTexts.frontTitle,
      description: searchTexts.description,
      canonicalPath: '/',
      jsonLd: site.publicUrl === undefined ? undefined : describeSite(site.publicUrl),
    }}
    current="/"
    releasedAt={releasedAt}
  >
    <div class="front">
      <div class="masthead">
        <h1>{searchTexts.frontHeading}</h1>
        <p class="lead">{searchTexts.frontLead}</p>
        <SearchForm address={{}} />
        <Examples extent={extent} />
      </div>
      <SearchFront extent={extent} />
    </div>
  </Layout>
)

/** Describes the site in schema.org's terms, so that search engines can offer its search box. */
const describeSite = (publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: layoutTexts.siteName,
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

const FoundPage = ({ site, address, given, found, releasedAt }: FoundProps) => {
  const { facets } = found.outcome
  return (
    <Layout
      site={site}
      head={{ title: titleOf(given), isListed: false }}
      current="/"
      releasedAt={releasedAt}
    >
      <h1 class="hidden printed">
        {given.query === undefined
          ? searchTexts.resultsHeading
          : searchTexts.resultsHeadingFor({ query: given.query })}
      </h1>
      <SearchForm address={address} />
      <div class="search-page">
        <SearchResults address={address} found={found} chips={chipsOf(address, given.filters)} />
        {facets && <SearchFacets groups={linkFacets(facets, address)} />}
      </div>
    </Layout>
  )
}

const titleOf = ({ query, page }: GivenSearch): string =>
  layoutTexts.pageTitle(`${query ?? searchTexts.allTitle}${page > 1 ? ` · page ${page}` : ''}`)

type FaultyProps = { site: Site; read: ReadSearch; releasedAt: string | undefined }

const FaultyPage = ({ site, read, releasedAt }: FaultyProps) => (
  <Layout
    site={site}
    head={{ title: layoutTexts.pageTitle(searchTexts.faultyTitle), isListed: false }}
    current="/"
    releasedAt={releasedAt}
  >
    <h1>{searchTexts.faultyHeading}</h1>
    <p role="alert">{searchTexts.faultyNotice}</p>
    <SearchForm address={read.address} issues={read.issues ?? {}} />
  </Layout>
)

const TooDeepPage = ({ site, read: { address }, releasedAt }: FaultyProps) => (
  <Layout
    site={site}
    head={{ title: layoutTexts.pageTitle(searchTexts.tooDeepTitle), isListed: false }}
    current="/"
    releasedAt={releasedAt}
  >
    <h1>{searchTexts.tooDeepHeading}</h1>
    <p role="alert">{searchTexts.tooDeepNotice({ firstPage: searchPath(address) })}</p>
    <SearchForm address={address} />
  </Layout>
)
