import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { toPage } from '#src/organizations/page/page.ts'
import { testCases } from '#test/unit/cases.ts'
import { EIN, makeFiling, makeOrganization, makeRegistry, makeSummary } from './made-filing.ts'

const page = (form: Form, content: Block, made: Partial<Organization> = {}) =>
  toPage(makeOrganization({ filings: [makeSummary({ form })], ...made }), makeFiling(form, content))

const REF = '990:2022:202303199349301234:'

describe('the hero', () => {
  test('leaves out facts that are not filed', () => {
    const { hero, texts, operatingModel, chips } = page('990', {})
    expect(hero).toEqual({
      name: { value: 'Made & Meant', ref: `bmf:2026-04:${EIN}:NAME` },
      financials: { revenue: {}, expenses: {}, assets: {}, liabilities: {} },
    })
    expect(texts).toEqual({})
    expect(operatingModel).toBeUndefined()
    expect(chips).toEqual([])
  })

  test('keeps a filed zero', () => {
    const { hero } = page('990', { CYTotalRevenueAmt: '0' })
    expect(hero.financials.revenue).toEqual({ value: 0, ref: `${REF}/IRS990/CYTotalRevenueAmt` })
  })

  test('has no website if the line says none', () => {
    expect(page('990', { WebsiteAddressTxt: 'N/A' }).hero).not.toHaveProperty('website')
    expect(page('990', { WebsiteAddressTxt: 'WWW.MADE.EXAMPLE' }).hero.website).toEqual({
      value: 'https://www.made.example/',
      asFiled: 'WWW.MADE.EXAMPLE',
      ref: `${REF}/IRS990/WebsiteAddressTxt`,
    })
  })

  test.each([
    ['198702', '1987-02'],
    ['000000', undefined],
    [null, undefined],
  ])('a ruling of %s is the month %s', (ruling, month) => {
    const { hero } = page('990', {}, { registry: makeRegistry({ ruling }) })
    expect(hero.recognitionDate?.value).toBe(month)
  })
})

describe('texts', () => {
  test('ignore a pointer to Schedule O', () => {
    const { texts } = page('990', { MissionDesc: 'SEE SCHEDULE O', Desc: 'Feeds families.' })
    expect(texts).not.toHaveProperty('mission')
    expect(texts.description?.value).toBe('Feeds families.')
    expect(texts.currentYearActivity).toEqual({
      value: 'Feeds families.',
      ref: `${REF}/IRS990/Desc`,
    })
  })

  test('keep a long mission whole, and describe it in a few sentences', () => {
    const mission = `${'To feed the families of the valley and teach them to grow food. '.repeat(8)}End.`
    const { texts } = page('990', { MissionDesc: mission })
    expect(texts.mission?.value).toBe(mission)
    expect(texts.description?.value.length).toBeLessThanOrEqual(300)
    expect(mission.startsWith(texts.description?.value ?? '-')).toBe(true)
  })
})

describe('chips', () => {
  const labels = (content: Block, made: Partial<Organization> = {}) =>
    page('990', content, made).chips.map(({ label }) => label)

  test('take the legal status from the form before the registry', () => {
    const registry = makeRegistry({ subsection: '04' })
    expect(labels({ Organization501c3Ind: 'X' }, { registry })).toEqual(['501(c)(3)'])
    expect(labels({}, { registry })).toEqual(['501(c)(4)'])
  })

  // A text that is no paragraph leaves the one of the registry.
  testCases('paragraphs as filed', (filed: string, label: string, ref: string) => {
    const content = { Organization501cInd: { '@organization501cTypeTxt': filed, '#text': 'X' } }
    const { chips } = page('990', content, { registry: makeRegistry({ subsection: '06' }) })
    expect(chips).toEqual([{ kind: 'Context', label, ref }])
  })

  testCases(
    'deductibility',
    (codes: string[], deductibility: string | null, label: string | null) => {
      const made = {
        publication78: { asOf: '2026-04', name: 'MADE', deductibilityCodes: codes },
        registry: makeRegistry({ deductibility }),
      }
      expect(labels({}, made)).toEqual(label === null ? [] : [label])
      expect(labels({}, { ...made, isRevoked: true })).toEqual([])
    },
  )

  test('cite the return for a group that the registry does not have', () => {
    const { chips } = page('990', { GroupExemptionNum: '8801' }, { familyId: 'GEN-8801' })
    expect(chips).toEqual([
      {
        kind: 'Affiliation',
        label: 'In group exemption 8801',
        ref: `${REF}/IRS990/GroupExemptionNum`,
      },
    ])
  })

  test('leave out a group that nothing names, and boxes that are not checked', () => {
    expect(labels({}, { familyId: 'GEN-8801' })).toEqual([])
    expect(labels({ AmendedReturnInd: 'false', GroupReturnForAffiliatesInd: '0' })).toEqual([])
  })
})

describe('metadata for search engines', () => {
  test('keep title and description to the shown length', () => {
    const name = 'SOCIETY FOR THE PROTECTION OF ANIMALS OF THE COUNTIES OF EAST TENNESSEE INC'
    const { seo } = page('990', { MissionDesc: 'To protect animals. '.repeat(30) }, { name })
    expect(seo.title).toMatch(/^SOCIETY FOR THE PROTECTION OF ANIMALS.*… \| EIN 07-0000001$/)
    expect(seo.title.length).toBeLessThanOrEqual(65)
    expect(seo.description.length).toBeLessThanOrEqual(160)
  })

  testCases(
    'status as 501(c)(3)',
    (_: string, content: Block, subsection: string, isRevoked: boolean, isShown: boolean) => {
      const { seo } = page('990', content, { registry: makeRegistry({ subsection }), isRevoked })
      expect(seo.jsonLd.nonprofitStatus).toBe(
        isShown ? 'https://schema.org/Nonprofit501c3' : undefined,
      )
    },
  )

  test('leave out unknown facts', () => {
    const { seo } = page('990', {})
    expect(seo.jsonLd).toEqual({
      '@context': 'https://schema.org',
      '@type': 'NGO',
      name: 'Made & Meant',
      taxID: '07-0000001',
    })
    expect(seo.description).toBe('Made & Meant: Form 990 for tax year 2022.')
  })
})

test('the range of filings and the forms leave out superseded filings', () => {
  const filings = [
    makeSummary({ taxYear: 2022 }),
    makeSummary({ objectId: 'b', taxYear: 2021, form: '990T' }),
    makeSummary({ objectId: 'c', taxYear: 2015, isCurrent: false }),
  ]
  const { context } = page('990', {}, { filings })
  expect(context.filingRange).toEqual({ firstYear: 2021, latestYear: 2022 })
  expect(context.availableForms).toEqual([
    { form: '990', latestYear: 2022, isPrimary: true },
    { form: '990T', latestYear: 2021, isPrimary: false },
  ])
})
