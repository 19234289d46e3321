import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launch } from './chromium.ts'

const path = inject('chromium')

describe.skipIf(!path)('a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(path)
  })
  afterAll(() => browser?.close())

  it('is told of a page that there is not, on a page', async () => {
    const page = await browser.newPage()
    const response = await page.goto(`${inject('address')}/no-such-page`)
    expect(response?.status()).toBe(404)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not found')
    await page.close()
  })
})
