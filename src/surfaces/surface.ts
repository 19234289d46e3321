import type { IncomingHttpHeaders } from 'node:http'

/** The two documented surfaces of interface part 4. */
export type Surface = 'a' | 'b'

const B_PATHS =
  /^(\/api\/v2)?\/charities\/[^/]+$|^\/api\/v2\/charity\/[^/]+\/(profile|summary|metrics|flows|contradictions|leadership|related|ratings|blocks|block\/[^/]+)$/
const SHARED_BY_CREDENTIAL = new Set(['/api/v2/stats', '/api/v2/top-lists'])

/**
 * The surface that answers a request, errors included (decisions part 1). At `/api/v2/search`
 * `q` alone means B; both or neither of `q` and `Query` is for A to refuse.
 */
export function surfaceOf(url: string, headers: IncomingHttpHeaders): Surface {
  const [path = '', query = ''] = splitUrl(url)
  if (path === '/api/v2/search') {
    const names = new URLSearchParams(query)
    return names.has('q') && !names.has('Query') ? 'b' : 'a'
  }
  if (isByCredential(url)) {
    // An empty credential is a bad one, not none (access/credentials.ts).
    const isSent = (name: string) => headers[name] !== undefined
    return isSent('authorization') || isSent('x-service-api-key') ? 'a' : 'b'
  }
  return B_PATHS.test(path) ? 'b' : 'a'
}

/** Whether the answer of a path is of one surface with a credential and of the other without. */
export const isByCredential = (url: string): boolean => SHARED_BY_CREDENTIAL.has(splitUrl(url)[0])

// What programs ask; everything else is a page for people, known or not.
const FOR_PROGRAMS =
  /^\/(api|charities|assets|docs)(\/|$)|^\/(mcp|metrics|livez|readyz|(llms|robots)\.txt|openapi\.(json|yaml))$/

/** Whether errors of a path are told on a page to who takes one. */
export const isPagePath = (url: string): boolean => !FOR_PROGRAMS.test(splitUrl(url)[0])

/** Whether a request is a browser's for a page, so that errors are told on a page, too. */
export const isForPeople = (url: string, { accept = '' }: IncomingHttpHeaders): boolean =>
  accept.includes('text/html') && isPagePath(url)

const DATA = /^\/(api|charities)(\/|$)|^\/suggest$/

/** Whether a path answers data, which no search engine is to list: people have its page. */
export const isDataPath = (url: string): boolean => DATA.test(splitUrl(url)[0])

/** Path and query string of a request line's URL. */
export function splitUrl(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}
