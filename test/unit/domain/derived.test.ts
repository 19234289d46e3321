import { describe, expect, it } from 'vitest'
import { CATALOGUE, lineOf } from '#src/domain/facts/catalogue.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import {
  DERIVED,
  DERIVED_KEYS,
  type DerivedKey,
  deriveFigure,
  deriveFigures,
  type FactsOfFiling,
} from '#src/domain/facts/derived.ts'
import type { Facts, FactValue } from '#src/domain/facts/read-facts.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { leadershipTables, TABLES } from '#src/domain/facts/tables/tables.ts'
import { FORMS, type Form } from '#src/domain/form.ts'

type Filed = Partial<Record<FactKey, FactValue>>

/** A filing with its facts where the catalogue looks first. */
function filing(form: Form, filed: Filed, more: Partial<FactsOfFiling> = {}): FactsOfFiling {
  const facts: Facts = {}
  for (const [key, value] of Object.entries(filed)) {
    const place = CATALOGUE.find((fact) => fact.key === key)?.paths[form]?.[0]
    if (!place) throw new Error(`${key} is not on the ${form}`)
    facts[key as FactKey] = { value, path: place.path }
  }
  return {
    objectId: '202303199349301234',
    form,
    taxYear: 2022,
    taxPeriodBegin: '2022-01-01',
    taxPeriodEnd: '2022-12-31',
    facts,
    ...more,
  }
}

/** Returns the year before or after, as a separate filing. */
const ofYear = (taxYear: number, form: Form, filed: Filed, facts?: Facts): FactsOfFiling =>
  filing(form, filed, {
    ...(facts && { facts }),
    objectId: `${taxYear + 1}03199349301234`,
    taxYear,
    taxPeriodBegin: `${taxYear}-01-01`,
    taxPeriodEnd: `${taxYear}-12-31`,
  })

const officers = (...rows: Row[]) => ({ officers: rows, employees: [] })

const person = (place: number, cells: Record<string, number | string>): Row => ({
  path: `/people[${place}]`,
  cells: Object.fromEntries(
    Object.entries(cells).map(([key, value]) => [key, { value, path: `/people[${place}]/${key}` }]),
  ),
})

const RATIOS: [DerivedKey, Form, Filed, number][] = [
  ['programRatio', '990', { functionalProgramExpenses: 800, functionalExpenses: 1000 }, 0.8],
  ['programRatio', '990EZ', { programExpenses: 45, totalExpenses: 60 }, 0.75],
  ['administrativeRatio', '990', { managementExpenses: 150, functionalExpenses: 1000 }, 0.15],
  [
    'fundraisingRatio',
    '990',
    { functionalFundraisingExpenses: 50, functionalExpenses: 1000 },
    0.05,
  ],
  ['missionDeploymentRate', '990', { functionalProgramExpenses: 900, statementRevenue: 600 }, 1.5],
  ['missionDeploymentRate', '990EZ', { programExpenses: 30, totalRevenue: 40 }, 0.75],
  ['reserveMonths', '990', { unrestrictedNetAssetsEoy: 300, functionalExpenses: 1200 }, 3],
  ['reserveMonths', '990', { unrestrictedNetAssetsEoy: -100, functionalExpenses: 1200 }, -1],
  ['reserveMonths', '990EZ', { netAssetsEoy: 50, totalExpenses: 100 }, 6],
  ['liabilitiesToAssets', '990', { balanceSheetLiabilities: 25, balanceSheetAssets: 100 }, 0.25],
  ['liabilitiesToAssets', '990EZ', { totalLiabilitiesEoy: 0, totalAssetsEoy: 100 }, 0],
  ['officerCompensationShare', '990', { officerCompensation: 90, functionalExpenses: 1000 }, 0.09],
  ['independentShare', '990', { independentMembers: 6, votingMembers: 8 }, 0.75],
  ['netAssets', '990PF', { totalAssetsEoy: 100, totalLiabilitiesEoy: 30 }, 70],
]

