import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import { toOperatingModel } from '#src/organizations/figures/operating-model.ts'
import { makeFiling, makeOrganization, makeRegistry } from './made-filing.ts'

const model = (form: Form, content: Block, registry = makeRegistry({})) =>
  toOperatingModel(makeOrganization({ registry }), makeFiling(form, content))

const SPENT_990 = {
  CYTotalExpensesAmt: '100',
  CYGrantsAndSimilarPaidAmt: '0',
  TotalFunctionalExpensesGrp: { TotalAmt: '100', ProgramServicesAmt: '80' },
}
const EARNED_990 = { CYTotalRevenueAmt: '100', CYContributionsGrantsAmt: '100' }

describe('Resource is the source of over half of revenue', () => {
  test.each([
    ['Contributions', { CYContributionsGrantsAmt: '60', CYProgramServiceRevenueAmt: '40' }, 0.6],
    [
      'GovernmentGrants, which the line of contributions also includes',
      { CYContributionsGrantsAmt: '80', GovernmentGrantsAmt: '70' },
      0.7,
    ],
    ['ProgramFees', { CYProgramServiceRevenueAmt: '51', CYContributionsGrantsAmt: '49' }, 0.51],
    ['Investments', { CYInvestmentIncomeAmt: '75', CYContributionsGrantsAmt: '25' }, 0.75],
    [
      'Mixed at exactly half',
      { CYContributionsGrantsAmt: '50', CYProgramServiceRevenueAmt: '50' },
      0.5,
    ],
  ])('%s', (key, revenue, share) => {
    const { resource } = model('990', { CYTotalRevenueAmt: '100', ...revenue, ...SPENT_990 }) ?? {}
    expect(resource?.key).toBe(key.split(/[ ,]/)[0])
    expect(resource?.primaryShare).toBe(share)
  })

  test('is unknown if one of its lines is unreadable', () => {
    const filing = makeFiling('990', { ...EARNED_990, ...SPENT_990 })
    const organization = makeOrganization({ registry: makeRegistry({}) })
    expect(toOperatingModel(organization, filing)).toBeDefined()
    const warnings = ['NotAnAmount /IRS990/GovernmentGrantsAmt']
    expect(toOperatingModel(organization, { ...filing, warnings })).toBeUndefined()
  })

  test('losses do not push a share above the whole', () => {
    const revenue = {
      CYTotalRevenueAmt: '50',
      CYContributionsGrantsAmt: '100',
      CYInvestmentIncomeAmt: '-50',
    }
    const { resource } = model('990', { ...revenue, ...SPENT_990 }) ?? {}
    expect(resource).toMatchObject({ key: 'Contributions', primaryShare: 1 })
  })

  test('its summary contains the figures, and its Refs point to their leaves', () => {
    const { resource } =
      model('990', {
        CYTotalRevenueAmt: '4000000',
        CYProgramServiceRevenueAmt: '3100000',
        ...SPENT_990,
      }) ?? {}
    expect(resource).toMatchObject({
      label: 'Program fees',
      summary: 'Program fees account for 78% of revenue ($3.1 million of $4 million).',
      refs: [
        '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt',
        '990:2022:202303199349301234:/IRS990/CYProgramServiceRevenueAmt',
      ],
    })
  })

  test('is Mixed and names other revenue if that is the largest', () => {
    const { resource } =
      model('990', {
        CYTotalRevenueAmt: '4725915',
        CYContributionsGrantsAmt: '393000',
        CYProgramServiceRevenueAmt: '171754',
        CYInvestmentIncomeAmt: '1',
        CYOtherRevenueAmt: '4161077',
        ...SPENT_990,
      }) ?? {}
    expect(resource).toMatchObject({
      key: 'Mixed',
      primaryShare: 0.0832,
      summary:
        'None of contributions, government grants, program fees, and investments accounts for over half of revenue. The largest source, other revenue, accounts for 88% ($4.2 million of $4.7 million).',
    })
    expect(resource?.refs).toContain('990:2022:202303199349301234:/IRS990/CYOtherRevenueAmt')
  })

  test('of a 990-EZ names events, and of a foundation other income', () => {
    const events = model('990EZ', {
      TotalRevenueAmt: '100',
      ContributionsGiftsGrantsEtcAmt: '20',
      SpecialEventsNetIncomeLossAmt: '80',
      TotalExpensesAmt: '10',
      TotalProgramServiceExpensesAmt: '9',
    })
    expect(events?.resource.summary).toBe(
      'None of contributions, program fees, and investments accounts for over half of revenue. The largest source, gaming and fundraising events, accounts for 80% ($80 of $100).',
    )
    const foundation = model('990PF', {
      AnalysisOfRevenueAndExpenses: {
        TotalRevAndExpnssAmt: '100',
        DividendsRevAndExpnssAmt: '30',
        OtherIncomeRevAndExpnssAmt: '70',
        TotalExpensesDsbrsChrtblAmt: '10',
        ContriPaidDsbrsChrtblAmt: '9',
      },
    })
    expect(foundation?.resource.summary).toMatch(
      /^Neither contributions nor investments account for over half .* other income, accounts for 70%/,
    )
  })

  test('uses shares of income if losses reduce revenue', () => {
    const { resource } =
      model('990', {
        CYTotalRevenueAmt: '70',
        CYContributionsGrantsAmt: '100',
        CYOtherRevenueAmt: '50',
        CYInvestmentIncomeAmt: '-80',
        ...SPENT_990,
      }) ?? {}
    expect(resource).toMatchObject({
      primaryShare: 0.6667,
      summary: 'Contributions account for 67% of income ($100 of $150).',
      refs: ['CYTotalRevenueAmt', 'CYContributionsGrantsAmt', 'CYOtherRevenueAmt'].map(
        (element) => `990:2022:202303199349301234:/IRS990/${element}`,
      ),
    })
  })

  test('of a 990-EZ counts dues as fees, and gains as investments', () => {
    const spent = { TotalExpensesAmt: '10', TotalProgramServiceExpensesAmt: '9' }
    const dues = {
      TotalRevenueAmt: '100',
      MembershipDuesAmt: '60',
      ContributionsGiftsGrantsEtcAmt: '40',
    }
    expect(model('990EZ', { ...dues, ...spent })?.resource.key).toBe('ProgramFees')
    const gains = {
      TotalRevenueAmt: '100',
      InvestmentIncomeAmt: '30',
      GainOrLossFromSaleOfAssetsAmt: '30',
    }
    expect(model('990EZ', { ...gains, ...spent })?.resource.key).toBe('Investments')
  })
})

