import { get } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import { launch } from './chromium.ts'
import { openPage } from './open-page.ts'
import { PAGES, type Shown } from './pages.ts'

const path = inject('chromium')
const address = inject('address')

const KILOBYTE = 1_000
/** What a slow phone loads in a second, as sent. */
const LARGEST_PAGE = 60 * KILOBYTE
/** What is smaller gains nothing by it: it fits two packets. */
const LEAST_COMPRESSED = 3 * KILOBYTE
/** One of each for all pages, loaded once and kept. */
const LARGEST_ASSET = 20 * KILOBYTE

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

describe.skipIf(!path)('a page as it is sent', () => {
  it.each(PAGES)('$name: is below 60 KB', async ({ path: shown }) => {
    const { encoding, bytes } = await download(shown)
    if (bytes > LEAST_COMPRESSED) expect(encoding).toBe('br')
    expect(bytes).toBeLessThan(LARGEST_PAGE)
  })

  it('names one stylesheet and one script, each below 20 KB, to be kept for ever', async () => {
    const body = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
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

describe.skipIf(!path)('a page as it is drawn', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(path)
  })
  afterAll(() => browser?.close())

  it.each(PAGES)('$name: is painted before any script, and stays where it is', async (shown) => {
    for (const viewport of SIZES) {
      const { page, faults, close } = await openPage(browser, address, { viewport })
      const script = await holdScript(page)
      await page.addInitScript(COUNT_SHIFTS)
      await page.goto(shown.path, { waitUntil: 'commit' })
      await page.evaluate(UNTIL_PAINTED)
      // Painted, while the script has not even been answered.
      expect(script.isHeld()).toBe(true)
      script.release()
      await page.waitForLoadState('load')
      await page.evaluate(SCROLL_THROUGH)
      expect.soft(await page.evaluate('shifts'), `${viewport.width}`).toEqual([])
      expect(faults).toEqual([])
      await close()
    }
  })

  // One of each kind of control: fields, choices, facets, tables that scroll, what opens.
  const KINDS = ['search-cause', 'organization', 'section-grants', 'compare-three', 'agents']

  it.each(PAGES.filter(({ name }) => KINDS.includes(name)))(
    '$name: everything is reached by the Tab key, in order, with a ring to see',
    async ({ path: shown }) => {
      // What smooth scrolling has not reached yet could not be seen.
      const { page, close } = await openPage(browser, address, { reducedMotion: 'reduce' })
      await page.goto(shown)
      const count = await page.evaluate<number>(LIST_CONTROLS)
      expect(count).toBeGreaterThan(20)
      const reached: Reached[] = []
      for (let at = 0; at < count; at++) {
        await page.keyboard.press('Tab')
        reached.push(await page.evaluate<Reached>(READ_FOCUS))
      }
      expect(reached.map(({ place }) => place)).toEqual([...reached.keys()])
      expect(reached.filter(({ isSeen }) => !isSeen)).toEqual([])
      await close()
    },
  )

  // The reference is a library's page, of which only this is ours to promise.
  it('asks no other host even for the API reference', async () => {
    const { page, faults, close } = await openPage(browser, address)
    await page.goto('/docs', { waitUntil: 'networkidle' })
    expect(faults.filter((fault) => fault.startsWith('asked'))).toEqual([])
    await close()
  })
})

type Sent = { bytes: number; encoding: string | undefined; caching: string | undefined }

/** Bytes as they go over the wire: `fetch` would give them decompressed. */
const download = (shown: Shown['path']): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' }
    get(new URL(shown, address), { headers }, (answer) => {
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

/** Keeps the answer to the page's script back until it is released. */
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

// What runs in the browser is text: these tests know no types of its document.

const UNTIL_PAINTED = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
  }).observe({ type: 'paint', buffered: true })
})`

const COUNT_SHIFTS = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push(value + ' ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join())
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Two frames at each screenful, so that what is drawn late is drawn. */
const SCROLL_THROUGH = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' })
    await frame()
    await frame()
  }
})()`

/** Everything that takes the focus, of a group of radio buttons the chosen one. */
const LIST_CONTROLS = `(() => {
  const all = 'a[href], button, input:not([type="hidden"]), select, summary, [tabindex="0"]'
  window.controls = [...document.querySelectorAll(all)].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.disabled &&
      (one.type !== 'radio' || one.checked),
  )
  return controls.length
})()`

/** Which control has the focus, and whether a ring around it, or around its label, is seen. */
const READ_FOCUS = `(() => {
  const one = document.activeElement
  const hasRing = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  }
  const { top, bottom } = one.getBoundingClientRect()
  const isWithin = bottom > 0 && top < innerHeight
  return {
    place: controls.indexOf(one),
    isSeen: isWithin && [one, one.closest('label')].some((each) => each && hasRing(each)),
    html: one.outerHTML.slice(0, 120),
  }
})()`
