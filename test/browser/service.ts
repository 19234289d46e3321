import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { openIndexed } from '#test/world/indexed.ts'
import { launch } from './chromium.ts'

/** The service over the demo, and a browser, while the tests of a file run. */
export function useService(): { readonly address: string; readonly browser: Browser } {
  const service = {} as { address: string; browser: Browser }
  const closers: (() => Promise<void>)[] = []
  beforeAll(async () => {
    if (!inject('chromium')) return
    const world = await openIndexed(`browser_${process.env.VITEST_POOL_ID}`)
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
