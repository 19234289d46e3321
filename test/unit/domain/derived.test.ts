import { describe, expect, it } from 'vitest'
import { CATALOGUE, lineOf } from '#src/domain/facts/catalogue.ts'
import {
  DERIVED,
  DERIVED_KEYS,
  type DerivedKey,
  deriveFigure,
  deriveFigures,
} from '#src/domain/facts/derived.ts'
import type { FactsOfFiling } from '#src/domain/facts/derived-operands.ts'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { leadershipTables, TABLES } from '#src/domain/facts/tables/tables.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { factsOf, ofYear } from '#test/unit/made-facts.ts'

const filing = (form: Form, filed: string, more: Partial<FactsOfFiling> = {}): FactsOfFiling => ({
  ...ofYear(2022, form, filed),
  ...more,
})

const pathsOf = (figure: ReturnType<typeof deriveFigure>) => figure?.from.map(({ path }) => path)

const CASES = readTsv(new URL('./derived.tsv', import.meta.url)).map((cells) => {
  const [key, form, filed = '', value = '', needs] = cells
  const expected = value === 'unknown' ? undefined : JSON.parse(value)
  return { key: key as DerivedKey, form: form as Form, filed, value: expected, needs }
})

it.each(CASES)('$key of the $form of "$filed" is $value', ({ key, form, filed, value }) => {
  const found = deriveFigure(key, { filing: filing(form, filed) })?.value
  expect(found).toEqual(typeof value === 'number' ? expect.closeTo(value, 12) : value)
})

describe('a figure that needs every line', () => {
  const RATIOS = CASES.filter(({ needs }) => needs !== undefined)

  it.each(RATIOS)('cites the lines of $key of the $form: $filed', ({ key, form, filed }) => {
    const own = filing(form, filed)
    const figure = deriveFigure(key, { filing: own })
    expect(pathsOf(figure)).toEqual(Object.values(own.facts).map(({ path }) => path))
    expect(figure?.formula).not.toBe('')
  })

  it.each(RATIOS)('is unknown without one: $key of the $form, $filed', ({ key, form, filed }) => {
    for (const left of filed.split(' ')) {
      expect(deriveFigure(key, { filing: filing(form, left) }), left).toBeUndefined()
    }
  })
})

describe('a formula uses the lines it names', () => {
  it('takes board members from Part VI, not from the summary', () => {
    const facts = factsOf('990', 'independentMembers=6 votingMembers=8')
    const summary = { value: 8, path: '/IRS990/VotingMembersGoverningBodyCnt' }
    const only = filing('990', '', { facts: { ...facts, votingMembers: summary } })
    expect(deriveFigure('independentShare', { filing: only })).toBeUndefined()
  })

  it('has no expense ratios for a 990-PF', () => {
    const filed = 'totalExpenses=10 charitableDisbursements=8 totalRevenue=9'
    expect(deriveFigures({ filing: filing('990PF', filed) })).toEqual({})
  })

  it.each([
    ['auditedOrReviewedStatements', 'auditedStatements=true reviewedStatements=false', 2],
    ['relatedPartyTransactions', 'loansToInterestedPersons=true businessWithFamily=false', 2],
  ] as const)('cites the lines of %s that say no, too', (key, filed, lines) => {
    expect(deriveFigure(key, { filing: filing('990', filed) })?.from).toHaveLength(lines)
  })

  // Part IV asks lines 25a and 25b only of 501(c)(3), (4), and (29) organizations.
  it('cites only the lines that the form asks of the filer', () => {
    const { filed = '' } = CASES.find(({ filed }) => filed.startsWith('is527=true loans')) ?? {}
    const figure = deriveFigure('relatedPartyTransactions', { filing: filing('990', filed) })
    expect(figure?.from).toHaveLength(5)
  })

  it('adds up investment income only if every line can be read', () => {
    const some = filing('990PF', 'dividendIncome=30 assetSaleGain=-10')
    expect(pathsOf(deriveFigure('investmentIncome', { filing: some }))).toHaveLength(2)
    const warnings = [
      'NotAnAmount /IRS990PF/AnalysisOfRevenueAndExpenses/InterestOnSavRevAndExpnssAmt',
    ]
    expect(deriveFigure('investmentIncome', { filing: { ...some, warnings } })).toBeUndefined()
  })
})

