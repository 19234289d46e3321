import { type Page, resolveHref } from './parse-page.ts'

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
export function readIconLinks(page: Page, base: URL, at: URL): string[] {
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
