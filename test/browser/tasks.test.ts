import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openPage } from './open-page.ts'
import { headingOf, tabTo } from './reading.ts'
import { useService } from './service.ts'

const service = useService()

const MAX_STEPS = 5

/** How a person follows a link or sends a form, and enters text. */
type Hand = {
  open: (page: Page, target: Locator) => Promise<void>
  enter: (page: Page, field: Locator, text: string) => Promise<void>
}

const MOUSE: Hand = {
  open: (_, target) => target.click(),
  enter: async (page, field, text) => {
    await field.fill(text)
    await page.keyboard.press('Enter')
  },
}

const KEYBOARD: Hand = {
  open: async (page, target) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  },
  enter: async (page, field, text) => {
    await tabTo(page, field)
    await page.keyboard.type(text)
    // The first Enter would open the suggestion that an arrow key selects; none is selected.
    await page.keyboard.press('Enter')
  },
}

const get = async <Body>(page: Page, path: string): Promise<Body> =>
  await (await page.request.get(`/api/v2/${path}`)).json()

const readRows = (csv: string) => parse<Record<string, string>>(csv, { columns: true, bom: true })

/** A person at the front page, whose steps are counted and timed. */
async function start(hand: Hand, javaScriptEnabled: boolean, annotate: (text: string) => unknown) {
  const { page, faults, close } = await openPage(service.browser, service.address, {
    javaScriptEnabled,
  })
  await page.goto('/')
  const steps: string[] = []
  onTestFinished(close)
  const take = async (what: string, act: () => Promise<unknown>) => {
    const begun = performance.now()
    const before = page.url()
    await Promise.all([page.waitForURL((url) => url.href !== before), act()])
    steps.push(`${what} ${Math.round(performance.now() - begun)} ms`)
  }
  const main = page.locator('main')
  const search = main.getByRole('searchbox').or(main.getByRole('combobox')).first()
  return {
    page,
    main,
    enter: (text: string) => take(`types "${text}"`, () => hand.enter(page, search, text)),
    open: (name: string | RegExp, within: Locator = main) =>
      take(`opens ${name}`, () =>
        hand.open(page, within.getByRole('link', { name, exact: true }).first()),
      ),
    take,
    download: async (name: string) => {
      const begun = performance.now()
      const link = main.getByRole('link', { name }).first()
      const [file] = await Promise.all([page.waitForEvent('download'), hand.open(page, link)])
      const text = await readFile(await file.path(), 'utf8')
      steps.push(`downloads a file ${Math.round(performance.now() - begun)} ms`)
      return text
    },
    end: async () => {
      await annotate(steps.join(', '))
      expect(faults).toEqual([])
      expect(steps.length).toBeLessThanOrEqual(MAX_STEPS)
    },
  }
}

describe.skipIf(!inject('chromium')).each([
  ['with a mouse,', MOUSE, true],
  ['without scripts,', MOUSE, false],
  ['with only a keyboard,', KEYBOARD, true],
] as const)('in five steps, %s (needs Chromium)', (_, hand, hasScripts) => {
  it('a donor learns if an organization is sound', async ({ annotate }) => {
    const { main, page, enter, open, end } = await start(hand, hasScripts, annotate)
    await enter('Turkana Wells')
    await open('Turkana Wells Partnership')
    expect(await headingOf(page)).toBe('Turkana Wells Partnership')
    const text = await main.innerText()
    expect(text).toContain('Gifts are deductible')
    expect(text).toMatch(/Scored|Rated/)
    expect(text).toContain('What to check'.toUpperCase())
    expect(text).toContain('OFAC sanctions lists of ')
    await end()
  })

  it('a program officer lists food banks in a state by rating, as a file', async ({ annotate }) => {
    const { enter, download, end } = await start(hand, hasScripts, annotate)
    await enter('food banks in Ohio over $5M by rating')
    const rows = readRows(await download('Download CSV'))
    expect(rows.length).toBeGreaterThan(1)
    const scores = rows.map(({ RatingScore }) => Number(RatingScore))
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const { State, Revenue } of rows) {
      expect(State).toBe('OH')
      expect(Number(Revenue)).toBeGreaterThan(5_000_000)
    }
    await end()
  })
})

