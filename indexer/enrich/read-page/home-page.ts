import type { CapturedFields } from '#src/domain/enrichment.ts'
import { AGENT_NAME } from '#src/platform/clients/guarded-fetch.ts'
import { readProse, readShownText } from './page-text.ts'
import { type Page, parsePage, resolveHref } from './parse-page.ts'
import { toPlainText } from './plain-text.ts'
import { findForeignHost, firstOfEach, readSocialLink, type SocialLink } from './social-links.ts'
import { findUnfit } from './unfit-page.ts'

/**
 * What a home page says about its organization: plain text without markup, NUL, or lone surrogates.
 */
export type WebFields = Omit<CapturedFields, 'Icon'>

/**
 * The content of a home page. `unfit` says why it is not evidence; if set, its fields must not be
 * used.
 */
export type HomePage = {
  fields: WebFields
  /** Where its icon may be, best first. */
  icons: string[]
  /** The target of a page that only forwards. */
  forward?: string
  unfit?: { kind: string; reason: string }
}

// As long as what search engines show, and longer than honest texts; the rest is stuffed with
// keywords.
const LONGEST = { title: 300, description: 1_000 }
// A shorter text is neither a name nor a sentence.
const MIN_TEXT = 30

export type PageHeaders = {
  contentType?: string | undefined
  /** X-Robots-Tag; several values are joined by commas. */
  robotsTag?: string | undefined
  /** The address that was requested first, if it differs. */
  filed?: string
}

/**
 * Reads a home page fetched from `url` as bounded plain text without markup. Nothing in it is
 * followed or run.
 */
export function readHomePage(content: Buffer, url: string, headers: PageHeaders = {}): HomePage {
  const { contentType = '', robotsTag = '', filed = url } = headers
  const page = parsePage(content, /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1])
  const at = new URL(url)
  const base = new URL(webAddress(page('base[href]').first().attr('href'), at) ?? url)
  const fields = readFields(page, base)
  const forward = readForward(page, base)
  const unfit = judge(page, fields, { at, robotsTag, isMoved: !isSameSite(at, new URL(filed)) })
  return {
    fields,
    icons: readIconLinks(page, base, at),
    ...(forward && { forward }),
    ...(unfit && { unfit }),
  }
}

function readFields(page: Page, base: URL): WebFields {
  const meta = (name: string) =>
    page(`meta[name="${name}" i], meta[property="${name}" i]`).first().attr('content')
  const first = (most: number, ...texts: (string | undefined)[]) =>
    texts.map((text) => toPlainText(text ?? '', most)).find((text) => text !== '')
  const titleElement = page('title').first().text()
  return dropEmpty({
    Title: first(LONGEST.title, titleElement, meta('og:title')),
    Description: first(
      LONGEST.description,
      ...[meta('description'), meta('og:description')].filter(
        (text) => !NOT_OWN.test(toPlainText(text ?? '', LONGEST.description)),
      ),
    ),
    Text: readProse(page),
    SocialLinks: readSocialLinks(page, base),
  })
}

// Texts that site builders supply as examples.
const NOT_OWN =
  /^(?:just another wordpress site|home ?page|home|description|welcome|my site|untitled)\W*$/i

type MaybeFields = { [Key in keyof Required<WebFields>]: WebFields[Key] | undefined }

const dropEmpty = (fields: MaybeFields): WebFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value.length > 0),
  )

// A page of links may have hundreds; each is resolved.
const MAX_LINKS = 5_000

function readSocialLinks(page: Page, base: URL): SocialLink[] {
  const links = page('a[href]').slice(0, MAX_LINKS).toArray()
  return firstOfEach(
    links.map((link) => {
      const url = resolveHref(page(link).attr('href') ?? '', base)
      return url && readSocialLink(url.href)
    }),
  )
}