describe('expenses by function', () => {
  const unsplit = { functionalExpenses: 100, functionalProgramExpenses: 0, managementExpenses: 0 }
  const split = { ...unsplit, managementExpenses: 100 }
  it.each<[string, Filed, number | undefined]>([
    [
      'unknown if a 501(c)(5) organization leaves them at 0',
      { ...unsplit, paragraph501c: '5' },
      undefined,
    ],
    ['known if it splits them', { ...split, paragraph501c: '5' }, 0],
    [
      'as filed by a 501(c)(4) organization, which must split them',
      { ...unsplit, paragraph501c: '4' },
      0,
    ],
    ['as filed by a 501(c)(3) organization', { ...unsplit, is501c3: true }, 0],
  ])('are %s', (_, filed, expected) => {
    const value = (key: DerivedKey) => deriveFigure(key, { filing: filing('990', filed) })?.value
    expect(value('programRatio')).toBe(expected)
    expect(value('expensesByFunction') === undefined).toBe(expected === undefined)
  })
})

describe('a figure derived from two lines', () => {
  it.each(RATIOS)('%s of the %s of %o is %d', (key, form, filed, value) => {
    const figure = deriveFigure(key, { filing: filing(form, filed) })
    expect(figure?.value).toBeCloseTo(value, 12)
    expect(figure?.from.map(({ path }) => path)).toEqual(
      Object.values(filing(form, filed).facts).map(({ path }) => path),
    )
    expect(figure?.formula).not.toBe('')
  })

  it.each(RATIOS)('%s of the %s is unknown without either line of %o', (key, form, filed) => {
    for (const missing of Object.keys(filed)) {
      const { [missing as FactKey]: _, ...rest } = filed
      expect(deriveFigure(key, { filing: filing(form, rest) }), missing).toBeUndefined()
    }
  })

  it.each([
    ['programRatio', { functionalProgramExpenses: 0, functionalExpenses: 0 }],
    ['missionDeploymentRate', { functionalProgramExpenses: 10, statementRevenue: -5 }],
    ['independentShare', { independentMembers: 0, votingMembers: 0 }],
    ['reserveMonths', { unrestrictedNetAssetsEoy: 10, functionalExpenses: 0 }],
  ] as const)('%s is unknown when it would divide by %o', (key, filed) => {
    expect(deriveFigure(key, { filing: filing('990', filed) })).toBeUndefined()
  })
})

describe('a formula uses the lines it names', () => {
  it('takes board members from Part VI, not from the summary', () => {
    const { facts } = filing('990', { independentMembers: 6, votingMembers: 8 })
    const summary = { value: 8, path: '/IRS990/VotingMembersGoverningBodyCnt' }
    const only = filing('990', {}, { facts: { ...facts, votingMembers: summary } })
    expect(deriveFigure('independentShare', { filing: only })).toBeUndefined()
  })

  it('does not derive net assets that are filed', () => {
    const filed = { totalAssetsEoy: 100, totalLiabilitiesEoy: 30, netAssetsEoy: 71 }
    expect(deriveFigure('netAssets', { filing: filing('990', filed) })).toBeUndefined()
  })

  it('has no expense ratios for a 990-PF', () => {
    const figures = deriveFigures({
      filing: filing('990PF', { totalExpenses: 10, charitableDisbursements: 8, totalRevenue: 9 }),
    })
    expect(figures).toEqual({})
  })
})

describe('fallback lines of a fact', () => {
  const lineOfSource = (path: string) =>
    lineOf(path)
      ?.replace('Section A, ', '')
      .replace(/, column.*/, '') ?? path

  it.each(FORMS)('are in the formulas of the %s that read them', (form) => {
    const depth = Math.max(...CATALOGUE.map(({ paths }) => paths[form]?.length ?? 0))
    const at = (taxYear: number, place: number) => {
      const facts: Facts = {}
      for (const { key, kind, paths } of CATALOGUE) {
        const path = paths[form]?.at(place)?.path
        if (path && kind !== 'text' && key !== 'netAssetsEoy') {
          facts[key] = { value: kind === 'boolean' || 10, path }
        }
      }
      return ofYear(taxYear, form, {}, facts)
    }
    for (let place = 0; place < depth; place += 1) {
      const years = [2019, 2021, 2022].map((taxYear) => at(taxYear, place))
      const filing = at(2022, place)
      for (const { key, value, formula, from } of Object.values(deriveFigures({ filing, years }))) {
        // Those name their lines together: "lines 3, 4, and 6a", "line 15a or 15b".
        if (key === 'investmentIncome' || typeof value === 'boolean') continue
        for (const { path } of from) {
          const line = lineOfSource(path)
          expect(formula, `${key} reads ${line}`).toContain(line)
        }
      }
    }
  })
})

