import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { openPage } from './open-page.ts'
import { PAGES } from './pages.ts'
import { useService } from './service.ts'

const service = useService()
const folder = process.env.SCREENSHOTS_DIR
if (folder) mkdirSync(folder, { recursive: true })

// `npm test` checks one page of each structure; the browser project checks the others.
const SHOWN = PAGES.filter(({ isSmoke }) => isSmoke === inject('isSmoke'))

/** A phone and a desktop. */
const PHONE = { width: 390, height: 844 }
const SIZES = [PHONE, { width: 1440, height: 900 }]
const SCHEMES = ['light', 'dark'] as const

/** All rules of WCAG 2.0 to 2.2, levels A and AA, for every element. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

// Target sizes depend only on the width, and contrasts only on the scheme; two combinations cover
// both.
const RULED = new Set(['390 light', '1440 dark'])

describe.skipIf(!inject('chromium'))('a page (needs Chromium)', () => {
  it.each(SHOWN)(
    '$name: is accessible on a phone and a desktop, in light and dark',
    async (shown) => {
      const { page, faults, close } = await openPage(service.browser, service.address)
      // Loaded once, because no script or response depends on the size or the scheme.
      const response = await page.goto(shown.path)
      expect(response?.status()).toBe(shown.status)
      for (const size of SIZES) {
        for (const colorScheme of SCHEMES) {
          const where = `${shown.name}-${size.width}-${colorScheme}`
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme })
          if (folder) await page.screenshot({ path: join(folder, `${where}.png`), fullPage: true })
          expect.soft(await readOverflow(page), where).toBe(0)
          if (RULED.has(`${size.width} ${colorScheme}`)) {
            expect.soft(await readViolations(page), where).toEqual([])
          }
        }
      }
      // An open menu or list must not widen a phone's page, either, nor a page at 400 % zoom.
      await page.evaluate(OPEN_ALL)
      for (const width of [PHONE.width, 320]) {
        await page.setViewportSize({ ...PHONE, width })
        expect.soft(await readOverflow(page), `${width}, with everything opened`).toBe(0)
      }
      expect(faults).toEqual([])
      await close()
    },
  )
})

/** Returns each violation as rule and elements. */
async function readViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true })"

/** Returns the pixels by which the document is wider than the window. */
const readOverflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth')
