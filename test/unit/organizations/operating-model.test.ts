import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import { toOperatingModel } from '#src/organizations/figures/operating-model.ts'
import { expectRecorded } from '#test/recorded.ts'
import { makeFiling, makeOrganization, makeRegistry } from './made-filing.ts'

const model = (form: Form, content: Block, registry = makeRegistry({})) =>
  toOperatingModel(makeOrganization({ registry }), makeFiling(form, content))

const summaries: Record<string, string> = {}
const REF = '990:2022:202303199349301234:/IRS990'
const SPENT_990 = {
  CYTotalExpensesAmt: '100',
  CYGrantsAndSimilarPaidAmt: '0',
  TotalFunctionalExpensesGrp: { TotalAmt: '100', ProgramServicesAmt: '80' },
}
const EARNED_990 = { CYTotalRevenueAmt: '100', CYContributionsGrantsAmt: '100' }

describe('Resource is the source of over half of revenue', () => {
  /** Revenue of a Form 990 written as total, gifts, government grants, fees, investments, other. */
  const LINES =
    'CYTotalRevenueAmt CYContributionsGrantsAmt GovernmentGrantsAmt CYProgramServiceRevenueAmt CYInvestmentIncomeAmt CYOtherRevenueAmt'.split(
      ' ',
    )
  const revenue = (amounts: (number | null)[]) =>
    Object.fromEntries(
      LINES.flatMap((line, at) => (amounts[at] == null ? [] : [[line, String(amounts[at])]])),
    )

  test.each<[why: string, amounts: (number | null)[], key: string, share: number, refs?: number[]]>(
    [
      ['contributions', [100, 60, null, 40], 'Contributions', 0.6],
      ['government grants, which contributions include', [100, 80, 70], 'GovernmentGrants', 0.7],
      ['fees', [100, 49, null, 51], 'ProgramFees', 0.51],
      ['fees of millions', [4_000_000, null, null, 3_100_000], 'ProgramFees', 0.775, [0, 3]],
      ['investments', [100, 25, null, null, 75], 'Investments', 0.75],
      ['exactly half', [100, 50, null, 50], 'Mixed', 0.5],
      [
        'losses do not push a share above the whole',
        [50, 100, null, null, -50],
        'Contributions',
        1,
      ],
      [
        'income if losses reduce revenue',
        [70, 100, null, null, -80, 50],
        'Contributions',
        0.6667,
        [0, 1, 5],
      ],
      ['other revenue', [4_725_915, 393_000, null, 171_754, 1, 4_161_077], 'Mixed', 0.0832],
    ],
  )('%s', (why, amounts, key, share, refs) => {
    const { resource } = model('990', { ...revenue(amounts), ...SPENT_990 }) ?? {}
    expect(resource).toMatchObject({ key, primaryShare: share })
    if (refs) expect(resource?.refs).toEqual(refs.map((line) => `${REF}/${LINES[line]}`))
    if (key === 'Mixed') expect(resource?.refs).toContain(`${REF}/${LINES[0]}`)
    summaries[`resource: ${why}`] = String(resource?.summary)
  })

  test('is unknown if one of its lines is unreadable', () => {
    const filing = makeFiling('990', { ...EARNED_990, ...SPENT_990 })
    expect(toOperatingModel(makeOrganization(), filing)).toBeDefined()
    const warnings = ['NotAnAmount /IRS990/GovernmentGrantsAmt']
    expect(toOperatingModel(makeOrganization(), { ...filing, warnings })).toBeUndefined()
  })

  test.each<[why: string, content: Block, key: string]>([
    [
      'dues are fees',
      { MembershipDuesAmt: '60', ContributionsGiftsGrantsEtcAmt: '40' },
      'ProgramFees',
    ],
    [
      'gains are investments',
      { InvestmentIncomeAmt: '30', GainOrLossFromSaleOfAssetsAmt: '30' },
      'Investments',
    ],
    [
      'events',
      { ContributionsGiftsGrantsEtcAmt: '20', SpecialEventsNetIncomeLossAmt: '80' },
      'Mixed',
    ],
  ])('of a 990-EZ: %s', (why, content, key) => {
    const spent = { TotalExpensesAmt: '10', TotalProgramServiceExpensesAmt: '9' }
    const found = model('990EZ', { TotalRevenueAmt: '100', ...content, ...spent })?.resource
    expect(found?.key).toBe(key)
    summaries[`resource of a 990-EZ: ${why}`] = String(found?.summary)
  })

  test('of a foundation is other income', () => {
    const [TotalRevAndExpnssAmt, DividendsRevAndExpnssAmt, OtherIncomeRevAndExpnssAmt] = [
      '100',
      '30',
      '70',
    ]
    const spent = { TotalExpensesDsbrsChrtblAmt: '10', ContriPaidDsbrsChrtblAmt: '9' }
    const earned = { TotalRevAndExpnssAmt, DividendsRevAndExpnssAmt, OtherIncomeRevAndExpnssAmt }
    const found = model('990PF', { AnalysisOfRevenueAndExpenses: { ...earned, ...spent } })
    summaries['resource of a foundation'] = String(found?.resource.summary)
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
    ['own programs', '80', '10', 'DirectService', 0.7],
    ['grants', '90', '60', 'Grantmaking', 0.6],
    ['neither', '80', '40', 'Mixed', 0.4],
    ['no share is above 1', '120', '0', 'DirectService', 1],
    ['a blank line of grants', '80', undefined, 'DirectService', 0.8],
    ['more grants than program expenses', '10', '45', 'Mixed', undefined],
  ])('%s', (why, program, grants, key, share) => {
    const delivery = spent(program, grants)
    expect([delivery?.key, delivery?.primaryShare]).toEqual([key, share])
    summaries[`delivery: ${why}`] = String(delivery?.summary)
  })

  test.each([
    ['90', 'Grantmaking'],
    ['20', 'DirectService'],
  ])('of a foundation is judged by its charitable disbursements: %s', (grants, key) => {
    const earned = { TotalRevAndExpnssAmt: '100', DividendsRevAndExpnssAmt: '90' }
    const disbursed = { TotalExpensesDsbrsChrtblAmt: '100', ContriPaidDsbrsChrtblAmt: grants }
    const lines = { ...earned, TotalExpensesRevAndExpnssAmt: '500', ...disbursed }
    expect(model('990PF', { AnalysisOfRevenueAndExpenses: lines })?.delivery.key).toBe(key)
  })

  test('the registry identifies supporting organizations', () => {
    const registry = makeRegistry({ foundation: '21' })
    expect(model('990', { ...EARNED_990, ...SPENT_990 }, registry)?.delivery).toMatchObject({
      key: 'SupportingOrganization',
      refs: ['bmf:2026-04:070000001:FOUNDATION'],
    })
  })
})

