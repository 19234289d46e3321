import type { IncomingHttpHeaders } from 'node:http'
import { isForeign } from '#src/access/plugin.ts'

/** Surface A writes UpperCamelCase, surface B snake_case in an envelope. */
export type Surface = 'a' | 'b'

const B_PATHS =
  /^(\/api\/v2)?\/charities\/[^/]+$|^\/api\/v2\/charity\/[^/]+\/(profile|summary|metrics|flows|contradictions|leadership|related|ratings|blocks|block\/[^/]+)$/
const SHARED_BY_CREDENTIAL = new Set(['/api/v2/stats', '/api/v2/top-lists'])

/**
 * Returns the surface of a request, also for its errors. At `/api/v2/search`, only `q` without
 * `Query` means B; A rejects both or neither.
 */
export function surfaceOf(url: string, headers: IncomingHttpHeaders): Surface {
  const [path = '', query = ''] = splitUrl(url)
  if (path === '/api/v2/search') {
    const names = new URLSearchParams(query)
    return names.has('q') && !names.has('Query') ? 'b' : 'a'
  }
  if (isByCredential(url)) {
    const { authorization, 'x-service-api-key': key } = headers
    // An empty credential is invalid, not absent (access/plugin.ts).
    const isSent = authorization !== undefined && !isForeign(authorization)
    return isSent || key !== undefined ? 'a' : 'b'
  }
  return B_PATHS.test(path) ? 'b' : 'a'
}

/** Returns whether a path belongs to surface A with a credential and to B without one. */
export const isByCredential = (url: string): boolean => SHARED_BY_CREDENTIAL.has(splitUrl(url)[0])

// Paths for programs; every other path is a page for people, known or not.
const FOR_PROGRAMS =
  /^\/(api|charities|reconcile|assets|docs|mcp|\.well-known)(\/|$)|^\/(metrics|livez|readyz|(llms|llms-full|robots)\.txt|openapi\.(json|yaml))$/

/** Returns whether errors of a path can be shown as a page. */
export const isPagePath = (url: string): boolean => !FOR_PROGRAMS.test(splitUrl(url)[0])

/** Returns whether a browser asks for a page, so that an error is shown as a page. */
export const isForPeople = (url: string, { accept = '' }: IncomingHttpHeaders): boolean =>
  accept.includes('text/html') && isPagePath(url)

const DATA = /^\/(api|charities|reconcile)(\/|$)|^\/suggest$/

/**
 * Returns whether a path returns data, which search engines should not list, because people have
 * its page.
 */
export const isDataPath = (url: string): boolean => DATA.test(splitUrl(url)[0])

/** Returns the path and query string of a request line's URL. */
export function splitUrl(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}
