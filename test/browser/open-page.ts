import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A page of a browser of its own, and what went wrong on it so far. */
export type Watched = { page: Page; faults: string[]; close: () => Promise<void> }

/**
 * Opens an empty tab. Noted as faults are errors and warnings of the console (a violation of the
 * page's policy is one), errors of scripts, and requests to any other host than the service.
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
    // Suggestions that were typed past, and what was left when the next page was opened.
    const text = request.failure()?.errorText
    if (text !== 'net::ERR_ABORTED') faults.push(`${request.url()} failed: ${text}`)
  })
  return { page, faults, close: () => context.close() }
}

const FAULTS = ['error', 'warning']
// The browser's own word for a page with a status of 400 or more, which such a page is meant to have.
const isFault = (type: string, text: string): boolean =>
  FAULTS.includes(type) && !text.startsWith('Failed to load resource: the server responded')