test.each<[why: string, form: Form, content: Block]>([
  ['revenue', '990', { ...SPENT_990, CYTotalRevenueAmt: '0', CYContributionsGrantsAmt: '0' }],
  ['the sources of revenue', '990', { ...SPENT_990, CYTotalRevenueAmt: '100' }],
  ['spending', '990', { ...EARNED_990, CYTotalExpensesAmt: '0' }],
  ['a split of spending', '990', { ...EARNED_990, CYTotalExpensesAmt: '100' }],
  ['either, on its form', '990T', { BookValueAssetsEOYAmt: '100' }],
])('there is no model without %s', (_, form, content) => {
  expect(model(form, content)).toBeUndefined()
})

describe('modifiers', () => {
  const modifiers = (content: Block) =>
    model('990', { ...EARNED_990, ...SPENT_990, ...content })?.modifiers ?? []

  test.each<[key: string, content: Block]>([
    ['ForeignActivity', { ForeignActivitiesInd: 'true' }],
    ['Endowed', { DonorRstrOrQuasiEndowmentsInd: '1' }],
    ['Endowed', { PermanentlyRstrNetAssetsGrp: { EOYAmt: '5' } }],
    ['ContractedFundraising', { ProfessionalFundraisingInd: '1' }],
    ['ContractedFundraising', { CYTotalProfFndrsngExpnsAmt: '500' }],
    ['GroupReturn', { GroupReturnForAffiliatesInd: 'true' }],
    ['HighReserves', { NoDonorRestrictionNetAssetsGrp: { EOYAmt: '301' } }],
  ])('%s applies', (key, content) => {
    expect(modifiers(content).map((one) => one.key)).toEqual([key])
  })

  test('do not apply if the return denies them', () => {
    const denied = {
      ForeignActivitiesInd: 'false',
      DonorRstrOrQuasiEndowmentsInd: '0',
      PermanentlyRstrNetAssetsGrp: { EOYAmt: '0' },
      ProfessionalFundraisingInd: '0',
      CYTotalProfFndrsngExpnsAmt: '0',
      GroupReturnForAffiliatesInd: 'false',
      NoDonorRestrictionNetAssetsGrp: { EOYAmt: '300' },
    }
    expect(modifiers(denied)).toEqual([])
  })

  test('do not call investments abroad spending', () => {
    const content = { TotalSpentAmt: '780100000' }
    const schedule = { block: 'IRS990ScheduleF', ordinal: 1, content }
    const filing = makeFiling('990', { ...EARNED_990, ...SPENT_990 }, [schedule])
    const [abroad] = toOperatingModel(makeOrganization(), filing)?.modifiers ?? []
    expect(abroad).toMatchObject({ key: 'ForeignActivity', value: 780_100_000 })
    summaries['spent abroad'] = String(abroad?.summary)
  })

  test('cite the derived figure for high reserves', () => {
    expect(modifiers({ NoDonorRestrictionNetAssetsGrp: { EOYAmt: '400' } })[0]).toMatchObject({
      value: 48,
      refs: ['derived:reserveMonths:070000001:2022'],
    })
  })
})

test('the sentences are as recorded', () => expectRecorded('operating-model', summaries))
