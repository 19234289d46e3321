import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { einsOfHits, headingOf, tabTo } from './reading.ts'
import { testOfPage, useService } from './service.ts'

const it = testOfPage(useService(), {})

describe.skipIf(!inject('chromium'))('with only a keyboard, a person (needs Chromium)', () => {
  const optionsOf = (page: Page, more = {}) =>
    page.getByRole('listbox', { name: 'Suggested organizations' }).getByRole('option', more)

  /** Types into the search box of the first page, until the suggestions match the whole text. */
  const typeName = async (page: Page, name: string) => {
    await page.goto('/')
    await tabTo(page, page.locator('input[type="search"]'))
    const query = new URLSearchParams({ Query: name }).toString()
    const answered = page.waitForResponse((one) => one.url().endsWith(`/suggest?${query}`))
    await page.keyboard.type(name)
    await (await answered).finished()
    await optionsOf(page).first().waitFor()
  }

  it('finds an organization by a misspelled name in the suggestions, and opens it', async ({
    page,
  }) => {
    await typeName(page, 'Turkana Wels')
    await page.keyboard.press('ArrowDown')
    const active = optionsOf(page, { selected: true })
    expect(await active.textContent()).toContain('Turkana Wells Partnership')
    const box = page.getByRole('combobox')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/charity/070000101')
    expect(await headingOf(page)).toBe('Turkana Wells Partnership')
  })

  it('closes the suggestions, keeps the typed text, and searches for it', async ({ page }) => {
    await typeName(page, 'Turkana Wels')
    await page.keyboard.press('Escape')
    expect(await optionsOf(page).first().isVisible()).toBe(false)
    expect(await page.getByRole('combobox').inputValue()).toBe('Turkana Wels')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?Query=Turkana+Wels*')
    expect((await einsOfHits(page))[0]).toBe('070000101')
  })

  it('skips the menu', async ({ page }) => {
    await page.goto('/sector')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true)
  })
})

describe.skipIf(!inject('chromium'))('with scripts, a person (needs Chromium)', () => {
  it('fills the fields of a comparison from suggestions, and compares', async ({ page }) => {
    await page.goto('/compare')
    for (const [at, typed, ein] of [
      [0, 'Turkana Wels', '07-0000101'],
      [1, 'Hocking Hills', '08-0000102'],
    ] as const) {
      const field = page.locator('main').getByRole('combobox').nth(at)
      await field.pressSequentially(typed)
      await page.getByRole('option').filter({ hasText: ein }).click()
      expect(await field.inputValue()).toContain(`EIN ${ein}`)
    }
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.waitForURL('**/compare?EINs=070000101,080000102')
  })

  it('sees how many organizations are selected, and cannot compare too many', async ({ page }) => {
    await page.goto('/?Query=youth&Mode=Discovery')
    const boxes = page.getByRole('checkbox', { name: /^Compare/ })
    for (const at of [0, 1, 2, 3, 4]) await boxes.nth(at).check()
    expect(await page.locator('[data-compare-count]').textContent()).toBe('5 selected.')
    await boxes.nth(5).check()
    const before = page.url()
    await page.getByRole('button', { name: 'Compare selected' }).click()
    const status = page.locator('[data-compare-count]')
    expect(await status.textContent()).toBe('6 selected. Compare at most 5.')
    expect(page.url()).toBe(before)
  })

  it('cannot select more organizations than a report has', async ({ page }) => {
    await page.goto('/?Sort=Revenue&Limit=50')
    const boxes = page.getByRole('checkbox', { name: /^Compare/ })
    for (let at = 0; at < 25; at += 1) await boxes.nth(at).check()
    expect(await boxes.nth(25).isDisabled()).toBe(true)
  })
})
