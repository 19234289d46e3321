import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import type { NamedFigure } from '#src/organizations/figures/named-figures.ts'
import { KeyFigures } from '#src/web/components/organization/key-figures.tsx'
import { evidencePath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/organization/read.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'

type Figures = Partial<Record<FigureKey, NamedFigure>>

function show(form: Form, figures: Figures, warnings: string[] = []) {
  const filing = { form, taxYear: 2022, objectId: '1', facts: {}, warnings }
  const page = { filing, organization: { ein: '490000181' } }
  // A tile reads only this part of a page.
  const overview = { page: page as unknown as Overview['page'], figures }
  const $ = load(render(h(KeyFigures, { overview })))
  const tiles = $('.tiles > div').toArray()
  return {
    $,
    tiles: new Map(tiles.map((tile) => [$(tile).find('dt').text(), $(tile).find('dd').text()])),
  }
}

const dollars = (value: number): NamedFigure => ({
  label: '',
  value,
  unit: 'USD',
  ref: '990PF:2022:1:/IRS990PF/A',
})

const RATIO = 'Ratio of qualifying distributions to distributable amount'

describe('key figures', () => {
  test('of a foundation begin with what it must distribute and what it distributed', () => {
    const { $, tiles } = show('990PF', {
      assetsFairMarketValue: dollars(5_000_000),
      distributionsToDistributableAmount: {
        label: '',
        value: 1.04,
        unit: 'ratio',
        ref: 'derived:distributionsToDistributableAmount:490000181:2022',
      },
    })
    expect([...tiles.keys()].slice(0, 7)).toEqual([
      'Assets, fair market value',
      'Disbursed for charity',
      'Grants paid, per books',
      'Qualifying distributions',
      'Distributable amount',
      'Undistributed income',
      'Net investment income',
    ])
    expect(tiles.get('Assets, fair market value')).toBe('$5.0M')
    expect(tiles.get(RATIO)).toBe('104%')
    expect(tiles.get('Distributable amount')).toBe('not reported')
    expect($('.tiles a').last().attr('href')).toContain('derived%3AdistributionsTo')
    expect($('p').text()).not.toContain('program ratio')
    // Even above 100%, something may remain to be paid out if the previous year used the amount.
    expect($('p').text()).toContain(organizationTexts.figures.undistributed)
  })

  test('of a foundation with nothing to distribute explain the missing share', () => {
    const { $, tiles } = show('990PF', { distributableAmount: dollars(0) })
    expect(tiles.get('Distributable amount')).toBe('$0')
    expect(tiles.has(RATIO)).toBe(false)
    expect($('p').text()).toBe(organizationTexts.figures.noDistribution)
  })

  test('of a foundation without enough data for that share leave it out', () => {
    const { $, tiles } = show('990PF', { distributableAmount: dollars(5) })
    expect(tiles.has(RATIO)).toBe(false)
    expect($('p')).toHaveLength(0)
  })

  test('of a 990-T are the taxable income and the tax, zeros as filed', () => {
    const { tiles } = show('990T', { unrelatedTaxableIncome: dollars(0) })
    expect(Object.fromEntries(tiles)).toEqual({
      'Unrelated taxable income': '$0',
      'Total tax': 'not reported',
      'Total assets': 'not reported',
    })
  })

  test('of a charity omit ratios for which its form has too little data, and say so', () => {
    const { $, tiles } = show('990EZ', { revenue: dollars(1) })
    expect(tiles.has('Fundraising ratio')).toBe(false)
    expect(tiles.get('Net assets')).toBe('not reported')
    expect($('p').text()).toContain(
      'does not include enough information to calculate a program ratio',
    )
  })

  test('filed as text are "not readable", with a link', () => {
    const at = '/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt'
    const warnings = ['NotAnAmount /IRS990/CYTotalRevenueAmt', `NotAnAmount ${at}`]
    const { $, tiles } = show('990', {}, warnings)
    expect(tiles.get('Total revenue')).toBe('not readable')
    expect(tiles.get('Total expenses')).toBe('not reported')
    const ref = '990:2022:1:/IRS990/CYTotalRevenueAmt'
    expect($('.tiles a').attr('href')).toBe(evidencePath('490000181', ref))
    expect($('p').text()).toContain('expenses by function are not readable')
  })

  test('of a postcard are one sentence', () => {
    const { $, tiles } = show('990N', {})
    expect(tiles.size).toBe(0)
    expect($('p').text()).toContain('reports no figures')
  })
})