describe('fallback lines of a fact', () => {
  const lineOfSource = (path: string) =>
    lineOf(path)
      ?.replace('Section A, ', '')
      .replace(/, column.*/, '') ?? path

  it.each(FORMS)('are in the formulas of the %s that read them', (form) => {
    const depth = Math.max(...CATALOGUE.map(({ paths }) => paths[form]?.length ?? 0))
    const at = (taxYear: number, place: number): FactsOfFiling => {
      const facts: Facts = {}
      for (const { key, kind, paths } of CATALOGUE) {
        const path = paths[form]?.at(place)?.path
        if (path && kind !== 'text' && key !== 'netAssetsEoy') {
          facts[key] = { value: kind === 'boolean' || 10, path }
        }
      }
      return { ...ofYear(taxYear, form, ''), facts }
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

it.each([
  ['2022-07-01', '2022-12-31', 3],
  ['2022-12-01', '2022-12-31', 0.5],
  ['2022-07-16', '2022-12-31', 2.75],
  ['2022-01-03', '2023-01-01', 6],
  [null, '2022-12-31', 6],
  ['2022-12-31', '2022-07-01', undefined],
])('reserve months of a period from %s to %s are %s', (taxPeriodBegin, taxPeriodEnd, months) => {
  const filed = 'unrestrictedNetAssetsEoy=300 functionalExpenses=600'
  const own = filing('990', filed, { taxPeriodBegin, taxPeriodEnd })
  const found = deriveFigure('reserveMonths', { filing: own })?.value
  expect(found).toEqual(months === undefined ? undefined : expect.closeTo(months, 12))
})

describe('growth', () => {
  const now = ofYear(2022, '990', 'totalRevenue=133.1 priorTotalRevenue=100')
  const before = ofYear(2021, '990', 'totalRevenue=121')
  const growthOf = (own: FactsOfFiling, ...years: FactsOfFiling[]) =>
    deriveFigure('revenueGrowth', { filing: own, years })
  const [current, column] = ['/IRS990/CYTotalRevenueAmt', '/IRS990/PYTotalRevenueAmt']

  it('compares with the return whose period ends a year earlier', () => {
    const figure = growthOf(now, before, now)
    expect(figure?.value).toBeCloseTo(0.1, 12)
    expect(figure?.from).toEqual([
      expect.objectContaining({ taxYear: 2022, path: current }),
      expect.objectContaining({ taxYear: 2021, path: current }),
    ])
  })

  it('compares with the prior-year column if that return is unknown', () => {
    for (const years of [[now], [{ ...before, taxPeriodEnd: '2020-12-31' }]]) {
      expect(growthOf(now, ...years)?.value).toBeCloseTo(0.331, 12)
    }
    expect(pathsOf(growthOf(now, now))).toEqual([current, column])
  })

  it('accepts a year of 53 weeks and the end of February', () => {
    const wandering = { ...before, taxPeriodEnd: '2022-01-02' }
    const february = { ...now, taxPeriodBegin: '2023-03-01', taxPeriodEnd: '2024-02-29' }
    const earlier = { ...before, taxPeriodBegin: '2022-03-01', taxPeriodEnd: '2023-02-28' }
    expect(growthOf(now, wandering)?.value).toBeCloseTo(0.1, 12)
    expect(growthOf(february, earlier)?.value).toBeCloseTo(0.1, 12)
  })

  const shortNow = { ...now, taxPeriodBegin: '2022-07-01' }
  const ending = { ...before, taxPeriodBegin: '2021-12-01', taxPeriodEnd: '2022-02-28' }
  const at = (revenue: number) => ofYear(2021, '990', `totalRevenue=${revenue}`)
  it.each<[string, FactsOfFiling, FactsOfFiling[]]>([
    ['after a short year that is known', now, [ending, now]],
    ['of a short year', { ...now, taxPeriodBegin: '2022-03-01' }, []],
    ['of a half year', shortNow, [before]],
    ['after a half year', now, [{ ...before, taxPeriodBegin: '2021-07-01' }]],
    [
      'over a gap of two years',
      ofYear(2022, '990EZ', 'totalRevenue=120'),
      [ofYear(2020, '990EZ', 'totalRevenue=100')],
    ],
    ['after a year of 0', now, [at(0), now]],
    ['after a loss', now, [at(-10), now]],
    ['of a year of 0', at(0), []],
    ['of a loss', at(-10), []],
  ])('is unknown %s', (_, own, years) => {
    expect(growthOf(own, ...years)).toBeUndefined()
  })

  it('over three years is the yearly rate, and needs full years', () => {
    const first = ofYear(2019, '990', 'totalRevenue=100 functionalProgramExpenses=8')
    const last = ofYear(2022, '990', 'totalRevenue=133.1 functionalProgramExpenses=64')
    const short = (year: FactsOfFiling) => ({ ...year, taxPeriodBegin: `${year.taxYear}-07-01` })
    for (const [key, rate] of [
      ['revenueGrowthThreeYears', 0.1],
      ['programExpenseGrowthThreeYears', 1],
    ] as const) {
      const growth = (own: FactsOfFiling, ...years: FactsOfFiling[]) =>
        deriveFigure(key, { filing: own, years })?.value
      expect(growth(last, first, before, last)).toBeCloseTo(rate, 12)
      expect(growth(last, before)).toBeUndefined()
      expect(growth(short(last), first)).toBeUndefined()
      expect(growth(last, short(first))).toBeUndefined()
    }
  })
})

describe('figures from the lists of people', () => {
  const person = (place: number, cells: Record<string, number | string>): Row => ({
    path: `/people[${place}]`,
    cells: Object.fromEntries(
      Object.entries(cells).map(([key, value]) => [
        key,
        { value, path: `/people[${place}]/${key}` },
      ]),
    ),
  })
  const officers = (...rows: Row[]) => ({ officers: rows, employees: [] as Row[] })

  it('add up the compensation of a 990-EZ and its share', () => {
    const people = {
      ...officers(
        person(1, { compensation: 60, benefits: 5 }),
        person(2, { compensation: 0 }),
        person(3, {}),
      ),
      employees: [person(4, { compensation: 100 })],
    }
    const inputs = { filing: filing('990EZ', 'totalExpenses=240'), people }
    const sum = deriveFigure('officerCompensation', inputs)
    expect(sum?.value).toBe(60)
    expect(pathsOf(sum)).toEqual(['/people[1]/compensation', '/people[2]/compensation'])
    expect(deriveFigure('officerCompensationShare', inputs)?.value).toBe(0.25)
  })

  it.each([undefined, officers(), officers(person(1, { benefits: 5 }))])(
    'are unknown for %o',
    (people) => {
      const inputs = { filing: filing('990EZ', 'totalExpenses=240'), people }
      expect(deriveFigure('officerCompensation', inputs)).toBeUndefined()
      expect(deriveFigure('officerCompensationShare', inputs)).toBeUndefined()
    },
  )

  it('find the highest paid person with the leaves of that row', () => {
    const people = officers(
      person(1, { reportableCompensation: 200, otherCompensation: 10 }),
      person(2, { reportableCompensation: 100, relatedCompensation: 110, otherCompensation: 5 }),
      person(3, {}),
    )
    const figure = deriveFigure('highestPaidCompensation', { filing: filing('990', ''), people })
    expect(figure?.value).toBe(215)
    expect(pathsOf(figure)).toEqual([
      '/people[2]/reportableCompensation',
      '/people[2]/relatedCompensation',
      '/people[2]/otherCompensation',
    ])
  })

  it.each(['990EZ', '990PF'] as const)('add benefits, and look at employees, on the %s', (form) => {
    const most = (people: ReturnType<typeof officers>) =>
      deriveFigure('highestPaidCompensation', { filing: filing(form, ''), people })
    const officer = person(1, { compensation: 10, benefits: 2, expenseAccount: 3 })
    expect(most(officers(officer))?.value).toBe(15)
    const employees = [person(2, { compensation: 400_000 })]
    const figure = most({ officers: [officer], employees })
    expect(figure?.value).toBe(400_000)
    expect(pathsOf(figure)).toEqual(['/people[2]/compensation'])
  })

  const [pay, large] = ['reportableCompensation', '5555555555555555555']
  it.each<[DerivedKey, Form, ...Record<string, number | string>[]]>([
    ['highestPaidCompensation', '990', { [pay]: 200 }, { [pay]: 'lots', otherCompensation: 5 }],
    ['highestPaidCompensation', '990PF', { compensation: 7, benefits: large }, {}],
    ['officerCompensation', '990EZ', { compensation: 7 }, { compensation: 'x' }],
  ])('do not have %s of the %s if the pay of a person cannot be read', (key, form, ...rows) => {
    const people = officers(...rows.map((cells, at) => person(at + 1, cells)))
    expect(deriveFigure(key, { filing: filing(form, ''), people })).toBeUndefined()
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

it('has a label, a meaning, and a formula for each form; keys fit into a Ref', () => {
  for (const key of DERIVED_KEYS) {
    const { label, meaning, forms } = DERIVED[key]
    expect(key).toMatch(/^[A-Za-z]+$/)
    expect(label, key).not.toBe('')
    expect(meaning, key).toMatch(/\.$/)
    for (const rule of Object.values(forms)) expect(rule.formula, key).toMatch(/Part|columns/)
  }
})
