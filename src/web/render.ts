import type { FastifyInstance, FastifyReply } from 'fastify'
import { cloneElement, h, isValidElement, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { ZodType } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { Config } from '#src/platform/config.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { type Site, SiteContext } from './components/layout.tsx'
import { cutTexts } from './components/text.tsx'
import { TABLE_FORMATS, type TableFormat, toTableFile } from './table-files.ts'

/** The stores that pages read, as every other surface does. */
export type WebDeps = SearchDeps &
  ProfileDeps & { config: Partial<Pick<Config, 'publicUrl' | 'filingViewerUrl' | 'host' | 'port'>> }

/** Allows only resources from this service; filed text cannot become a script or a style. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const HTML = 'text/html; charset=utf-8'

/**
 * Returns the document of a page with its doctype; texts of its props are cut (`cutTexts`). Only a page
 * with rows of a table links to its files.
 */
export function toHtml(site: Site, page: VNode, longest?: number): string {
  const shown = cloneElement(page, cutTexts(page.props, longest))
  const html = `<!doctype html>${renderToString(h(SiteContext.Provider, { value: site }, shown))}`
  return html.includes('<td') ? html : html.replaceAll(/<li class="of-tables">.*?<\/li>/g, '')
}

/** Anyone may open a page. It counts as one page. */
export const PAGE_TERMS = {
  access: 'open',
  costs: 'Pages',
  slot: 'store',
} as const satisfies Terms
/** For pages that also read the index; each page reads how fresh the store is. */
export const SEARCH_TERMS = { ...PAGE_TERMS, slot: 'both' } as const
/** For pages that read little. */
export const FREE_TERMS = { ...PAGE_TERMS, access: 'unchecked', costs: 'nothing' } as const
/** For pages without data of their own. They respond even while the service is busy. */
export const STATIC_TERMS = { ...FREE_TERMS, slot: 'none' } as const

export type Options<Params, Query> = {
  params?: ZodType<Params>
  querystring?: ZodType<Query>
  terms?: Terms
  /** Texts of the props are cut to this length. */
  longest?: number
  /** By default that of the server. */
  handlerTimeout?: number
}
type Asked<Params, Query> = { params: Params; query: Query }

/** Where pages are added, what they read, and what they share. */
export type Pages = { app: FastifyInstance; deps: WebDeps; site: Site }

/**
 * Adds a page: `answer` returns what to render, or the reply if it has sent another answer. Its tables
 * are beside it as CSV and JSON, unless the path has a file of its own, which is added before.
 */
export function addPage<Params = unknown, Query = Record<string, unknown>>(
  { app, site }: Pick<Pages, 'app' | 'site'>,
  path: string,
  answer: (asked: Asked<Params, Query>, reply: FastifyReply) => Promise<VNode | FastifyReply>,
  { longest, terms = PAGE_TERMS, handlerTimeout, ...schema }: Options<Params, Query> = {},
): void {
  const options = {
    config: { terms },
    schema: { hide: true, ...schema },
    ...(handlerTimeout !== undefined && { handlerTimeout }),
  }
  const add = (url: string, format?: TableFormat) =>
    app.get(url, options, async (request, reply) => {
      const page = await answer(request as Asked<Params, Query>, reply)
      if (!isValidElement(page)) return page
      const found = reply.statusCode < 400 ? { ...site, url: request.url } : site
      const html = toHtml(found, page, longest)
      if (format) {
        const address = site.origin() + request.url.replace(`.${format}`, '')
        const name = request.url.replace(/\.\w+(\?.*)?$/, '').slice(1)
        return sendFile(reply, format, name, toTableFile(html, address, format))
      }
      return reply.header('Content-Security-Policy', PAGE_POLICY).type(HTML).send(html)
    })
  add(path)
  if (path === '/' || /\.\w+$/.test(path)) return
  for (const format of TABLE_FORMATS) {
    const url = `${path}.${format}`
    if (!app.hasRoute({ method: 'GET', url })) add(url, format)
  }
}

const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
}

/** Sends a file, which is named "charity-070000101-money.csv". */
export const sendFile = (reply: FastifyReply, format: TableFormat, name: string, text: string) =>
  reply
    .type(FILE_TYPES[format])
    .header(
      'Content-Disposition',
      `${format === 'csv' ? 'attachment' : 'inline'}; filename="${name.replaceAll(/[^\w.]+/g, '-')}.${format}"`,
    )
    .send(text)
