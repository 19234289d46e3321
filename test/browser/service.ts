import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { AppDeps } from '#src/app.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { launch } from './chromium.ts'
import { openPage } from './open-page.ts'

/** The service over the demo, and a browser, while the tests of a file run. */
export function useService(replaced: Partial<AppDeps> = {}): {
  readonly address: string
  readonly browser: Browser
} {
  const service = {} as { address: string; browser: Browser }
  const closers: (() => Promise<void>)[] = []
  beforeAll(async () => {
    if (!inject('chromium')) return
    const world = await openIndexed(`browser_${process.env.VITEST_POOL_ID}`, undefined, replaced)
    closers.push(world.close)
    service.address = await world.app.listen({ host: '127.0.0.1', port: 0 })
    service.browser = await launch(inject('chromium'))
    closers.push(() => service.browser.close())
  })
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return service
}

/** A test with an open page, which must have no fault at its end. */
export const testOfPage = (
  service: ReturnType<typeof useService>,
  options: BrowserContextOptions,
) =>
  test.extend<{ page: Page }>({
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures it names.
    page: async ({}, use) => {
      const { page, faults, close } = await openPage(service.browser, service.address, options)
      await use(page)
      expect(faults).toEqual([])
      await close()
    },
  })
