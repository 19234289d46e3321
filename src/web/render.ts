import type { FastifyReply } from 'fastify'
import { cloneElement, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { cutTexts } from './components/cut-text.ts'

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

/** The document of a page, with its doctype; texts of its props are cut (`cutTexts`). */
export const toHtml = (page: VNode, longest?: number): string =>
  `<!doctype html>${renderToString(cloneElement(page, cutTexts(page.props, longest)))}`

/** Sends a page. */
export const sendPage = (reply: FastifyReply, page: VNode, longest?: number): FastifyReply =>
  reply.header('Content-Security-Policy', PAGE_POLICY).type(HTML).send(toHtml(page, longest))
