import type {
  Fetched,
  FetchOptions,
  FetchRefusal,
  GuardedFetch,
} from '#src/platform/clients/guarded-fetch.ts'
import type { HomePage, WebFields } from '../read-page/home-page.ts'
import { detectIconType, MAX_ICON_BYTES } from '../read-page/icon.ts'
import { type ReadPage, sharedReader } from '../read-page/reader.ts'
import { findForeignHost } from '../read-page/social-links.ts'
import { type HostTurns, openHostTurns } from './host-turns.ts'
import { isPassing, isPassingStatus } from './passing.ts'
import { openRobots } from './robots.ts'

export type WebIcon = { url: string; mediaType: string; content: Buffer }

export type Captured = {
  /** Where the page was read, after redirects. */
  url: string
  fields: WebFields
  icon?: WebIcon
  /** Set when there is no icon because its host failed in a way that may pass. */
  iconFailure?: 'passing'
}

/** Why nothing was read: a kind to count by, a sentence for operators, and the HTTP status, if any. */
export type Failure = { kind: string; reason: string; status?: number }

/** Reads websites in one run, which remembers robots.txt and pauses between requests to a host. */
export type FetchWebsite = (url: string, signal?: AbortSignal) => Promise<Captured | Failure>

export const isCaptured = (outcome: Captured | Failure): outcome is Captured => 'fields' in outcome

/**
 * Opens a run that reads websites: robots.txt, then the home page, then its icon. Calls may be
 * concurrent, even for one host, whose requests then take turns. A site without a readable icon is
 * captured without one.
 */
export function createFetchWebsite(
  fetch: GuardedFetch,
  { turns = openHostTurns(), read = sharedReader() }: { turns?: HostTurns; read?: ReadPage } = {},
): FetchWebsite {
  const robotsOf = openRobots(fetch, turns)
  const polite = (url: string, options: FetchOptions) =>
    fetch(url, {
      ...options,
      // Again at each redirect: another host has its own rules and pauses.
      around: async (at, go) => {
        const robots = await robotsOf(at, options.signal)
        return robots.refusalOf(at) ?? turns.take(at.host, go, options.signal)
      },
    })
  return async (url, signal) => {
    const foreign = findForeignHost(new URL(url))
    if (foreign) return foreign
    const found = await readPage({ fetch: polite, read }, url, signal)
    if (!('page' in found)) return found
    const tried = await readFirstIcon(polite, found.page.icons, signal)
    // Otherwise a site whose icon was not tried would seem to have lost it.
    if (signal?.aborted) return { kind: 'Canceled', reason: 'The fetch was canceled.' }
    return { url: found.url, fields: found.page.fields, ...tried }
  }
}

type Polite = (url: string, options: FetchOptions) => Promise<Fetched | FetchRefusal>

// An old site may have one page that only forwards; a second one means a loop.
const MAX_FORWARDS = 1

async function readPage(
  { fetch, read }: { fetch: Polite; read: ReadPage },
  first: string,
  signal: AbortSignal | undefined,
): Promise<{ url: string; page: HomePage } | Failure> {
  let url = first
  for (let forwards = 0; ; forwards += 1) {
    const accept = 'text/html, application/xhtml+xml'
    const answer = await fetch(url, { accept, ...(signal && { signal }) })
    if (answer.kind !== 'Fetched') return { kind: answer.kind, reason: answer.reason }
    const fault = findFault(answer)
    if (fault) return fault
    const { body, contentType, robotsTag } = answer
    const headers = { contentType, robotsTag, filed: first }
    const page = await read({ content: body, url: answer.url, headers })
    if (page === undefined) return UNREADABLE
    const { forward } = page
    if (forward === undefined || forward === answer.url || forwards === MAX_FORWARDS) {
      return page.unfit ?? { url: answer.url, page }
    }
    // The same rule as for redirects (guarded-fetch.ts).
    if (answer.url.startsWith('https:') && forward.startsWith('http:')) {
      return { kind: 'Downgrade', reason: 'The page redirects from https to http.' }
    }
    url = forward
  }
}

// One page that breaks the reader must not end a run over thousands of pages; it is counted.
const UNREADABLE = {
  kind: 'Unreadable',
  reason: 'The page exceeded the time or memory limit.',
}

// A page without a content type is treated as HTML, as in browsers.
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i

function findFault(answer: Fetched): Failure | undefined {
  if (answer.status < 200 || answer.status > 299) {
    const { status } = answer
    return { kind: 'Status', reason: `The site returned status ${status}.`, status }
  }
  if (answer.contentType !== undefined && !HTML.test(answer.contentType)) {
    const type = answer.contentType.slice(0, 60)
    return { kind: 'NotHtml', reason: `The site returned "${type}" instead of a page.` }
  }
  return undefined
}

async function readFirstIcon(
  fetch: Polite,
  urls: string[],
  signal: AbortSignal | undefined,
): Promise<Pick<Captured, 'icon' | 'iconFailure'>> {
  let isAway = false
  for (const url of urls) {
    if (signal?.aborted) return {}
    const options = { accept: 'image/*', maxBytes: MAX_ICON_BYTES, ...(signal && { signal }) }
    const answer = await fetch(url, options)
    isAway ||= answer.kind === 'Fetched' ? isPassingStatus(answer.status) : isPassing(answer.kind)
    if (answer.kind !== 'Fetched' || answer.status !== 200) continue
    const mediaType = await detectIconType(answer.body)
    if (mediaType === undefined) continue
    return { icon: { url: answer.url, mediaType, content: answer.body } }
  }
  return isAway ? { iconFailure: 'passing' } : {}
}