describe('reserve months of a short year', () => {
  const half = { taxPeriodBegin: '2022-07-01', taxPeriodEnd: '2022-12-31' }
  const filed = { unrestrictedNetAssetsEoy: 300, functionalExpenses: 600 }

  it.each([
    [half, 3],
    [{ taxPeriodBegin: '2022-12-01', taxPeriodEnd: '2022-12-31' }, 0.5],
    [{ taxPeriodBegin: '2022-07-16', taxPeriodEnd: '2022-12-31' }, 2.75],
    [{ taxPeriodBegin: '2022-01-03', taxPeriodEnd: '2023-01-01' }, 6],
    [{ taxPeriodBegin: null, taxPeriodEnd: '2022-12-31' }, 6],
  ])('count the months of %o', (period, months) => {
    const figure = deriveFigure('reserveMonths', { filing: filing('990', filed, period) })
    expect(figure?.value).toBeCloseTo(months, 12)
    expect(figure?.formula).toContain('the number of months in the period')
  })

  it('are unknown for a period that ends before it begins', () => {
    const wrong = { taxPeriodBegin: '2022-12-31', taxPeriodEnd: '2022-07-01' }
    expect(deriveFigure('reserveMonths', { filing: filing('990', filed, wrong) })).toBeUndefined()
  })
})

describe('growth', () => {
  const now = ofYear(2022, '990', { totalRevenue: 133.1, priorTotalRevenue: 100 })
  const before = ofYear(2021, '990', { totalRevenue: 121 })

  it('compares with the return whose period ends a year earlier', () => {
    const figure = deriveFigure('revenueGrowth', { filing: now, years: [before, now] })
    expect(figure?.value).toBeCloseTo(0.1, 12)
    expect(figure?.from).toEqual([
      expect.objectContaining({ taxYear: 2022, path: '/IRS990/CYTotalRevenueAmt' }),
      expect.objectContaining({ taxYear: 2021, path: '/IRS990/CYTotalRevenueAmt' }),
    ])
  })

  it('compares with the prior-year column if that return is unknown', () => {
    const figure = deriveFigure('revenueGrowth', { filing: now, years: [now] })
    expect(figure?.value).toBeCloseTo(0.331, 12)
    expect(figure?.from.map(({ path }) => path)).toEqual([
      '/IRS990/CYTotalRevenueAmt',
      '/IRS990/PYTotalRevenueAmt',
    ])
  })

  it('is unknown if a return in between shows that the prior year was short', () => {
    const short = { ...before, taxPeriodBegin: '2021-12-01', taxPeriodEnd: '2022-02-28' }
    const full = { ...now, taxPeriodBegin: '2022-03-01', taxPeriodEnd: '2022-12-31' }
    expect(deriveFigure('revenueGrowth', { filing: now, years: [short, now] })).toBeUndefined()
    expect(deriveFigure('revenueGrowth', { filing: full, years: [] })).toBeUndefined()
    const longBefore = { ...before, taxPeriodEnd: '2020-12-31' }
    expect(deriveFigure('revenueGrowth', { filing: now, years: [longBefore] })).toBeDefined()
  })

  it('says that the months of the prior-year column are unknown', () => {
    for (const key of ['revenueGrowth', 'expenseGrowth'] as const) {
      expect(DERIVED[key].forms['990'].formula).toContain('does not say how many months')
      expect(DERIVED[key].meaning).toContain('may have been short')
    }
  })

  it('is unknown over a gap of two years', () => {
    const gone = ofYear(2020, '990EZ', { totalRevenue: 100 })
    const later = ofYear(2022, '990EZ', { totalRevenue: 120 })
    expect(deriveFigure('revenueGrowth', { filing: later, years: [gone, later] })).toBeUndefined()
  })

  it.each([0, -10])('is unknown for a year of %d', (revenue) => {
    const bad = ofYear(2021, '990', { totalRevenue: revenue })
    expect(deriveFigure('revenueGrowth', { filing: now, years: [bad, now] })).toBeUndefined()
    expect(deriveFigure('revenueGrowth', { filing: bad, years: [] })).toBeUndefined()
  })

  it('is not computed with a short year', () => {
    const short = { ...now, taxPeriodBegin: '2022-07-01' }
    expect(deriveFigure('revenueGrowth', { filing: short, years: [before] })).toBeUndefined()
    const shortBefore = { ...before, taxPeriodBegin: '2021-07-01' }
    expect(deriveFigure('revenueGrowth', { filing: now, years: [shortBefore] })).toBeUndefined()
  })

  it('accepts a year of 53 weeks and the end of February', () => {
    const wandering = { ...before, taxPeriodEnd: '2022-01-02' }
    expect(deriveFigure('revenueGrowth', { filing: now, years: [wandering] })?.value).toBeCloseTo(
      0.1,
      12,
    )
    const february = { ...now, taxPeriodBegin: '2023-03-01', taxPeriodEnd: '2024-02-29' }
    const earlier = { ...before, taxPeriodBegin: '2022-03-01', taxPeriodEnd: '2023-02-28' }
    expect(
      deriveFigure('revenueGrowth', { filing: february, years: [earlier] })?.value,
    ).toBeCloseTo(0.1, 12)
  })

  it('over three years is the yearly rate', () => {
    const first = ofYear(2019, '990', { totalRevenue: 100, functionalProgramExpenses: 8 })
    const last = ofYear(2022, '990', { totalRevenue: 133.1, functionalProgramExpenses: 64 })
    const years = [first, before, last]
    const growth = (key: DerivedKey) => deriveFigure(key, { filing: last, years })?.value
    expect(growth('revenueGrowthThreeYears')).toBeCloseTo(0.1, 12)
    expect(growth('programExpenseGrowthThreeYears')).toBeCloseTo(1, 12)
    expect(
      deriveFigure('revenueGrowthThreeYears', { filing: last, years: [before] }),
    ).toBeUndefined()
  })
})

