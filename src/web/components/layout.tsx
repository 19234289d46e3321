import type { ComponentChildren } from 'preact'
import type { Freshness } from '#src/provenance/source.ts'
import type { Assets } from '../assets.ts'
import { formatMonth } from './formats.ts'
import { Day, toLabel } from './text.tsx'

/** Metadata of a page for browsers, search engines and previews. */
export type Head = {
  title: string
  description?: string | undefined
  canonicalPath?: string | undefined
  jsonLd?: Record<string, unknown> | undefined
  /** False for pages that no search engine should list: searches, errors, evidence. */
  isListed?: boolean | undefined
}

/** What all pages of a running service share. */
export type Site = {
  assets: Assets
  /** How fresh the store is, as last read by the hook of the pages (surface.tsx). */
  freshness: Freshness
  /** Begins canonical and shared addresses; without it there are none. */
  publicUrl?: string | undefined
  /**
   * Begins addresses that people copy: `publicUrl`, else where the service listens. Never the Host of
   * a request, which a cache would repeat to other readers.
   */
  origin: () => string
}

type Props = {
  site: Site
  head: Head
  /** The open entry of the menu. */
  current?: (typeof MENU)[number]['path'] | undefined
  /** When the data of the page was released, as ISO time. */
  releasedAt?: string | undefined
  /** A sentence on how old the figures of the page are. */
  lag?: string | undefined
  children: ComponentChildren
}

const MENU = [
  { path: '/', label: 'Search' },
  { path: '/sector', label: 'Sector' },
  { path: '/top-lists', label: 'Top lists' },
  { path: '/compare', label: 'Compare' },
  { path: '/agents', label: 'For agents' },
  { path: '/docs', label: 'API' },
] as const

const NAME = 'Nonprofit Research'

/** The document of a page: head, menu, content, and the age of the data. */
export const Layout = ({ site, head, current, releasedAt, lag, children }: Props) => (
  <html lang="en">
    <HeadOf site={site} head={head} />
    <body>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="site-header">
        <a class="brand" href="/">
          {NAME}
        </a>
        <nav aria-label="Main">
          <ul>
            {MENU.map(({ path, label }) => (
              <li key={path}>
                <a href={path} aria-current={path === current ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Demo fictional={site.freshness.fictional} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="site-footer">
        <Age freshness={site.freshness} releasedAt={releasedAt} lag={lag} />
        <p>
          {site.freshness.fictional === 'All' ? 'Made in the form of' : 'From public filings of'}{' '}
          IRS Forms 990, 990-EZ, 990-N, 990-PF and 990-T. Not legal, tax, financial or donation
          advice; what is not filed is not shown. <a href="/sources">Data sources</a>.{' '}
          <a href="/docs">The same facts by API</a>.
        </p>
      </footer>
    </body>
  </html>
)

/** Prevents readers from taking invented organizations for real ones. */
const Demo = ({ fictional }: { fictional: Freshness['fictional'] | undefined }) =>
  fictional === undefined ? null : (
    <aside class="demo" aria-label="Demo data">
      <strong>Demo data:</strong>{' '}
      {fictional === 'All'
        ? 'every organization here is made up.'
        : 'some organizations here are made up; their EINs begin with prefixes the IRS never assigned.'}
    </aside>
  )

type AgeProps = { freshness: Freshness } & Pick<Props, 'releasedAt' | 'lag'>

const Age = ({ freshness, releasedAt = freshness.releasedAt, lag }: AgeProps) => {
  const { newestReceived, newestTaxPeriodEnd, medianLagMonths: months } = freshness
  return (
    <p>
      <strong>Loaded {releasedAt ? <Day iso={releasedAt} /> : 'on an unknown day'}</strong>
      {newestReceived && (
        <>
          ; newest return received <Day iso={newestReceived} />
        </>
      )}
      {newestTaxPeriodEnd && `, newest year covered ended ${formatMonth(newestTaxPeriodEnd)}`}
      {months !== undefined &&
        `; a typical new return came ${months} ${months === 1 ? 'month' : 'months'} after the year it covers`}
      . {lag ?? GENERAL_LAG}
    </p>
  )
}

// Filings are due months after the year they cover, and are published in batches after that.
const GENERAL_LAG =
  'Filings lag behind what organizations do today: a return covers a year that ended months before it was filed.'

// Tabs and previews show about 65 characters; the title of an evidence page has two names.
const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 300

const HeadOf = ({ site, head }: Pick<Props, 'site' | 'head'>) => {
  const { assets, publicUrl, freshness } = site
  const { canonicalPath, jsonLd } = head
  // In the results of a search engine nothing would show that an organization is made up.
  const isListed = (head.isListed ?? true) && freshness.fictional !== 'All'
  // Metadata is plain text, in which direction marks cannot be isolated.
  const title = toLabel(head.title, LONGEST_TITLE)
  const description = head.description && toLabel(head.description, LONGEST_DESCRIPTION)
  const address = publicUrl && canonicalPath ? new URL(canonicalPath, publicUrl).href : undefined
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {!isListed && <meta name="robots" content="noindex" />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={NAME} />
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

/** Facts for machines in schema.org's words. Without `<`, filed text cannot end the script element. */
const JsonLd = ({ facts }: { facts: Record<string, unknown> }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }}
  />
)
