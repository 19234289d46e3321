import { describe, expect, it } from 'vitest'
import type { RowSumKey, UnknownSum } from '#src/domain/facts/row-facts.ts'
import type { Form } from '#src/domain/form.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { type CheckedFiling, EARLIER_FACTS } from '#src/rating/cross-checks/check.ts'
import { CROSS_CHECKS, checkStatuses, crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { fc } from '#test/random.ts'
import { expectRecorded } from '#test/recorded.ts'
import { checked, outcomeOf, yearBefore } from './made-checked.ts'

/** Returns that have a figure twice: consistent, inconsistent, and only once. */
const EXAMPLES = readTsv(new URL('./examples.tsv', import.meta.url)).map((cells) => {
  const [rule = '', form, agrees = '', differs = '', once = '', difference] = cells
  return { rule, form: form as Form, agrees, differs, once, difference: Number(difference) }
})

const INFORMATION = { status: 'Information', severity: 'Information' }

const explained: Record<string, string> = {}
const explain = (title: string, rule: string, filing: CheckedFiling) => {
  const found = outcomeOf(rule, filing)
  explained[title] = found?.explanation ?? 'no result'
  return found
}

describe.each(EXAMPLES)('the rule $rule ($form: $differs)', (example) => {
  const { rule, form, agrees, differs, once, difference } = example

  it('passes a consistent return', () => {
    expect(outcomeOf(rule, checked(form, agrees))).toMatchObject({ status: 'Passed' })
  })

  it('fails a contradiction, and reports the difference, lines, and leaves', () => {
    const found = explain(`${rule} (${form})`, rule, checked(form, differs))
    expect(found).toMatchObject({ status: 'Failed', difference })
    expect(found?.severity).not.toBe('Information')
    for (const side of [found?.left, found?.right]) {
      expect(side?.line).toMatch(/^(Part|Schedule) /)
      expect(side?.from.length).toBeGreaterThan(0)
      expect(side?.formula !== undefined).toBe(side?.cited !== undefined)
    }
  })

  it('does not apply if one side is missing', () => {
    expect(outcomeOf(rule, checked(form, once))).toBeUndefined()
  })
})

describe('a list without a sum', () => {
  const unknown = (filing: CheckedFiling, key: RowSumKey, why: UnknownSum['why']) => {
    const { [key]: _, ...sums } = filing.rowFacts.sums
    return { ...filing, rowFacts: { sums, unknown: { [key]: { why, path: '/IRS990/Row[9]' } } } }
  }
  const LISTS = EXAMPLES.flatMap(({ rule, form, differs }) => {
    const filing = checked(form, differs)
    return (Object.keys(filing.rowFacts.sums) as RowSumKey[]).map((key) => ({ rule, filing, key }))
  })

  it.each(LISTS)('is not compared by the rule $rule if $key is unknown', (list) => {
    const { rule, filing, key } = list
    const title = `${rule} without ${key}`
    const misread = explain(title, rule, unknown(filing, key, 'NotAnAmount'))
    expect(misread).toMatchObject({
      ...INFORMATION,
      left: { value: 'not an amount', from: [{ path: '/IRS990/Row[9]' }] },
    })
    expect(misread).not.toHaveProperty('difference')
    const large = explain(`${title}, too large`, rule, unknown(filing, key, 'SumTooLarge'))
    expect(large).toMatchObject({ status: 'Information', left: { value: 'too large' } })
  })

  it('leaves both parts of Schedule I unknown if one of them is', () => {
    const filed =
      'grantsToDomesticOrganizations=100 grantsToDomesticIndividuals=50 rows:grantsToOrganizations=200'
    const filing = unknown(checked('990', filed), 'grantsToIndividuals', 'NotAnAmount')
    expect(outcomeOf('grantsToOrganizations', filing)).toMatchObject({ status: 'Information' })
  })
})

it.each([
  ['revenueAddsUp', 'contributions=70 totalRevenue=100', 'CYInvestmentIncomeAmt', undefined],
  ['revenueAddsUp', 'contributions=70 totalRevenue=100', 'TotalProgramServiceRevenueAmt', 'Failed'],
  [
    'functionsAddUp',
    'functionalProgramExpenses=70 functionalExpenses=100',
    'TotalFunctionalExpensesGrp/FundraisingAmt',
    undefined,
  ],
])(
  'a sum of lines is unknown if one of them cannot be read (%s, %s, %s)',
  (rule, filed, path, status) => {
    const warnings = [`NotAnAmount /IRS990/${path}`]
    expect(outcomeOf(rule, checked('990', filed))?.status).toBe('Failed')
    expect(outcomeOf(rule, checked('990', filed, { warnings }))?.status).toBe(status)
  },
)

describe('a list of grants that differs from its total', () => {
  const BOTH = 'grantsToDomesticOrganizations=100 grantsToDomesticIndividuals=50'
  const grants = (filed: string) => outcomeOf('grantsToOrganizations', checked('990', filed))

  it('is Information when it is smaller', () => {
    const filing = checked(
      '990',
      'grantsToDomesticOrganizations=100000 rows:grantsToOrganizations=88000',
    )
    const found = explain('a shorter list of grants', 'grantsToOrganizations', filing)
    expect(found).toMatchObject({ ...INFORMATION, difference: -12_000 })
  })

  it('is compared with both lines only if it exceeds the line of organizations', () => {
    expect(grants(`${BOTH} rows:grantsToOrganizations=100`)?.right.value).toBe(100)
    expect(grants(`${BOTH} rows:grantsToOrganizations=149`)).toMatchObject({
      status: 'Passed',
      right: { value: 150, line: 'Part IX, lines 1 and 2, column (A)' },
    })
  })

  it('is then added to the list of individuals', () => {
    const filed = `${BOTH} rows:grantsToOrganizations=150 rows:grantsToIndividuals=50`
    expect(grants(filed)).toMatchObject({
      status: 'Failed',
      difference: 50,
      left: { value: 200, cited: ['grantsToOrganizations', 'grantsToIndividuals'] },
      right: { value: 150 },
    })
    expect(outcomeOf('grantsToIndividuals', checked('990', filed))?.status).toBe('Passed')
  })
})

describe('rows with a blank total', () => {
  it.each<[Form, string, RowSumKey, string]>([
    ['990', 'noncashContributions', 'noncashContributions', 'Part VIII, line 1g'],
    ['990', 'grantsToOrganizations', 'grantsToOrganizations', 'Part IX, line 1, column (A)'],
    ['990', 'grantsToIndividuals', 'grantsToIndividuals', 'Part IX, line 2, column (A)'],
    ['990', 'grantsAbroad', 'foreignIndividualGrants', 'Part IX, line 3, column (A)'],
    ['990PF', 'foundationGrantsPaid', 'foundationGrantsPaid', 'Part XIV, line 3a'],
    ['990EZ', 'programsAddUp', 'programExpenses990EZ', 'Part III, line 32'],
    ['990', 'relatedCompensationTotal', 'relatedCompensation', 'Part VII, Section A, line 1d'],
  ])('are information (%s, %s)', (form, rule, key, line) => {
    const found = explain(`a blank total of ${key}`, rule, checked(form, `rows:${key}=1152792`))
    expect(found).toMatchObject({
      ...INFORMATION,
      left: { value: 1_152_792 },
      right: { value: 'left blank', line: expect.stringContaining(line), from: [] },
    })
    expect(found).not.toHaveProperty('difference')
  })

  it('report a total that is a text, and cite it', () => {
    const warnings = ['NotAnAmount /IRS990/NoncashContributionsAmt']
    const filing = checked('990', 'rows:noncashContributions=1152792', { warnings })
    expect(explain('a total that is a text', 'noncashContributions', filing)).toMatchObject({
      right: { value: 'not an amount', from: [{ path: '/IRS990/NoncashContributionsAmt' }] },
    })
  })

  it('are ignored if their sum is zero', () => {
    const filing = checked('990', 'rows:relatedCompensation=0')
    expect(outcomeOf('relatedCompensationTotal', filing)).toBeUndefined()
  })
})

it.each([
  ['grantsPaidTotal', 'foundationGrantsPaid', 'Part XIV, line 3a'],
  ['grantsApprovedTotal', 'foundationGrantsApproved', 'Part XIV, line 3b'],
])('a total whose list has no amount is information: %s', (key, rule, line) => {
  const found = explain(`a blank list of ${rule}`, rule, checked('990PF', `${key}=1000`))
  expect(found).toMatchObject({
    ...INFORMATION,
    left: { value: 'left blank', line, from: [] },
    right: { value: 1_000 },
  })
  expect(found).not.toHaveProperty('difference')
})

it.each([
  ['revenueAddsUp', 'contributions', 'totalRevenue'],
  ['expensesAddUp', 'salaries', 'totalExpenses'],
  ['netAssetsByRestriction', 'unrestrictedNetAssetsEoy', 'balanceSheetNetAssets'],
])('a sum with only one filed line is checked like any other (%s)', (rule, line, total) => {
  const of = (value: number) => outcomeOf(rule, checked('990', `${line}=70 ${total}=${value}`))
  expect(of(70)?.status).toBe('Passed')
  expect(of(100)).toMatchObject({ status: 'Failed', difference: -30 })
})

describe('people of Schedule J', () => {
  const list = '/IRS990/Form990PartVIISectionAGrp'
  const row = '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp'
  type Unlisted = { name: string; listedAs?: string }
  const filing = (unlisted?: readonly Unlisted[], people = 6, names = ['ADA', 'BEN']) =>
    checked('990', '', {
      schedules: 'J',
      rows: { [row]: people },
      rowFacts: {
        sums: {},
        officers: { path: list, names },
        ...(unlisted && {
          unlisted: unlisted.map((one, at) => ({ ...one, path: `${row}[${at + 1}]` })),
        }),
      },
    })
  const unlisted = (names: string) => [...names].map((name) => ({ name }))
  const similar = { name: 'William Smith', listedAs: 'BILL SMITH' }

  it.each<[string, Unlisted[], object]>([
    ['all listed', [], { status: 'Passed', right: { value: 6 }, difference: 0 }],
    ['one missing', unlisted('A'), { status: 'Failed', right: { value: 5 } }],
    ['five missing', unlisted('ABCDE'), { status: 'Failed', right: { value: 1 }, difference: 5 }],
    ['another spelling', [similar], { ...INFORMATION, right: { value: 5 } }],
    [
      'another spelling, and one missing',
      [similar, { name: 'Ann Other' }],
      { status: 'Failed', severity: 'Caution', difference: 2 },
    ],
  ])('are compared with the list: %s', (title, missing, expected) => {
    const found = explain(`people: ${title}`, 'scheduleJPeople', filing(missing))
    expect(found).toMatchObject({ left: { value: 6 }, ...expected })
  })

  const cited = (from: CheckedFiling) => {
    const found = outcomeOf('scheduleJPeople', from)
    return [found?.left, found?.right].map((side) => side?.from.map(({ path }) => path))
  }
  const rowsOf = (path: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${path}[${at + 1}]`)

  it('cite every counted row of both sides, and the missing people', () => {
    const missing = [...rowsOf(list, 2), ...rowsOf(row, 2)]
    expect(cited(filing(unlisted('AB')))).toEqual([rowsOf(row, 6), missing])
  })

  it('cite the parts if there are more than twenty rows', () => {
    const many = Array.from({ length: 21 }, (_, at) => `PERSON ${at}`)
    expect(cited(filing(unlisted('A'), 21, many))).toEqual([
      ['/IRS990ScheduleJ'],
      ['/IRS990', `${row}[1]`],
    ])
    expect(cited(filing([], 20, many.slice(1)))).toEqual([rowsOf(row, 20), rowsOf(list, 20)])
  })

  it('are not compared if a list has no names', () => {
    expect(outcomeOf('scheduleJPeople', filing())).toBeUndefined()
  })
})

describe('a yes that requires a schedule', () => {
  it.each<[Form, string, string]>([
    ['990', 'A', 'describedIn501c3'],
    ['990EZ', 'A', 'supportScheduleFiled'],
    ['990', 'B', 'contributorsListed'],
    ['990EZ', 'C', 'lobbyingActivities'],
    ['990', 'D', 'reportsPropertyDetail'],
    ['990EZ', 'E', 'operatesSchool'],
    ['990', 'F', 'grantsToForeignOrganizations'],
    ['990', 'G', 'gamingActivities'],
    ['990', 'H', 'operatesHospital'],
    ['990', 'I', 'grantsToIndividuals'],
    ['990', 'J', 'paidOver150k'],
    ['990', 'K', 'taxExemptBonds'],
    ['990EZ', 'L', 'loansToInterestedPersons'],
    ['990', 'M', 'largeNoncashContributions'],
    ['990EZ', 'N', 'dissolvedOrContracted'],
    ['990', 'O', 'explanationsAttached'],
    ['990', 'R', 'relatedToEntity'],
  ])(
    'on the %s passes with Schedule %s and fails without it; a no needs none',
    (form, letter, key) => {
      const rule = `schedule${letter}Attached`
      const path = expect.stringMatching(`^/IRS990Schedule${letter}(\\[1\\])?$`)
      expect(outcomeOf(rule, checked(form, `${key}=true`, { schedules: letter }))).toMatchObject({
        status: 'Passed',
        right: { value: 'attached', from: [{ path }] },
      })
      expect(outcomeOf(rule, checked(form, `${key}=true`, { schedules: 'X' }))).toMatchObject({
        status: 'Failed',
        severity: 'Caution',
        right: { value: 'not attached', from: [] },
      })
      expect(outcomeOf(rule, checked(form, `${key}=false`))).toBeUndefined()
    },
  )

  it('names every line with a yes', () => {
    const several = checked('990', 'compensationSchedule=true paidOver150k=true')
    explain('a yes in several parts', 'scheduleJAttached', several)
    const filing = checked('990', 'endowments=true reportsPropertyDetail=true')
    const found = explain('two lines with a yes', 'scheduleDAttached', filing)
    expect(found?.left).toMatchObject({ line: 'Part IV, lines 10 and 11a', value: true })
    expect(found?.left.from).toHaveLength(2)
  })
})

describe('a return and the previous one', () => {
  const start = (
    earlier: Partial<ReturnType<typeof yearBefore>> = {},
    { filed = 'totalAssetsBoy=5', title = '' } = {},
  ) => {
    const filing = checked('990', filed, {
      earlier: yearBefore('990', 'totalAssetsEoy=9', earlier),
    })
    return title ? explain(title, 'assetsAtStart', filing) : outcomeOf('assetsAtStart', filing)
  }

  it.each<[string | undefined, Parameters<typeof yearBefore>[2]]>([
    ['Failed', {}],
    ['Failed', { taxPeriodEnd: '2021-12-25' }],
    ['Failed', { taxPeriodEnd: '2022-01-02' }],
    ['Failed', { taxPeriodBegin: '2021-07-01' }],
    [undefined, { taxYear: 2020, taxPeriodEnd: '2020-12-31' }],
    ['Information', { isAmended: true, receivedOn: '2024-03-01' }],
    ['Failed', { isAmended: true, receivedOn: '2023-03-01' }],
    ['Failed', { isAmended: true, receivedOn: null }],
    ['Failed', { isAmended: false, receivedOn: '2024-03-01' }],
  ])('are %s if they differ and the previous one has %o', (status, earlier) => {
    expect(start(earlier)?.status).toBe(status)
  })

  it('differ as Information in a group return, and before a later amendment', () => {
    const group = { title: 'a group return', filed: 'totalAssetsBoy=5 groupReturn=true' }
    expect(start({}, group)).toMatchObject(INFORMATION)
    const amended = { isAmended: true, receivedOn: '2024-03-01' }
    expect(start(amended, { title: 'amended later' })).toMatchObject(INFORMATION)
  })

  it('cite the leaf of the previous return', () => {
    expect(start()?.right).toMatchObject({
      line: 'Part I, line 20, in the return for 2021',
      from: [{ objectId: '202203199349301234', taxYear: 2021 }],
    })
  })
})

it.each([
  ['equal', 'revenueTotals', 'totalRevenue=450 statementRevenue=450', 'Passed'],
  ['rounded', 'revenueTotals', 'totalRevenue=451 statementRevenue=450', 'Passed'],
  [
    'below a limit',
    'noncashContributions',
    'noncashContributions=1000 rows:noncashContributions=999',
    'Passed',
  ],
  [
    'within the tolerance',
    'noncashContributions',
    'noncashContributions=1000 rows:noncashContributions=1009',
    'Passed',
  ],
  [
    'at the tolerance',
    'noncashContributions',
    'noncashContributions=1000 rows:noncashContributions=1010',
    'Passed',
  ],
  [
    'beyond it',
    'noncashContributions',
    'noncashContributions=1000 rows:noncashContributions=1011',
    'Failed',
  ],
])('amounts that are %s are explained as such', (title, rule, filed, status) => {
  expect(explain(`${rule}: ${title}`, rule, checked('990', filed))?.status).toBe(status)
})

describe('the rules', () => {
  it('have a unique key, a label, and a tolerance', () => {
    expect(new Set(CROSS_CHECKS.map(({ key }) => key)).size).toBe(CROSS_CHECKS.length)
    for (const { key, label, tolerance } of CROSS_CHECKS) {
      expect(key).toMatch(/^[a-z][A-Za-z]+$/)
      // Next to "failed", a label that states what should hold reads as its opposite.
      expect(label).not.toMatch(/^$|\b(?:is|are|has|have|equals?|adds? up)\b/)
      expect(tolerance, key).not.toBe('')
    }
  })

  it('each have an example here', () => {
    const shown = new Set([...EXAMPLES.map(({ rule }) => rule), 'scheduleJPeople'])
    for (const { key } of CROSS_CHECKS) {
      expect(shown.has(key) || /^schedule[A-R]Attached$/.test(key), key).toBe(true)
    }
  })

  it('read exactly EARLIER_FACTS of the previous return', () => {
    const before = EXAMPLES.flatMap(({ form, agrees }) =>
      Object.keys(checked(form, agrees).earlier?.facts ?? {}),
    )
    expect([...new Set(before)].toSorted()).toEqual([...EARLIER_FACTS].toSorted())
  })

  it('do not apply to an empty return, a 990-T, or a postcard', () => {
    for (const form of ['990', '990EZ', '990PF', '990T', '990N'] as const) {
      expect(crossCheck(checked(form, ''))).toEqual([])
    }
  })

  it('have the same status with and without descriptions', () => {
    for (const { form, agrees, differs } of EXAMPLES) {
      for (const filing of [checked(form, agrees), checked(form, differs)]) {
        const statuses = crossCheck(filing).map(({ rule, status }) => ({ rule, status }))
        expect(checkStatuses(filing)).toMatchObject(statuses)
        expect(checkStatuses(filing)).toHaveLength(statuses.length)
      }
    }
  })

  it('do not depend on the order of facts, parts, and rows', () => {
    const filed =
      'totalRevenue=100 statementRevenue=100 totalExpenses=90 revenueLessExpenses=5 contributions=70 otherRevenue=30 describedIn501c3=true endowments=true'
    const plain = crossCheck(checked('990', filed, { schedules: 'AOD' }))
    expect(plain.length).toBeGreaterThan(4)
    const words = fc.shuffledSubarray(filed.split(' '), { minLength: 8 })
    const letters = fc.shuffledSubarray(['A', 'O', 'D'], { minLength: 3 })
    fc.assert(
      fc.property(words, letters, (facts, schedules) => {
        const shuffled = checked('990', facts.join(' '), { schedules: schedules.join('') })
        expect(crossCheck(shuffled)).toEqual(plain)
      }),
    )
  })

  it('pass any two amounts within a dollar and fail all others', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -5, max: 5 }), (amount, off) => {
        const filing = checked('990', `totalRevenue=${amount + off} statementRevenue=${amount}`)
        const status = Math.abs(off) <= 1 ? 'Passed' : 'Failed'
        expect(outcomeOf('revenueTotals', filing)).toMatchObject({ status, difference: off })
      }),
    )
  })
})

it('explain their results in these words', () => expectRecorded('cross-checks', explained))