describe('growth over three years', () => {
  const of = (taxYear: number) =>
    ofYear(taxYear, '990', { totalRevenue: 100, functionalProgramExpenses: 8 })
  const [first, last] = [of(2019), of(2022)]
  const short = (year: FactsOfFiling) => ({ ...year, taxPeriodBegin: `${year.taxYear}-07-01` })
  const KEYS = ['revenueGrowthThreeYears', 'programExpenseGrowthThreeYears'] as const

  it.each(KEYS)('is not computed with a short year: %s', (key) => {
    expect(deriveFigure(key, { filing: last, years: [first] })?.value).toBe(0)
    expect(deriveFigure(key, { filing: short(last), years: [first] })).toBeUndefined()
    expect(deriveFigure(key, { filing: last, years: [short(first)] })).toBeUndefined()
  })
})

describe('figures from the lists of people', () => {
  it('add up the compensation of a 990-EZ and its share', () => {
    const people = {
      ...officers(
        person(1, { compensation: 60, benefits: 5 }),
        person(2, { compensation: 0 }),
        person(3, {}),
      ),
      employees: [person(4, { compensation: 100 })],
    }
    const inputs = { filing: filing('990EZ', { totalExpenses: 240 }), people }
    const sum = deriveFigure('officerCompensation', inputs)
    expect(sum?.value).toBe(60)
    expect(sum?.from.map(({ path }) => path)).toEqual([
      '/people[1]/compensation',
      '/people[2]/compensation',
    ])
    expect(deriveFigure('officerCompensationShare', inputs)?.value).toBe(0.25)
  })

  it.each([undefined, officers(), officers(person(1, { benefits: 5 }))])(
    'are unknown for %o',
    (people) => {
      const inputs = { filing: filing('990EZ', { totalExpenses: 240 }), people }
      expect(deriveFigure('officerCompensation', inputs)).toBeUndefined()
      expect(deriveFigure('officerCompensationShare', inputs)).toBeUndefined()
    },
  )

  it('find the highest paid person with the leaves of that row', () => {
    const people = officers(
      person(1, { reportableCompensation: 200, otherCompensation: 10 }),
      person(2, {
        reportableCompensation: 100,
        relatedCompensation: 110,
        otherCompensation: 5,
      }),
      person(3, {}),
    )
    const figure = deriveFigure('highestPaidCompensation', { filing: filing('990', {}), people })
    expect(figure?.value).toBe(215)
    expect(figure?.from.map(({ path }) => path)).toEqual([
      '/people[2]/reportableCompensation',
      '/people[2]/relatedCompensation',
      '/people[2]/otherCompensation',
    ])
  })

  it.each(['990EZ', '990PF'] as const)('add benefits and expense account on the %s', (form) => {
    const people = officers(person(1, { compensation: 10, benefits: 2, expenseAccount: 3 }))
    expect(
      deriveFigure('highestPaidCompensation', { filing: filing(form, {}), people })?.value,
    ).toBe(15)
  })

  it.each(['990EZ', '990PF'] as const)('find an employee paid more on the %s', (form) => {
    const people = {
      ...officers(person(1, { compensation: 0 })),
      employees: [person(2, { compensation: 400_000 })],
    }
    const figure = deriveFigure('highestPaidCompensation', { filing: filing(form, {}), people })
    expect(figure?.value).toBe(400_000)
    expect(figure?.from.map(({ path }) => path)).toEqual(['/people[2]/compensation'])
  })

  it.each<[DerivedKey, Form, Row[]]>([
    [
      'highestPaidCompensation',
      '990',
      [
        person(1, { reportableCompensation: 200 }),
        person(2, { reportableCompensation: 'lots', otherCompensation: 5 }),
      ],
    ],
    [
      'highestPaidCompensation',
      '990PF',
      [person(1, { compensation: 7, benefits: '5555555555555555555' }), person(2, {})],
    ],
    [
      'officerCompensation',
      '990EZ',
      [person(1, { compensation: 7 }), person(2, { compensation: 'x' })],
    ],
  ])('do not have %s of the %s if the pay of a person cannot be read', (key, form, rows) => {
    const own = filing(form, {})
    expect(deriveFigure(key, { filing: own, people: officers(...rows) })).toBeUndefined()
  })

  it('read columns that the tables of people have', () => {
    for (const table of FORMS.flatMap(leadershipTables)) {
      const columns = Object.keys(TABLES[table].columns)
      const wanted =
        table === 'officers990'
          ? ['reportableCompensation', 'relatedCompensation', 'otherCompensation']
          : ['compensation', 'benefits', 'expenseAccount']
      expect(columns).toEqual(expect.arrayContaining(wanted))
    }
  })
})

