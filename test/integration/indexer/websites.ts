import type { RequestListener } from 'node:http'
import { createFetchWebsite, type FetchWebsite } from '#indexer/enrich/fetch/fetch-website.ts'
import { openHostTurns } from '#indexer/enrich/fetch/host-turns.ts'
import { createGuardedFetch } from '#src/platform/clients/guarded-fetch.ts'
import type { Network } from '#src/platform/clients/guarded-network.ts'
import { PUBLIC, type Site, startSite } from '#test/deep/clients/sites.ts'

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwACggF/q1kR5gAAAABJRU5ErkJggg==',
  'base64',
)

/** A home page with a description, an icon, accounts and enough text to count as one. */
export const homePage = (what: string, { icon = '/icon.png', links = '' } = {}): string => `
  <!doctype html><html lang="en"><head><title>${what}</title>
  <meta name="description" content="We are ${what}."><link rel="icon" href="${icon}"></head>
  <body><main><h1>${what}</h1><p>Every week our volunteers of ${what} meet at the old mill, mend what
  is broken and teach whoever comes how it is done.</p>${links}</main></body></html>`

export type Answer = {
  status?: number
  type?: string
  body: string | Buffer
  headers?: Record<string, string>
}

/** Websites on loopback: `pages` has responses by host and path, `http://host` + `/path`. */
export type Websites = {
  pages: Map<string, Answer>
  site: Site
  /** The number of page requests to a host so far. */
  hitsOf(host: string): string[]
  fetchWebsite: FetchWebsite
  close(): Promise<void>
}

/** Serves websites and reads them through the real guard, which treats loopback as public. */
export async function openWebsites(): Promise<Websites> {
  const pages = new Map<string, Answer>()
  const answer: RequestListener = (request, response) => {
    const { host = '' } = request.headers
    const found = pages.get(`${host}${request.url}`) ?? { status: 404, body: 'not found' }
    const { status = 200, type = 'text/html; charset=utf-8', body, headers = {} } = found
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  }
  const site = await startSite(answer)
  return {
    pages,
    site,
    hitsOf: (host) => site.hits.filter((hit) => hit.startsWith(`${host} `)),
    fetchWebsite: readThrough(site.port),
    close: () => site.close(),
  }
}

type IsThere = (host: string) => boolean | Promise<boolean>

/** Reads websites, all of which (or those in `there`) are at a port of loopback, without pauses. */
export function readThrough(port: number, isThere: IsThere = () => true): FetchWebsite {
  const network: Network = {
    resolve: async (host) => ((await isThere(host)) ? [PUBLIC] : []),
    allow: (address) => address === PUBLIC,
    ports: { 'http:': port, 'https:': 1 },
  }
  return createFetchWebsite(createGuardedFetch({ network }), {
    turns: openHostTurns({ pauseMs: 0 }),
  })
}

/** A site with a home page and its icon. */
export function putSite(
  { pages }: Websites,
  host: string,
  what: string,
  { links = '', icon = PNG }: { links?: string; icon?: Buffer } = {},
): void {
  pages.set(`${host}/`, { body: homePage(what, { links }) })
  pages.set(`${host}/icon.png`, { type: 'image/png', body: icon })
}
