import { describe, expect, inject } from 'vitest'
import { openPage } from './open-page.ts'
import {
  askEvidence,
  clickTo,
  einsOfHits,
  headingOf,
  readShownValue,
  revenuesOfHits,
} from './reading.ts'
import { testOfPage, useService } from './service.ts'

// `npm test` runs the stories without scripts, because every reader needs links and forms.
const hasScript = !inject('isSmoke')
const service = useService()
const it = testOfPage(service, { javaScriptEnabled: hasScript })
const way = hasScript ? 'with scripts enabled,' : 'without scripts, using links and forms,'

describe.skipIf(!inject('chromium'))(`${way} a person (needs Chromium)`, () => {
  it('finds an organization by a misspelled name, and opens it', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('Turkana Wels')
    await clickTo(page, page.getByRole('button', { name: 'Search' }))
    const hit = page.getByRole('link', { name: 'Turkana Wells Partnership', exact: true })
    await clickTo(page, hit.first())
    expect(new URL(page.url()).pathname).toBe('/charity/070000101')
    expect(await headingOf(page)).toBe('Turkana Wells Partnership')
  })

  it('follows a figure to its line, XPath, and filing', async ({ page }) => {
    await page.goto('/charity/070000101')
    await clickTo(page, page.getByRole('link', { name: /^Total revenue: .*see the filing/ }))
    const asked = await askEvidence(page)
    expect(await readShownValue(page)).toBe(String(asked.value))
    const text = await page.locator('main').innerText()
    expect(text).toContain(asked.citation)
    expect(text).toContain('Form 990 (tax year 2023), Part I, line 12')
    expect(text).toContain('/IRS990/CYTotalRevenueAmt')
    expect(text).toContain('202413429349300770')
  })

  it('follows a computed figure to its formula and its inputs', async ({ page }) => {
    await page.goto('/charity/070000101/money')
    const ratio = page.getByRole('link', { name: /^Program ratio: .*see the calculation/ })
    await clickTo(page, ratio.first())
    expect(Number(await readShownValue(page))).toBeCloseTo(Number((await askEvidence(page)).value))
    expect(await page.getByRole('heading', { name: 'How it is calculated' }).count()).toBe(1)
    const inputs = page.getByRole('region', { name: 'Inputs' }).getByRole('link')
    await clickTo(page, inputs.first())
    expect(await readShownValue(page)).toBe(String((await askEvidence(page)).value))
  })

  it('switches to an earlier year, and back to the latest', async ({ page }) => {
    await page.goto('/charity/070000101')
    const years = page.getByRole('navigation', { name: 'Tax year' })
    await clickTo(page, years.getByRole('link', { name: '2021' }))
    expect(await page.locator('main').innerText()).toContain('Form 990, tax year 2021 (year ended')
    await clickTo(page, page.getByRole('link', { name: /^Total revenue: .*see the filing/ }))
    expect(page.url()).toContain('990%3A2021%3A')
    expect(await readShownValue(page)).toBe(String((await askEvidence(page)).value))
    await page.goBack()
    await clickTo(page, page.getByRole('link', { name: /^Open the latest/ }))
    expect(await page.locator('main').innerText()).toContain('Form 990, tax year 2023 (year ended')
  })

  it('switches to another form', async ({ page }) => {
    await page.goto('/charity/490000121')
    const forms = page.getByRole('navigation', { name: 'Form', exact: true })
    await clickTo(page, forms.getByRole('link', { name: 'Form 990-T' }))
    expect(new URL(page.url()).searchParams.get('Form')).toBe('990T')
    expect(await page.locator('main').innerText()).toMatch(
      /This page shows Form 990-T, tax year \d{4}/,
    )
  })

  it('narrows a search by a facet, sorts it, turns the page, and shares its address', async ({
    page,
  }) => {
    await page.goto('/?Query=families&Mode=Discovery')
    const facet = page.getByRole('region', { name: 'Form', exact: true }).getByRole('link').first()
    const count = await facet.locator('.count').textContent()
    await clickTo(page, facet)
    expect(await page.locator('.found').textContent()).toContain(`${count} organizations`)
    await clickTo(page, page.getByRole('link', { name: 'Revenue', exact: true }))
    const revenues = await revenuesOfHits(page)
    expect(revenues.length).toBeGreaterThan(5)
    expect(revenues).toEqual(revenues.toSorted((a, b) => b - a))
    const first = await einsOfHits(page)
    await clickTo(page, page.getByRole('link', { name: 'Page 2', exact: true }))
    const second = await einsOfHits(page)
    expect(second.length).toBeGreaterThan(0)
    expect(second.filter((ein) => first.includes(ein))).toEqual([])
    const shared = await openPage(service.browser, service.address, {
      javaScriptEnabled: hasScript,
    })
    await shared.page.goto(page.url())
    expect(await einsOfHits(shared.page)).toEqual(second)
    await shared.close()
  })

  it('asks from the front page, follows up, and opens the source', async ({ page }) => {
    await page.goto('/')
    await clickTo(page, page.getByRole('link', { name: 'ask a question in plain words' }))
    for (const [question, year] of [
      ['What was the total revenue of Hocking Hills Food Bank in 2022?', 2022],
      ['and in 2021?', 2021],
    ] as const) {
      await page.getByLabel('Your question').fill(question)
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.locator('.turn .citations', { hasText: `tax year ${year}` }).waitFor()
    }
    await clickTo(page, page.getByRole('link', { name: 'Source 1: Total revenue' }).last())
    expect(page.url()).toContain('/charity/080000102/evidence?Ref=990%3A2021%3A')
    expect(await readShownValue(page)).toBe(String((await askEvidence(page)).value))
  })

  it('compares three found organizations, each figure with its own evidence', async ({ page }) => {
    await page.goto('/?Query=food+banks&Mode=Discovery')
    const boxes = page.getByRole('checkbox', { name: /^Compare/ })
    for (const at of [0, 1, 2]) await boxes.nth(at).check()
    const chosen = (await einsOfHits(page)).slice(0, 3)
    await clickTo(page, page.getByRole('button', { name: 'Compare selected' }))
    expect(await page.locator('table.compare thead a bdi').count()).toBe(3)
    const figures = page.locator('table.compare').getByRole('link', { name: /^Total revenue/ })
    expect(await figures.count()).toBe(3)
    for (const [at, ein] of chosen.entries()) {
      await clickTo(page, figures.nth(at))
      expect(page.url()).toContain(`/charity/${ein}/evidence`)
      expect(await readShownValue(page)).toBe(String((await askEvidence(page)).value))
      await page.goBack()
    }
  })
})