describe('a yes or no from several lines', () => {
  const NO_DEALINGS = {
    excessBenefitTransaction: false,
    priorExcessBenefitTransaction: false,
    loansToInterestedPersons: false,
    grantsToInterestedPersons: false,
    businessWithOfficers: false,
    businessWithFamily: false,
    businessWithControlledEntity: false,
  }
  const review = (filed: Filed) =>
    deriveFigure('compensationReview', { filing: filing('990', filed) })

  it.each([
    [{ executiveCompensationReview: true, otherCompensationReview: false }, true],
    [{ executiveCompensationReview: false, otherCompensationReview: true }, true],
    [{ executiveCompensationReview: false, otherCompensationReview: false }, false],
    // The missing line may be the yes.
    [{ executiveCompensationReview: false }, undefined],
    [{}, undefined],
  ] as const)('for compensation review of %o is %s', (filed, value) => {
    expect(review(filed)?.value).toBe(value)
  })

  it('names the deciding lines', () => {
    const figure = review({ executiveCompensationReview: false, otherCompensationReview: true })
    expect(figure?.from.map(({ path }) => path)).toEqual(['/IRS990/CompensationProcessOtherInd'])
  })

  it.each([
    ['990', { professionalFundraising: true, fundraisingActivities: false }, true],
    ['990', { professionalFundraising: false, fundraisingActivities: false }, undefined],
    [
      '990',
      { professionalFundraising: false, fundraisingActivities: false, gamingActivities: false },
      false,
    ],
    ['990', {}, undefined],
    ['990EZ', {}, undefined],
  ] as const)('for fundraising activity of the %s of %o is %s', (form, filed, value) => {
    const figure = deriveFigure('fundraisingActivity', { filing: filing(form, filed) })
    expect(figure?.value).toBe(value)
  })

  it.each([
    ['990', { businessWithFamily: true, loansToInterestedPersons: false }, true],
    ['990', { businessWithFamily: false, loansToInterestedPersons: false }, undefined],
    ['990', NO_DEALINGS, false],
    ['990', { ...NO_DEALINGS, businessWithFamily: true }, true],
    ['990', { ...NO_DEALINGS, is501c3: true }, false],
    ['990', {}, undefined],
    ['990EZ', { loansToInterestedPersons: true }, true],
    // The short form does not ask about business dealings.
    ['990EZ', { loansToInterestedPersons: false, excessBenefitTransaction: false }, undefined],
    ['990PF', {}, undefined],
  ] as const)('for related-party transactions of the %s of %o is %s', (form, filed, value) => {
    const figure = deriveFigure('relatedPartyTransactions', { filing: filing(form, filed) })
    expect(figure?.value).toBe(value)
  })

  // Part IV asks lines 25a and 25b only of 501(c)(3), (4), and (29) organizations.
  it.each([
    [{ is501c: true, paragraph501c: '6' }, false],
    [{ is501c: true, paragraph501c: '07' }, false],
    [{ is501c: true, paragraph501c: '501(c)(19)' }, false],
    [{ is527: true }, false],
    [{ is501c3: true }, undefined],
    [{ is501c: true, paragraph501c: '4' }, undefined],
    [{ is501c: true, paragraph501c: '501(c)(04)' }, undefined],
    [{ is501c: true, paragraph501c: '29' }, undefined],
    [{ is4947a1: true }, undefined],
    [{ is501c: true }, undefined],
    [{}, undefined],
  ] as const)('without lines 25a and 25b for an organization of %o is %s', (status, value) => {
    const { excessBenefitTransaction: _, priorExcessBenefitTransaction: __, ...rest } = NO_DEALINGS
    const inputs = { filing: filing('990', { ...status, ...rest }) }
    const figure = deriveFigure('relatedPartyTransactions', inputs)
    expect(figure?.value).toBe(value)
    if (figure) expect(figure.from).toHaveLength(Object.keys(rest).length)
  })

  it.each([
    [{ returnOnOwnWebsite: true }, true],
    [{ returnOnOtherWebsite: true, returnUponRequest: true }, true],
    [{ returnUponRequest: true }, false],
    [{ returnOtherwisePublic: true }, false],
    [{}, undefined],
  ] as const)('for publication on a website with line 18 ticking %o is %s', (filed, value) => {
    const figure = deriveFigure('returnOnWebsite', { filing: filing('990', filed) })
    expect(figure?.value).toBe(value)
  })
})

