import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Nothing but what this service sends itself; texts of filings cannot become script or style. */
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

/** The document of a page, with its doctype. */
export const toHtml = (page: VNode): string => `<!doctype html>${renderToString(page)}`

/** Sends a page. */
export const sendPage = (reply: FastifyReply, page: VNode): FastifyReply =>
  reply.header('Content-Security-Policy', PAGE_POLICY).type(HTML).send(toHtml(page))
