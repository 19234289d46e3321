import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openPage, type Watched } from './open-page.ts'
import { einsOfHits, headingOf } from './reading.ts'
import { useService } from './service.ts'

const service = useService()
let opened: Watched
let page: Page

const open = async () => {
  opened = await openPage(service.browser, service.address)
  page = opened.page
}
const close = async () => {
  expect(opened.faults).toEqual([])
  await opened.close()
}

describe.skipIf(!inject('chromium'))('with only a keyboard, a person (needs Chromium)', () => {
  beforeEach(open)
  afterEach(close)

  const suggestions = () => page.getByRole('listbox', { name: 'Suggested organizations' })
  const first = () => suggestions().getByRole('option').first()
  const active = () => suggestions().getByRole('option', { selected: true })

  /** Moves from control to control with the Tab key, and fails if it does not reach the control. */
  const tabTo = async (selector: string) => {
    const isThere = `document.activeElement.matches(${JSON.stringify(selector)})`
    for (let tabs = 0; tabs < 20 && !(await page.evaluate(isThere)); tabs++) {
      await page.keyboard.press('Tab')
    }
    expect(await page.evaluate(isThere)).toBe(true)
  }

  /** Types into the search box of the first page, until the suggestions match the whole text. */
  const typeName = async (name: string) => {
    await page.goto('/')
    await tabTo('input[type="search"]')
    const query = new URLSearchParams({ Query: name }).toString()
    const answered = page.waitForResponse((one) => one.url().endsWith(`/suggest?${query}`))
    await page.keyboard.type(name)
    await (await answered).finished()
    await first().waitFor()
  }

  it('finds an organization by a misspelled name in the suggestions, and opens it', async () => {
    await typeName('Turkana Wels')
    await page.keyboard.press('ArrowDown')
    expect(await active().textContent()).toContain('Turkana Wells Partnership')
    const box = page.getByRole('combobox')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/charity/070000101')
    expect(await headingOf(page)).toBe('Turkana Wells Partnership')
  })

  it('closes the suggestions, keeps the typed text, and searches for it', async () => {
    await typeName('Turkana Wels')
    await page.keyboard.press('Escape')
    expect(await first().isVisible()).toBe(false)
    expect(await page.getByRole('combobox').inputValue()).toBe('Turkana Wels')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?Query=Turkana+Wels*')
    expect((await einsOfHits(page))[0]).toBe('070000101')
  })

  it('skips the menu', async () => {
    await page.goto('/sector')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true)
  })
})

describe.skipIf(!inject('chromium'))('with scripts, a person (needs Chromium)', () => {
  beforeEach(open)
  afterEach(close)

  it('fills the fields of a comparison from suggestions, and compares', async () => {
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

  it('sees how many organizations are selected, and cannot compare too many', async () => {
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

  it('cannot select more organizations than a report has', async () => {
    await page.goto('/?Sort=Revenue&Limit=50')
    const boxes = page.getByRole('checkbox', { name: /^Compare/ })
    for (let at = 0; at < 25; at += 1) await boxes.nth(at).check()
    expect(await boxes.nth(25).isDisabled()).toBe(true)
  })
})