// "0; url=home.html": old sites forward like this, and their first page has no text.
function readForward(page: Page, base: URL): string | undefined {
  const content = page('meta[http-equiv="refresh" i]').first().attr('content') ?? ''
  const [, delay, target] =
    /^\s*(\d{1,2})[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
  // A page that is meant to be read first has a longer delay.
  return Number(delay) <= 5 ? webAddress(target, base) : undefined
}

function webAddress(href: string | undefined, base: URL): string | undefined {
  const url = href?.trim() ? resolveHref(href, base) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href
}

// No list of public suffixes is needed: taking "co.uk" for a site's name only hides a move.
const isSameSite = (one: URL, other: URL): boolean => siteOf(one) === siteOf(other)
const siteOf = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.')

type Circumstances = { at: URL; robotsTag: string; isMoved: boolean }

function judge(
  page: Page,
  fields: WebFields,
  { at, robotsTag, isMoved }: Circumstances,
): HomePage['unfit'] {
  const foreign = findForeignHost(at)
  if (foreign) return foreign
  if ([robotsTag, ...readRobotsMetas(page)].some(forbidsIndexing)) {
    return { kind: 'NoIndex', reason: 'The page disallows indexing.' }
  }
  const unfit = findUnfit(fields.Title ?? '', readShownText(page), { isMoved })
  if (unfit) return unfit
  const textLength = [fields.Title, fields.Description, fields.Text].join('').length
  if (textLength >= MIN_TEXT) return undefined
  return { kind: 'Empty', reason: 'The page has no text without scripts.' }
}

const readRobotsMetas = (page: Page): string[] =>
  page(`meta[name="robots" i], meta[name="${AGENT_NAME}" i]`)
    .toArray()
    .map((meta) => page(meta).attr('content') ?? '')

// A rule of the header may begin with the robot it is for: "otherbot: noindex".
const forbidsIndexing = (rules: string): boolean =>
  rules
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim().replace(OUR_RULE, ''))
    .some((rule) => rule === 'noindex' || rule === 'none')

const OUR_RULE = new RegExp(`^${AGENT_NAME}:\\s*`)

// Icons are shown at 64 px at most, 192 on dense screens; larger ones are fetched only if the page
// lists none smaller.
const BEST_SIZE = 512
// A site without a readable icon in three tries gets none, to spare its host.
const MAX_TRIES = 3

// An ICO has up to ten sizes; no more are read.
const LONGEST_SIZES = 100

type Candidate = { url: string; size: number }

/**
 * Returns where a page's icon may be, best first: the largest up to 512 px, then larger ones, then
 * /favicon.ico of the host `at`; at most three. SVG, data: and other schemes are left out.
 */
function readIconLinks(page: Page, base: URL, at: URL): string[] {
  const links = page('link[rel][href]').toArray()
  const candidates = links.flatMap((link) => {
    const { rel = '', href = '', sizes = '', type = '' } = page(link).attr() ?? {}
    const size = sizeOf(rel.toLowerCase().split(/\s+/), sizes)
    const url = resolveHref(href, base)
    if (size === undefined || /svg/i.test(type) || url === undefined) return []
    // Upgraded as in browsers: for a page with TLS, nothing is read without TLS.
    if (at.protocol === 'https:' && url.protocol === 'http:') url.protocol = 'https:'
    if (!/^https?:$/.test(url.protocol) || /\.svgz?$/i.test(url.pathname)) return []
    url.hash = ''
    return [{ url: url.href, size }]
  })
  const usual = new URL('/favicon.ico', at).href
  const urls = candidates.sort(byFitness).map(({ url }) => url)
  return [...new Set([...urls.slice(0, MAX_TRIES - 1), usual])]
}

// Browsers assume the same for links without sizes: a touch icon is 180 px, a favicon 32.
function sizeOf(rels: string[], sizes: string): number | undefined {
  const isTouch = rels.some((rel) => rel.startsWith('apple-touch-icon'))
  if (!isTouch && !rels.includes('icon')) return undefined
  const stated = [...sizes.slice(0, LONGEST_SIZES).matchAll(/(\d{1,5})x\d{1,5}/gi)].map(
    ([, width]) => Number(width),
  )
  const fit = stated.filter((size) => size <= BEST_SIZE)
  if (stated.length > 0) return Math.max(...(fit.length > 0 ? fit : stated))
  return isTouch ? 180 : 32
}

function byFitness(one: Candidate, other: Candidate): number {
  const [isTooLarge, otherTooLarge] = [one.size > BEST_SIZE, other.size > BEST_SIZE]
  if (isTooLarge !== otherTooLarge) return isTooLarge ? 1 : -1
  return isTooLarge ? one.size - other.size : other.size - one.size
}
