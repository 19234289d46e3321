import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import { openPage } from './open-page.ts'
import { PAGES } from './pages.ts'
import { useService } from './service.ts'

// It is not TypeScript, because these tests have no DOM types.
const IN_PAGE = fileURLToPath(new URL('./in-page.js', import.meta.url))
const path = inject('chromium')
const service = useService()

const KILOBYTE = 1_000
/** The transferred bytes that a slow phone loads in a second. */
const LARGEST_PAGE = 60 * KILOBYTE
/** Error pages are not compressed; below this, three packets carry them. */
const MIN_COMPRESSED = 4 * KILOBYTE
/**
 * Cumulative layout shift, of which Web Vitals call 0.1 good. A table that is painted while its
 * rows arrive scores about 0.003, because its columns widen.
 */
const LARGEST_SHIFT = 0.02
/** One of each for all pages, loaded once and cached. */
const LARGEST_ASSET = 20 * KILOBYTE

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

describe.skipIf(!path)('a page over the network (needs Chromium)', () => {
  it.each(PAGES)('$name: is below 60 KB', async ({ path: shown }) => {
    const { encoding, bytes } = await download(shown)
    if (bytes > MIN_COMPRESSED) expect(encoding).toBe('br')
    expect(bytes).toBeLessThan(LARGEST_PAGE)
  })

  it('has one stylesheet and one script, each below 20 KB and cached forever', async () => {
    const body = await (await fetch(service.address, { headers: { accept: 'text/html' } })).text()
    const assets = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, one]) => one)
    expect(assets.map((one) => one?.replace(/-\w+\./, '.'))).toEqual([
      '/assets/pages.css',
      '/assets/pages.js',
    ])
    for (const asset of assets) {
      const { bytes, encoding, caching } = await download(String(asset))
      expect(encoding).toBe('br')
      expect(bytes).toBeLessThan(LARGEST_ASSET)
      expect(caching).toContain('immutable')
    }
  })
})

describe.skipIf(!path)('a page in the browser (needs Chromium)', () => {
  it.each(PAGES)('$name: is painted before any script, and barely shifts', async (shown) => {
    for (const viewport of SIZES) {
      const { page, faults, close } = await openPage(service.browser, service.address, { viewport })
      const script = await holdScript(page)
      await page.addInitScript({ path: IN_PAGE })
      await page.goto(shown.path, { waitUntil: 'commit' })
      await page.evaluate('probe.untilPainted()')
      // Painted although the script has no response yet.
      expect(script.isHeld()).toBe(true)
      script.release()
      await page.waitForLoadState('load')
      await page.evaluate('probe.scrollThrough()')
      const shifts = await page.evaluate<{ value: number }[]>('probe.shifts')
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      expect.soft(total, `${viewport.width}: ${JSON.stringify(shifts)}`).toBeLessThan(LARGEST_SHIFT)
      expect(faults).toEqual([])
      await close()
    }
  })

  // One of each kind of control: fields, choices, facets, scrolling tables, disclosures.
  const KINDS = ['search-cause', 'organization', 'section-grants', 'compare-three', 'agents']

  it.each(PAGES.filter(({ name }) => KINDS.includes(name)))(
    '$name: the Tab key reaches everything in order, with a visible focus ring',
    async ({ path: shown }) => {
      // A smooth scroll that has not finished would hide the control.
      const { page, close } = await openPage(service.browser, service.address, {
        reducedMotion: 'reduce',
      })
      await page.addInitScript({ path: IN_PAGE })
      await page.goto(shown)
      const count = await page.evaluate<number>('probe.listControls()')
      expect(count).toBeGreaterThan(20)
      const reached: Reached[] = []
      for (let at = 0; at < count; at++) {
        await page.keyboard.press('Tab')
        reached.push(await page.evaluate<Reached>('probe.readFocus()'))
      }
      expect(reached.map(({ place }) => place)).toEqual([...reached.keys()])
      expect(reached.filter(({ isSeen }) => !isSeen)).toEqual([])
      await close()
    },
  )

  // The reference is a library's page, so we guarantee only this.
  it('requests no other host, even for the API reference', async () => {
    const { page, faults, close } = await openPage(service.browser, service.address)
    await page.goto('/docs', { waitUntil: 'networkidle' })
    expect(faults.filter((fault) => fault.startsWith('asked'))).toEqual([])
    await close()
  })
})

type Sent = { bytes: number; encoding: string | undefined; caching: string | undefined }

/** Returns the bytes on the wire; `fetch` would return them decompressed. */
const download = (shown: string): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' }
    get(new URL(shown, service.address), { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const { 'content-encoding': encoding, 'cache-control': caching } = answer.headers
        resolve({ bytes, encoding, caching })
      })
    }).on('error', reject)
  })

/** Holds back the response to the page's script until it is released. */
async function holdScript(page: Page) {
  const { promise, resolve } = withResolvers<void>()
  let isHeld = true
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return {
    isHeld: () => isHeld,
    release: () => {
      isHeld = false
      resolve()
    },
  }
}

type Reached = { place: number; isSeen: boolean; html: string }