describe.skipIf(!inject('chromium')).each([
  ['with scripts,', true],
  ['without scripts,', false],
] as const)('in five steps, %s (needs Chromium)', (_, hasScripts) => {
  it('a journalist lists who funded an organization, how much, and when', async ({ annotate }) => {
    const { page, enter, open, download, end } = await start(MOUSE, hasScripts, annotate)
    await enter('Hocking Hills Food Bank')
    await open('Hocking Hills Food Bank')
    await open('Grants', page.getByRole('navigation', { name: 'Parts of this page' }))
    await open('Funders')
    type Funder = { Name: string; TotalAmount: number; Years: Record<string, number>[] }
    const { Counterparties } = await get<{ Counterparties: Funder[] }>(
      page,
      'charity/080000102/grants-by-year?Direction=Incoming',
    )
    const shown = page.locator('.data-table').first().locator('tbody tr')
    expect(await shown.count()).toBe(Counterparties.length)
    const rows = readRows(await download('Download CSV'))
    expect(rows.map((row) => [row.Name?.toUpperCase(), Number(row.Total)])).toEqual(
      Counterparties.map((one) => [one.Name.toUpperCase(), one.TotalAmount]),
    )
    for (const [at, { Years }] of Counterparties.entries()) {
      for (const { TaxYear, Amount } of Years) expect(Number(rows[at]?.[`${TaxYear}`])).toBe(Amount)
    }
    await end()
  })

  it('an analyst compares the overhead of three organizations by year', async ({ annotate }) => {
    const { page, main, take, open, end } = await start(MOUSE, hasScripts, annotate)
    await open('Compare', page.getByRole('navigation', { name: 'Main' }))
    const names = [
      'Hocking Hills Food Bank',
      'Maumee Valley Food Bank',
      'Turkana Wells Partnership',
    ]
    await take('types three names', async () => {
      const fields = main.getByPlaceholder('Name or EIN')
      for (const [at, name] of names.entries()) await fields.nth(at).fill(name)
      await page.keyboard.press('Enter')
    })
    await open('Overhead ratio')
    const rows = main.locator('.by-year .data-table tbody tr')
    expect(await rows.getByRole('rowheader').allTextContents()).toEqual(names)
    type Year = { TaxYear: number; Figures: { Value?: number }[] }
    type Compared = { Organizations: { Years: Year[] }[] }
    const { Organizations } = await get<Compared>(
      page,
      'compare?EINs=080000102,080000103,070000101&Figures=OverheadRatio&Years=5',
    )
    for (const [at, { Years }] of Organizations.entries()) {
      const shown = await rows.nth(at).locator('td').allInnerTexts()
      expect(shown).toHaveLength(5)
      for (const { TaxYear, Figures } of Years) {
        const ratio = Figures[0]?.Value ?? Number.NaN
        expect(Number.parseFloat(shown[TaxYear - 2019] ?? '')).toBeCloseTo(ratio * 100, 0)
      }
    }
    await end()
  })

  it('a journalist reads who runs an organization and their pay by year', async ({ annotate }) => {
    const { page, main, enter, open, end } = await start(MOUSE, hasScripts, annotate)
    await enter('Turkana Wells')
    await open('Turkana Wells Partnership')
    await open('People', page.getByRole('navigation', { name: 'Parts of this page' }))
    const table = main.locator('.data-table').first()
    const heads = await table.locator('thead th').allTextContents()
    expect(heads.slice(1, 6)).toEqual(['2023', '2022', '2021', '2020', '2019'])
    type People = { People: { Former: boolean; PersonName: string }[] }
    const { People } = await get<People>(page, 'charity/070000101/people-by-year')
    const names = (await table.locator('tbody th bdi').allTextContents()).join().toUpperCase()
    for (const { PersonName } of People.filter(({ Former }) => !Former)) {
      expect(names).toContain(PersonName.toUpperCase())
    }
    await end()
  })
})