describe('Delivery is how the money is spent', () => {
  const spent = (program: string, grants?: string) =>
    model('990', {
      ...EARNED_990,
      CYTotalExpensesAmt: '100',
      ...(grants !== undefined && { CYGrantsAndSimilarPaidAmt: grants }),
      TotalFunctionalExpensesGrp: { TotalAmt: '100', ProgramServicesAmt: program },
    })?.delivery

  test.each([
    ['DirectService', '80', '10', 0.7],
    ['Grantmaking', '90', '60', 0.6],
    ['Mixed', '80', '40', 0.4],
  ])('%s', (key, program, grants, share) => {
    expect(spent(program, grants)).toMatchObject({ key, primaryShare: share })
  })

  test('reports a blank line of grants', () => {
    expect(spent('80')?.summary).toMatch(/no grants are reported/)
    expect(spent('80', '0')?.summary).not.toMatch(/no grants are reported/)
  })

  test('has no negative amount if grants exceed program expenses', () => {
    const delivery = spent('10', '45')
    expect(delivery).toMatchObject({ key: 'Mixed' })
    expect(delivery).not.toHaveProperty('primaryShare')
    expect(delivery?.summary).toBe(
      'Neither grants nor its own programs account for over half of spending. Of $100 spent, the return reports $45 as grants, but only $10 as program expenses, which should include them.',
    )
  })

  test('has no share above 1', () => {
    expect(spent('120', '0')?.primaryShare).toBe(1)
  })

  test('judges a foundation by its charitable disbursements', () => {
    const pf = (disbursed: string, grants: string) =>
      model('990PF', {
        AnalysisOfRevenueAndExpenses: {
          TotalRevAndExpnssAmt: '100',
          DividendsRevAndExpnssAmt: '90',
          TotalExpensesRevAndExpnssAmt: '500',
          TotalExpensesDsbrsChrtblAmt: disbursed,
          ContriPaidDsbrsChrtblAmt: grants,
        },
      })?.delivery.key
    expect(pf('100', '90')).toBe('Grantmaking')
    expect(pf('100', '20')).toBe('DirectService')
  })

  test('the registry identifies supporting organizations', () => {
    const registry = makeRegistry({ foundation: '21' })
    expect(model('990', { ...EARNED_990, ...SPENT_990 }, registry)?.delivery).toMatchObject({
      key: 'SupportingOrganization',
      refs: ['bmf:2026-04:070000001:FOUNDATION'],
    })
  })
})