describe('investment income of a foundation', () => {
  it('adds up the filed lines', () => {
    const some = filing('990PF', { dividendIncome: 30, assetSaleGain: -10 })
    const figure = deriveFigure('investmentIncome', { filing: some })
    expect(figure?.value).toBe(20)
    expect(figure?.from).toHaveLength(2)
    expect(deriveFigure('investmentIncome', { filing: filing('990PF', {}) })).toBeUndefined()
    const warnings = [
      'NotAnAmount /IRS990PF/AnalysisOfRevenueAndExpenses/InterestOnSavRevAndExpnssAmt',
    ]
    expect(deriveFigure('investmentIncome', { filing: { ...some, warnings } })).toBeUndefined()
  })

  it('is unknown if one of them cannot be read', () => {
    const warnings = [
      'NotAnAmount /IRS990PF/AnalysisOfRevenueAndExpenses/InterestOnSavRevAndExpnssAmt',
    ]
    const some = filing('990PF', { dividendIncome: 30, assetSaleGain: -10 }, { warnings })
    expect(deriveFigure('investmentIncome', { filing: some })).toBeUndefined()
  })
})

describe("the distributed share of a foundation's distributable amount", () => {
  it.each([
    [{ qualifyingDistributions: 90, distributableAmount: 60 }, 1.5],
    [{ qualifyingDistributions: 0, distributableAmount: 60 }, 0],
    [{ qualifyingDistributions: 90, distributableAmount: 0 }, undefined],
    [{ qualifyingDistributions: 90 }, undefined],
  ])('for %o is %s', (filed, value) => {
    const figure = deriveFigure('distributionsToDistributableAmount', {
      filing: filing('990PF', filed),
    })
    expect(figure?.value).toBe(value)
  })
})

describe('a sum or difference of amounts', () => {
  const LARGEST = Number.MAX_SAFE_INTEGER
  it.each<[DerivedKey, Filed]>([
    ['investmentIncome', { dividendIncome: LARGEST, assetSaleGain: 1 }],
    ['netAssets', { totalAssetsEoy: LARGEST, totalLiabilitiesEoy: -1 }],
  ])('is unknown when it is too large to be exact: %s', (key, filed) => {
    expect(deriveFigure(key, { filing: filing('990PF', filed) })).toBeUndefined()
  })
})

describe('the table of derived figures', () => {
  it('has a label, a meaning, and a formula for each form', () => {
    for (const key of DERIVED_KEYS) {
      const { label, meaning, forms } = DERIVED[key]
      expect(label, key).not.toBe('')
      expect(meaning, key).toMatch(/\.$/)
      for (const rule of Object.values(forms)) expect(rule.formula, key).toMatch(/Part|columns/)
    }
  })

  it('has keys that fit into a Ref with a form', () => {
    for (const key of DERIVED_KEYS) expect(key).toMatch(/^[A-Za-z]+$/)
  })
})
