import type { Locator, Page } from 'playwright-core'

/** What a page is headed by. */
export const headingOf = (page: Page): Promise<string | null> =>
  page.getByRole('heading', { level: 1 }).textContent()

/** Follows a link or sends a form, and waits for the page it leads to. */
export async function clickTo(page: Page, target: Locator): Promise<void> {
  const before = page.url()
  await Promise.all([page.waitForURL((url) => url.href !== before), target.click()])
}

/** EINs of the hits of a search, in their order. */
export const einsOfHits = (page: Page): Promise<string[]> =>
  page
    .locator('.hit h3 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''))

/** Whole revenues of the hits that have one, in their order. */
export async function revenuesOfHits(page: Page): Promise<number[]> {
  const wholes = await page
    .locator('.hit .figure[aria-label^="Revenue of"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''))
  return wholes.map((title) => Number(/^\$([\d,]+)/.exec(title)?.[1]?.replaceAll(',', '')))
}

/** The value of an evidence page as it was filed, without its unit. */
export const readShownValue = (page: Page): Promise<string | null> =>
  page.locator('main data').first().getAttribute('value')

/** What surface A answers for the Ref of the evidence page that is open. */
export async function askEvidence(page: Page): Promise<{ value: unknown; citation: string }> {
  const path = await page.getByRole('link', { name: 'Ask the API' }).getAttribute('href')
  const answer = await page.request.get(path ?? '')
  const { Data, EvidenceRefs } = (await answer.json()) as {
    Data: { Value: unknown }
    EvidenceRefs: { Citation: string }[]
  }
  return { value: Data.Value, citation: EvidenceRefs[0]?.Citation ?? '' }
}
