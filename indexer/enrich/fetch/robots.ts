import { LRUCache } from 'lru-cache'
import robotsParserModule from 'robots-parser'
import {
  AGENT_NAME,
  type Fetched,
  type FetchRefusal,
  type GuardedFetch,
} from '#src/platform/clients/guarded-fetch.ts'
import type { HostTurns } from './host-turns.ts'
import { isPassing } from './passing.ts'

/** The rules of a site: why an address must not be read, or undefined if it may. */
export type Robots = { refusalOf(url: URL): FetchRefusal | undefined; crawlDelayMs: number }

// The package's types describe the module its bundle was made from; the import is the function
// itself.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default

// The minimum that RFC 9309 (2.5) requires; the rest is not read.
const MAX_BYTES = 500 * 1024
// Rules of a few KB each; a site's addresses with and without "www." follow each other.
const MAX_SITES = 2_000

/**
 * Opens the robots.txt files of one run: each is fetched once and remembered. A status of 4xx
 * allows everything; 429, 5xx, and an unreachable host allow nothing (RFC 9309, 2.3.1; 429 means
 * too many requests).
 */
export function openRobots(fetch: GuardedFetch, turns: HostTurns) {
  const known = new LRUCache<string, Promise<Robots>>({ max: MAX_SITES })
  return (url: URL, signal?: AbortSignal): Promise<Robots> => {
    const found = known.get(url.origin)
    if (found) return found
    // An aborted fetch says nothing about the site.
    const forget = () => known.delete(url.origin)
    const robots = readRobots(fetch, turns, url, { forget, ...(signal && { signal }) })
    known.set(url.origin, robots)
    return robots
  }
}

async function readRobots(
  fetch: GuardedFetch,
  turns: HostTurns,
  { origin, host }: URL,
  { forget, signal }: { forget: () => void; signal?: AbortSignal },
): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const answer = await fetch(url, {
    accept: 'text/plain',
    maxBytes: MAX_BYTES,
    cut: true,
    around: (at, go) => turns.take(at.host, go, signal),
    ...(signal && { signal }),
  })
  if (answer.kind === 'Canceled') forget()
  if (answer.kind !== 'Fetched') {
    // A private address is the site's fault; a broken robots.txt is not a rule.
    const isOfHost = isPassing(answer.kind) || isHostsAddress(answer, host)
    const kind = answer.kind === 'Canceled' || isOfHost ? answer.kind : 'RobotsUnread'
    return nothing((at) => ({ kind, ...unread(at, answer.reason) }))
  }
  if (answer.status === 429 || answer.status >= 500) {
    const reason = `the host returned ${answer.status}`
    return nothing((at) => ({ kind: 'RobotsUnread', ...unread(at, reason) }))
  }
  // Other statuses, such as a redirect without an address, impose no rules.
  const rules = answer.status >= 200 && answer.status < 300 ? decode(answer) : ''
  const robots = toRobots(url, rules)
  turns.setPause(host, robots.crawlDelayMs)
  return robots
}

const isHostsAddress = ({ kind, url }: FetchRefusal, host: string) =>
  kind === 'Address' && URL.parse(url)?.host === host

const nothing = (refusalOf: (url: URL) => FetchRefusal): Robots => ({ refusalOf, crawlDelayMs: 0 })

const unread = (url: URL, reason: string) => ({
  url: url.href,
  reason: `robots.txt of ${url.host} could not be read: ${reason}`.replace(/\.?$/, '.'),
})

// The byte order mark would become part of the first rule's name.
const decode = ({ body }: Fetched) => body.toString('utf8').replace(/^\uFEFF/, '')

// Only a hostile robots.txt has more rules; each rule is tried on each address.
const MAX_RULES = 5_000

/**
 * Returns the rules that apply to us as one group. The parser would store each rule once for every
 * name in its group, which turns a text of 100 KB into gigabytes.
 */
function rulesForUs(text: string): string {
  const rules = { ours: new Set<string>(), any: new Set<string>() }
  let group = { isOurs: false, isAny: false, isOpen: false }
  for (const line of text.split(/\r\n?|\n/)) {
    const [field = '', value] = splitLine(line)
    if (field === '' || value === undefined) continue
    if (field === 'user-agent') {
      if (!group.isOpen) group = { isOurs: false, isAny: false, isOpen: true }
      const name = value.toLowerCase().split('/')[0]?.trim()
      group.isOurs ||= name === AGENT_NAME
      group.isAny ||= name === '*'
    } else {
      group.isOpen = false
      if (!RULES.has(field)) continue
      if (group.isOurs && rules.ours.size < MAX_RULES) rules.ours.add(`${field}: ${value}`)
      if (group.isAny && rules.any.size < MAX_RULES) rules.any.add(`${field}: ${value}`)
    }
  }
  return ['User-agent: *', ...(rules.ours.size > 0 ? rules.ours : rules.any)].join('\n')
}

const RULES = new Set(['allow', 'disallow', 'crawl-delay'])

function splitLine(line: string): [string, string] | [] {
  const [rule = ''] = line.split('#', 1)
  const colon = rule.indexOf(':')
  return colon < 0 ? [] : [rule.slice(0, colon).trim().toLowerCase(), rule.slice(colon + 1).trim()]
}

/** Parses a robots.txt. Crawl-delay is not part of the standard, but many hosts use it. */
export function toRobots(robotsUrl: string, text: string): Robots {
  const rules = robotsParser(robotsUrl, rulesForUs(text))
  const delay = rules.getCrawlDelay(AGENT_NAME) ?? 0
  return {
    crawlDelayMs: delay > 0 ? delay * 1_000 : 0,
    refusalOf: (url) => {
      if (rules.isAllowed(url.href, AGENT_NAME) !== false) return undefined
      const reason = `robots.txt of ${url.host} disallows this address.`
      return { kind: 'Disallowed', url: url.href, reason }
    },
  }
}
