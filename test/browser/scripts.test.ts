import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { ApiError } from '#src/platform/errors.ts'
import { aborted, scripted } from '#test/integration/assistant/chat-world.ts'
import { einsOfHits, headingOf, isFocused, tabTo } from './reading.ts'
import { testOfPage, useService } from './service.ts'

const REF = '990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt'
const { answerer, state } = scripted({
  async *'revenue of Hill'() {
    yield { kind: 'text', text: 'Two have this name.\n' }
    yield { kind: 'choices', choices: ['Hill School', 'Hill House'] }
  },
  async *'Hill House'() {
    yield { kind: 'text', text: 'Hill House (EIN 07-0000101) had $5.\n' }
    const evidence = { ref: REF, collection: 'filings', form: '990', citation: 'Line 12' } as const
    const cited = { ein: '070000101', name: 'Hill House', label: 'Total revenue', value: 5 }
    yield { kind: 'citation', citation: { ...cited, evidence } }
  },
  async *waits(signal) {
    yield { kind: 'text', text: 'A moment.\n' }
    await aborted(signal)
  },
  fails: () => {
    throw new ApiError('StoreUnavailable')
  },
})
const it = testOfPage(useService({ answerer }), {})

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

  it('asks, chooses what was meant, checks the source, and follows up', async ({ page }) => {
    await page.goto('/ask')
    const field = page.getByLabel('Your question')
    const ask = async (question: string) => {
      await tabTo(page, field)
      await page.keyboard.type(question)
      await page.keyboard.press('Enter')
    }
    await ask('revenue of Hill')
    const choice = page.getByRole('button', { name: 'Hill House' })
    await choice.waitFor()
    expect(await page.getByRole('heading', { name: 'Examples' }).count()).toBe(0)
    expect(await isFocused(page.getByRole('button', { name: 'Hill School' }))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await isFocused(choice)).toBe(true)
    await page.keyboard.press('Enter')
    const source = page.getByRole('link', { name: 'Source 1: Total revenue' })
    await source.waitFor()
    const status = page.locator('[data-said]')
    await status.getByText('Hill House (EIN 07-0000101) had $5.').waitFor()
    expect(await isFocused(field)).toBe(true)
    await ask('and in 2021?')
    await status.getByText('You asked: and in 2021?').waitFor()
    expect(state.asked.at(-1)?.history.map(({ content }) => content)).toEqual([
      ...['revenue of Hill', 'Two have this name.'],
      ...['Hill House', 'Hill House (EIN 07-0000101) had $5.'],
    ])
    await tabTo(page, source)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/charity/070000101/evidence?Ref=*')
    expect(await headingOf(page)).toBe('Total revenue')
    for (const open of [() => page.goBack(), () => page.reload()]) {
      await open()
      await source.waitFor()
      const questions = await page.locator('.turn h2').allTextContents()
      expect(questions).toEqual(['revenue of Hill', 'Hill House', 'and in 2021?'])
    }
  })

  it('ends a running answer, and keeps a question that fails in the field', async ({ page }) => {
    await page.goto('/ask')
    const field = page.getByLabel('Your question')
    await tabTo(page, field)
    await page.keyboard.type('waits')
    await page.keyboard.press('Enter')
    await page.locator('.turn', { hasText: 'A moment.' }).waitFor()
    const ended = state.ended
    await page.keyboard.press('Escape')
    await page.locator('.turn', { hasText: 'Stopped.' }).waitFor()
    await expect.poll(() => state.ended).toBe(ended + 1)
    await page.keyboard.type('fails')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
    expect(await field.inputValue()).toBe('fails')
    expect(await page.locator('.turn').count()).toBe(1)
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
})