describe('without a class', () => {
  test.each([
    [
      'without revenue',
      '990',
      { ...SPENT_990, CYTotalRevenueAmt: '0', CYContributionsGrantsAmt: '0' },
    ],
    ['without the sources of revenue', '990', { ...SPENT_990, CYTotalRevenueAmt: '100' }],
    ['without spending', '990', { ...EARNED_990, CYTotalExpensesAmt: '0' }],
    ['without a split of spending', '990', { ...EARNED_990, CYTotalExpensesAmt: '100' }],
    ['on a form without either', '990T', { BookValueAssetsEOYAmt: '100' }],
  ] as const)('%s', (_, form, content) => {
    expect(model(form, content)).toBeUndefined()
  })
})

describe('modifiers', () => {
  const keys = (content: Block) =>
    model('990', { ...EARNED_990, ...SPENT_990, ...content })?.modifiers.map(({ key }) => key)

  test.each([
    ['ForeignActivity', { ForeignActivitiesInd: 'true' }],
    ['Endowed', { DonorRstrOrQuasiEndowmentsInd: '1' }],
    ['Endowed', { PermanentlyRstrNetAssetsGrp: { EOYAmt: '5' } }],
    ['ContractedFundraising', { ProfessionalFundraisingInd: '1' }],
    ['ContractedFundraising', { CYTotalProfFndrsngExpnsAmt: '500' }],
    ['GroupReturn', { GroupReturnForAffiliatesInd: 'true' }],
    ['HighReserves', { NoDonorRestrictionNetAssetsGrp: { EOYAmt: '301' } }],
  ])('%s applies', (key, content) => {
    expect(keys(content)).toEqual([key])
  })

  test('do not apply if the return denies them', () => {
    expect(
      keys({
        ForeignActivitiesInd: 'false',
        DonorRstrOrQuasiEndowmentsInd: '0',
        PermanentlyRstrNetAssetsGrp: { EOYAmt: '0' },
        ProfessionalFundraisingInd: '0',
        CYTotalProfFndrsngExpnsAmt: '0',
        GroupReturnForAffiliatesInd: 'false',
        NoDonorRestrictionNetAssetsGrp: { EOYAmt: '300' },
      }),
    ).toEqual([])
  })

  test('do not call investments abroad spending', () => {
    const schedule = {
      block: 'IRS990ScheduleF',
      ordinal: 1,
      content: { TotalSpentAmt: '780100000' },
    }
    const filing = makeFiling('990', { ...EARNED_990, ...SPENT_990 }, [schedule])
    expect(toOperatingModel(makeOrganization(), filing)?.modifiers[0]).toMatchObject({
      key: 'ForeignActivity',
      value: 780_100_000,
      summary: expect.stringMatching(
        /, with \$780.1 million in expenditures and investments abroad\.$/,
      ),
    })
  })

  test('cite the derived figure for high reserves', () => {
    const content = {
      ...EARNED_990,
      ...SPENT_990,
      NoDonorRestrictionNetAssetsGrp: { EOYAmt: '400' },
    }
    expect(model('990', content)?.modifiers[0]).toMatchObject({
      value: 48,
      refs: ['derived:reserveMonths:070000001:2022'],
    })
  })
})
