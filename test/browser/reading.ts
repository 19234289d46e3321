import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const headingOf = (page: Page): Promise<string | null> =>
  page.getByRole('heading', { level: 1 }).textContent()

/** Follows a link or sends a form, and waits for the next page. */
export async function clickTo(page: Page, target: Locator): Promise<void> {
  const before = page.url()
  await Promise.all([page.waitForURL((url) => url.href !== before), target.click()])
}

export const einsOfHits = (page: Page): Promise<string[]> =>
  page
    .locator('.hit h3 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''))

/** Returns the revenues of the hits that show one, in order. */
export async function revenuesOfHits(page: Page): Promise<number[]> {
  const wholes = await page
    .locator('.hit .figure[aria-label^="Revenue of"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''))
  return wholes.map((title) => Number(/^\$([\d,]+)/.exec(title)?.[1]?.replaceAll(',', '')))
}

/** Returns the filed value on an evidence page, without its unit. */
export const readShownValue = (page: Page): Promise<string | null> =>
  page.locator('main data').first().getAttribute('value')

/** Returns what surface A returns for the Ref of the open evidence page. */
export async function askEvidence(page: Page): Promise<{ value: unknown; citation: string }> {
  const path = await page.getByRole('link', { name: 'evidence from the API' }).getAttribute('href')
  const answer = await page.request.get(path ?? '')
  const { Data, EvidenceRefs } = (await answer.json()) as {
    Data: { Value: unknown }
    EvidenceRefs: { Citation: string }[]
  }
  return { value: Data.Value, citation: EvidenceRefs[0]?.Citation ?? '' }
}

/** Returns whether an element has the focus. */
export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((own) => own === own.ownerDocument.activeElement)

/** Moves from control to control with the Tab key, and fails if it does not reach the target. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < 150 && !(await isFocused(target)); tabs++) {
    await page.keyboard.press('Tab')
  }
  expect(await isFocused(target)).toBe(true)
}
