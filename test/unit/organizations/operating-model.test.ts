import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import { toOperatingModel } from '#src/organizations/figures/operating-model.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases, testCases } from '#test/unit/cases.ts'
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

  testCases(
    'sources of revenue',
    (why: string, amounts: (number | null)[], key: string, share: number, refs?: number[]) => {
      const { resource } = model('990', { ...revenue(amounts), ...SPENT_990 }) ?? {}
      expect(resource).toMatchObject({ key, primaryShare: share })
      if (refs) expect(resource?.refs).toEqual(refs.map((line) => `${REF}/${LINES[line]}`))
      if (key === 'Mixed') expect(resource?.refs).toContain(`${REF}/${LINES[0]}`)
      summaries[`resource: ${why}`] = String(resource?.summary)
    },
  )

  test('is unknown if one of its lines is unreadable', () => {
    const filing = makeFiling('990', { ...EARNED_990, ...SPENT_990 })
    expect(toOperatingModel(makeOrganization(), filing)).toBeDefined()
    const warnings = ['NotAnAmount /IRS990/GovernmentGrantsAmt']
    expect(toOperatingModel(makeOrganization(), { ...filing, warnings })).toBeUndefined()
  })

  testCases('sources of revenue of a 990-EZ', (why: string, content: Block, key: string) => {
    const spent = { TotalExpensesAmt: '10', TotalProgramServiceExpensesAmt: '9' }
    const found = model('990EZ', { TotalRevenueAmt: '100', ...content, ...spent })?.resource
    expect(found?.key).toBe(key)
    summaries[`resource of a 990-EZ: ${why}`] = String(found?.summary)
  })

  test('has the name of other revenue if that is over half', () => {
    const named = (amounts: number[]) =>
      model('990', { ...revenue(amounts), ...SPENT_990 })?.resource.label
    expect(named([100, 40, 0, 0, 0, 60])).toBe('Other revenue')
    expect(named([100, 50, 0, 50, 0, 0])).toBe('Mixed sources')
  })

  test('of a foundation is other income', () => {
    const spent = { TotalExpensesDsbrsChrtblAmt: '10', ContriPaidDsbrsChrtblAmt: '9' }
    const other = { DividendsRevAndExpnssAmt: '30', OtherIncomeRevAndExpnssAmt: '70' }
    const earned = { TotalRevAndExpnssAmt: '100', ...other }
    const found = model('990PF', { AnalysisOfRevenueAndExpenses: { ...earned, ...spent } })
    summaries['resource of a foundation'] = String(found?.resource.summary)
  })
})

describe('Delivery is how the money is spent', () => {
  const spent = (program: string, grants: string | null) =>
    model('990', {
      ...EARNED_990,
      CYTotalExpensesAmt: '100',
      ...(grants !== null && { CYGrantsAndSimilarPaidAmt: grants }),
      TotalFunctionalExpensesGrp: { TotalAmt: '100', ProgramServicesAmt: program },
    })?.delivery

  testCases(
    'delivery',
    (why: string, program: string, grants: string | null, key: string, share: number | null) => {
      const delivery = spent(program, grants)
      expect([delivery?.key, delivery?.primaryShare]).toEqual([key, share ?? undefined])
      summaries[`delivery: ${why}`] = String(delivery?.summary)
    },
  )

  test.each([
    ['90', 'Grantmaking'],
    ['20', 'DirectService'],
  ])('of a foundation is judged by its charitable disbursements: %s', (grants, key) => {
    const earned = { TotalRevAndExpnssAmt: '100', DividendsRevAndExpnssAmt: '90' }
    const disbursed = { TotalExpensesDsbrsChrtblAmt: '100', ContriPaidDsbrsChrtblAmt: grants }
    const lines = { ...earned, TotalExpensesRevAndExpnssAmt: '500', ...disbursed }
    const { delivery } = model('990PF', { AnalysisOfRevenueAndExpenses: lines }) ?? {}
    expect(delivery?.key).toBe(key)
    summaries[`delivery of a foundation: ${key}`] = String(delivery?.summary)
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

  test.each(cases<[string, Block]>('modifiers'))('%s applies', (key, content) => {
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

  test('do not call the net assets of a 990-EZ unrestricted', () => {
    const lines = { TotalRevenueAmt: '100', ContributionsGiftsGrantsEtcAmt: '100' }
    const spent = { TotalExpensesAmt: '10', TotalProgramServiceExpensesAmt: '9' }
    const content = { ...lines, ...spent, NetAssetsOrFundBalancesEOYAmt: '40' }
    const [reserves] = model('990EZ', content)?.modifiers ?? []
    expect(reserves).toMatchObject({ key: 'HighReserves', value: 48 })
    summaries['reserves of a 990-EZ'] = String(reserves?.summary)
  })

  test('cite the derived figure for high reserves', () => {
    expect(modifiers({ NoDonorRestrictionNetAssetsGrp: { EOYAmt: '400' } })[0]).toMatchObject({
      value: 48,
      refs: ['derived:reserveMonths:070000001:2022'],
    })
  })
})

test('the sentences are as recorded', () => expectRecorded('operating-model', summaries))
