import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { formatMonth } from '#src/domain/days.ts'
import { SITE_NAME } from '#src/domain/evidence.ts'
import type { Freshness } from '#src/provenance/source.ts'
import type { Assets } from '../assets.ts'
import { MENU } from '../words.ts'
import { SearchBox } from './search/box.tsx'
import { Day, toLabel } from './text.tsx'

/** What all pages of a running service share. */
export type Site = {
  assets: Assets
  /** How fresh the store is, as last read by the hook of the pages (surface.tsx). */
  freshness: Freshness
  /** The beginning of canonical and shared addresses; without it, there are none. */
  publicUrl?: string | undefined
  /** The address of a filing's original, with {ein} and {objectId}. */
  filingViewerUrl?: string | undefined
  /**
   * Begins addresses that people copy: `publicUrl`, else where the service listens. Never the Host of
   * a request, which a cache would repeat to other readers.
   */
  origin: () => string
  /** The address of the page that is rendered; absent for errors. */
  url?: string
}

/** Provides the site to all components of a page. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** Returns the site whose page is rendered. Throws an Error outside of one. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('Expected a page in a SiteContext.')
  return site
}

const FOOTER = {
  '/about': 'About this site',
  '/sources': 'Where the data comes from',
  '/docs': 'API reference',
  '/agents': 'For AI agents',
} as const

/** Metadata of a page for browsers, search engines and previews. */
type Head = {
  /** What the page shows, and what it belongs to: by default the site; with '', nothing. */
  title: string
  of?: string
  description?: string | undefined
  /** The address that search engines show, without parameters that change nothing. */
  path?: string | undefined
  jsonLd?: Record<string, unknown> | undefined
  /** False for pages that no search engine should list: searches, errors, evidence. */
  isListed?: boolean | undefined
}

type Props = Head & {
  /** The open entry of the menu or the footer. */
  current?: keyof typeof MENU | keyof typeof FOOTER | undefined
  /** When the data of the page was released, as ISO time. */
  releasedAt?: string | undefined
  /** A sentence on how old the figures of the page are. */
  lag?: string | undefined
  children: ComponentChildren
}

/** The document of a page: head, menu, content, and the age of the data. */
export const Layout = ({ current, releasedAt, lag, children, ...head }: Props) => {
  const { freshness, url } = useSite()
  return (
    <html lang="en">
      <HeadOf {...head} />
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header class="site-header">
          <div>
            <a class="brand" href="/">
              <Mark />
              {SITE_NAME}
            </a>
            <nav aria-label="Main">
              <ul>
                {Object.entries(MENU).map(([path, label]) => (
                  <li key={path}>
                    <a href={path} aria-current={path === current ? 'page' : undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            {current !== '/' && <SiteSearch />}
          </div>
        </header>
        <Demo fictional={freshness.fictional} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer class="site-footer">
          <div>
            {url !== undefined && current !== '/' && <Download url={url} />}
            <nav aria-label="More pages">
              <ul>
                {Object.entries(FOOTER).map(([path, label]) => (
                  <li key={path}>
                    <a href={path}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
            <Age freshness={freshness} releasedAt={releasedAt} lag={lag} />
            <p>
              {freshness.fictional === 'All'
                ? 'Fictional filings in the format of'
                : 'Based on public filings of'}{' '}
              IRS Forms 990, 990-EZ, 990-N, 990-PF, and 990-T. This site can’t show what
              organizations did not file. This is not legal, tax, financial, or donation advice.
            </p>
          </div>
        </footer>
      </body>
    </html>
  )
}

/** The page in other formats; `toHtml` drops those of tables from a page without one. */
const Download = ({ url }: { url: string }) => (
  <nav class="download" aria-label="Download this page">
    <ul>
      <li aria-hidden="true">Download:</li>
      {Object.entries({ csv: 'CSV', json: 'JSON', md: 'Markdown' }).map(([ending, label]) => (
        <li key={ending} class={ending === 'md' ? undefined : 'of-tables'}>
          <a href={url.replace(/(?=\?|$)/, `.${ending}`)} rel="nofollow">
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** The mark of the site: a page with a line that leads to its source. */
const Mark = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path d="M6 3h9l4 4v14H6z" />
    <path d="M9.5 12h6M9.5 16h3.5" stroke="var(--chart-2)" />
  </svg>
)

/** Every page but the search page, which has its own form, starts a search in its head. */
const SiteSearch = () => (
  <search class="site-search">
    <form action="/" class="search-form">
      <label for="site-query" class="hidden">
        Name, EIN, or cause
      </label>
      <div class="row">
        <SearchBox id="site-query" name="Query" placeholder="Name, EIN, or cause" />
        <button type="submit">Search</button>
      </div>
    </form>
  </search>
)

/** Prevents readers from mistaking fictional organizations for real ones. */
const Demo = ({ fictional }: { fictional: Freshness['fictional'] | undefined }) =>
  fictional === undefined ? null : (
    <aside class="demo" aria-label="Demo data">
      <strong>Demo data:</strong>{' '}
      {fictional === 'All'
        ? 'Every organization here is fictional.'
        : 'Some organizations here are fictional. Their EINs begin with prefixes that the IRS never assigns.'}
    </aside>
  )

type AgeProps = { freshness: Freshness } & Pick<Props, 'releasedAt' | 'lag'>

const Age = ({ freshness, releasedAt = freshness.releasedAt, lag }: AgeProps) => {
  const { newestReceived, newestTaxPeriodEnd, medianLagMonths: months } = freshness
  return (
    <p>
      <strong>
        Data loaded on {releasedAt === undefined ? 'an unknown date' : <Day iso={releasedAt} />}.
      </strong>
      {newestReceived && (
        <>
          {' '}
          The newest return was received on <Day iso={newestReceived} />.
        </>
      )}
      {newestTaxPeriodEnd &&
        ` The latest fiscal year covered ended in ${formatMonth(newestTaxPeriodEnd)}.`}
      {months !== undefined &&
        ` New returns typically arrive ${months} ${months === 1 ? 'month' : 'months'} after the year they cover.`}{' '}
      {lag ??
        'Filings describe the past. Each one covers a year that ended months before it was filed.'}
    </p>
  )
}

// Tabs and previews show about 65 characters; the title of an evidence page has two names.
const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 300

const HeadOf = ({ of = SITE_NAME, path, jsonLd, ...head }: Head) => {
  const { assets, publicUrl, freshness, url } = useSite()
  // Otherwise, a search engine's results would not show that an organization is fictional.
  const isListed = (head.isListed ?? true) && freshness.fictional !== 'All'
  // Metadata is plain text, in which direction marks cannot be isolated.
  const title = toLabel(of === '' ? head.title : `${head.title} · ${of}`, LONGEST_TITLE)
  const description = head.description && toLabel(head.description, LONGEST_DESCRIPTION)
  const address = publicUrl && path ? new URL(path, publicUrl).href : undefined
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {!isListed && <meta name="robots" content="noindex" />}
      {address && <link rel="canonical" href={address} />}
      {url !== undefined && path && path !== '/' && (
        <link rel="alternate" type="text/markdown" href={path.replace(/(?=\?|$)/, '.md')} />
      )}
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {address && <meta property="og:url" content={address} />}
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href={assets.stylesheet} />
      <script src={assets.script} defer />
      {jsonLd && <JsonLd facts={jsonLd} />}
    </head>
  )
}

/** Machine-readable facts (schema.org). Without `<`, filed text cannot end the script element. */
const JsonLd = ({ facts }: { facts: Record<string, unknown> }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }}
  />
)
