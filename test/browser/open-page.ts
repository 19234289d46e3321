import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A page in its own browser, with the faults so far. */
export type Watched = { page: Page; faults: string[]; close: () => Promise<void> }

/**
 * Opens an empty tab. Records as faults: console errors and warnings (including policy violations),
 * script errors, and requests to any host except the service.
 */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ baseURL: address, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (isFault(message.type(), message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== address) faults.push(`asked ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    // Suggestions for earlier text, and requests that ended when the next page opened.
    const text = request.failure()?.errorText
    if (text !== 'net::ERR_ABORTED') faults.push(`${request.url()} failed: ${text}`)
  })
  return { page, faults, close: () => context.close() }
}

const FAULTS = ['error', 'warning']
// The browser's message for a page with a status of 400 or more, which such a page should have.
const isFault = (type: string, text: string): boolean =>
  FAULTS.includes(type) && !text.startsWith('Failed to load resource: the server responded')
