import { describe, expect, it } from 'vitest'
import type { RowSumKey, UnknownSum } from '#src/domain/facts/row-facts.ts'
import type { Form } from '#src/domain/form.ts'
import { EARLIER_FACTS } from '#src/rating/cross-checks/check.ts'
import { CROSS_CHECKS, checkStatuses, crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { fc } from '#test/random.ts'
import { checked, type Filed, outcomeOf, yearBefore } from './made-checked.ts'

type Sums = Partial<Record<RowSumKey, number>>
type Said = { form: Form; filed: Filed; sums?: Sums; before?: Filed }

/** A return that has a figure twice: consistent, inconsistent, and only once. */
type Example = { rule: string; agrees: Said; differs: Said; once: Said; difference: number }

const says = (form: Form, filed: Filed, more: Omit<Said, 'form' | 'filed'> = {}): Said => ({
  form,
  filed,
  ...more,
})
const toFiling = ({ form, filed, sums = {}, before }: Said) =>
  checked(form, filed, { sums, ...(before && { earlier: yearBefore(form, before) }) })

const EXAMPLES: Example[] = [
  {
    rule: 'revenueTotals',
    agrees: says('990', { totalRevenue: 500, statementRevenue: 501 }),
    differs: says('990', { totalRevenue: 500, statementRevenue: 450 }),
    once: says('990', { totalRevenue: 500 }),
    difference: 50,
  },
  {
    rule: 'expenseTotals',
    agrees: says('990', { totalExpenses: 400, functionalExpenses: 400 }),
    differs: says('990', { totalExpenses: 400, functionalExpenses: 402 }),
    once: says('990', { functionalExpenses: 402 }),
    difference: -2,
  },
  {
    rule: 'surplus',
    agrees: says('990EZ', { totalRevenue: 90, totalExpenses: 100, revenueLessExpenses: -10 }),
    differs: says('990EZ', { totalRevenue: 90, totalExpenses: 100, revenueLessExpenses: 10 }),
    once: says('990EZ', { totalRevenue: 90, revenueLessExpenses: 10 }),
    difference: 20,
  },
  {
    rule: 'surplus',
    agrees: says('990PF', { totalRevenue: 90, totalExpenses: 60, revenueLessExpenses: 30 }),
    differs: says('990PF', { totalRevenue: 90, totalExpenses: 60, revenueLessExpenses: 0 }),
    once: says('990PF', { totalRevenue: 90, totalExpenses: 60 }),
    difference: -30,
  },
  {
    rule: 'revenueAddsUp',
    agrees: says('990', { contributions: 70, investmentIncome: 30, totalRevenue: 100 }),
    differs: says('990', { contributions: 70, investmentIncome: 30, totalRevenue: 150 }),
    once: says('990', { contributions: 70 }),
    difference: -50,
  },
  {
    rule: 'expensesAddUp',
    agrees: says('990PF', { officerCompensation: 10, grantsPaid: 80, totalExpenses: 90 }),
    differs: says('990PF', { officerCompensation: 10, grantsPaid: 80, totalExpenses: 80 }),
    once: says('990PF', { totalExpenses: 90 }),
    difference: 10,
  },
  {
    rule: 'functionsAddUp',
    agrees: says('990', {
      functionalProgramExpenses: 70,
      managementExpenses: 20,
      functionalFundraisingExpenses: 10,
      functionalExpenses: 102,
    }),
    differs: says('990', {
      functionalProgramExpenses: 70,
      managementExpenses: 20,
      functionalExpenses: 100,
    }),
    // Only 501(c)(3) and (4) organizations must fill the columns.
    once: says('990', { functionalExpenses: 100 }),
    difference: -10,
  },
  {
    rule: 'grantsByRecipient',
    agrees: says('990', { grantsPaid: 9, grantsToDomesticOrganizations: 4, foreignGrants: 5 }),
    differs: says('990', { grantsPaid: 0, grantsToDomesticOrganizations: 4, foreignGrants: 5 }),
    once: says('990', { grantsPaid: 9 }),
    difference: -9,
  },
  {
    rule: 'programsAddUp',
    agrees: says('990EZ', { programExpenses: 82 }, { sums: { programExpenses990EZ: 80 } }),
    differs: says('990EZ', { programExpenses: 0 }, { sums: { programExpenses990EZ: 80 } }),
    once: says('990EZ', { programExpenses: 80 }),
    difference: 80,
  },
  {
    rule: 'balanceSheet',
    agrees: says('990', {
      balanceSheetAssets: 900,
      balanceSheetLiabilities: 400,
      balanceSheetNetAssets: 500,
    }),
    differs: says('990', {
      balanceSheetAssets: 900,
      balanceSheetLiabilities: 400,
      balanceSheetNetAssets: 400,
    }),
    once: says('990', { balanceSheetAssets: 900, balanceSheetLiabilities: 400 }),
    difference: 100,
  },
  {
    rule: 'balanceSheet',
    // Blank liabilities count as none.
    agrees: says('990EZ', { totalAssetsEoy: 900, balanceSheetNetAssets: 900 }),
    differs: says('990EZ', {
      totalAssetsEoy: 900,
      totalLiabilitiesEoy: 3,
      balanceSheetNetAssets: 900,
    }),
    once: says('990EZ', { totalAssetsEoy: 900 }),
    difference: -3,
  },
  {
    rule: 'balanceSheet',
    // Part II at book value, not at the market value of column (c).
    agrees: says('990PF', { totalAssetsEoy: 7, netAssetsEoy: 7, assetsFairMarketValue: 70 }),
    differs: says('990PF', { totalAssetsEoy: 70, netAssetsEoy: 7 }),
    once: says('990PF', { netAssetsEoy: 7 }),
    difference: 63,
  },
  {
    rule: 'assetTotals',
    agrees: says('990', { totalAssetsEoy: 900, balanceSheetAssets: 900 }),
    differs: says('990', { totalAssetsEoy: 900, balanceSheetAssets: 800 }),
    once: says('990', { totalAssetsEoy: 900 }),
    difference: 100,
  },
  {
    rule: 'liabilityTotals',
    agrees: says('990', { totalLiabilitiesEoy: 0, balanceSheetLiabilities: 0 }),
    differs: says('990', { totalLiabilitiesEoy: 0, balanceSheetLiabilities: 25 }),
    once: says('990', { balanceSheetLiabilities: 25 }),
    difference: -25,
  },
  {
    rule: 'netAssetTotals',
    agrees: says('990EZ', { netAssetsEoy: -5, balanceSheetNetAssets: -5 }),
    differs: says('990EZ', { netAssetsEoy: -5, balanceSheetNetAssets: 5 }),
    once: says('990EZ', { netAssetsEoy: -5 }),
    difference: -10,
  },
  {
    rule: 'netAssetsByRestriction',
    agrees: says('990', {
      unrestrictedNetAssetsEoy: 60,
      restrictedNetAssetsEoy: 40,
      balanceSheetNetAssets: 100,
    }),
    differs: says('990', {
      unrestrictedNetAssetsEoy: 60,
      restrictedNetAssetsEoy: 40,
      balanceSheetNetAssets: 60,
    }),
    once: says('990', { balanceSheetNetAssets: 100 }),
    difference: 40,
  },
  {
    rule: 'grantsToOrganizations',
    agrees: says(
      '990',
      { grantsToDomesticOrganizations: 1_000_000 },
      { sums: { grantsToOrganizations: 1_009_000 } },
    ),
    differs: says(
      '990',
      { grantsToDomesticOrganizations: 1_000_000, grantsToDomesticIndividuals: 500_000 },
      { sums: { grantsToOrganizations: 1_600_000 } },
    ),
    once: says('990', { grantsToDomesticOrganizations: 1_000_000 }),
    difference: 100_000,
  },
  {
    rule: 'grantsToIndividuals',
    agrees: says('990', { grantsToDomesticIndividuals: 80 }, { sums: { grantsToIndividuals: 80 } }),
    differs: says(
      '990',
      { grantsToDomesticIndividuals: 80 },
      { sums: { grantsToIndividuals: 90 } },
    ),
    once: says('990', { grantsToDomesticIndividuals: 90 }),
    difference: 10,
  },
  {
    rule: 'grantsAbroad',
    agrees: says(
      '990',
      { foreignGrants: 90 },
      { sums: { foreignGrants: 50, foreignIndividualGrants: 40 } },
    ),
    differs: says(
      '990',
      { foreignGrants: 50 },
      { sums: { foreignGrants: 50, foreignIndividualGrants: 40 } },
    ),
    once: says('990', { foreignGrants: 90 }),
    difference: 40,
  },
  {
    rule: 'foundationGrantsPaid',
    agrees: says('990PF', { grantsPaidTotal: 902 }, { sums: { foundationGrantsPaid: 900 } }),
    differs: says('990PF', { grantsPaidTotal: 903 }, { sums: { foundationGrantsPaid: 900 } }),
    once: says('990PF', { grantsPaidTotal: 0 }),
    difference: -3,
  },
  {
    rule: 'foundationGrantsApproved',
    agrees: says('990PF', { grantsApprovedTotal: 50 }, { sums: { foundationGrantsApproved: 50 } }),
    differs: says('990PF', { grantsApprovedTotal: 0 }, { sums: { foundationGrantsApproved: 50 } }),
    once: says('990PF', { grantsApprovedTotal: 0 }),
    difference: 50,
  },
  {
    rule: 'foundationGrantTotals',
    agrees: says('990PF', { grantsPaidTotal: 900, grantsPaidCashBasis: 900 }),
    differs: says('990PF', { grantsPaidTotal: 900, grantsPaidCashBasis: 700 }),
    once: says('990PF', { grantsPaidTotal: 900 }),
    difference: 200,
  },
  {
    rule: 'noncashContributions',
    agrees: says('990', { noncashContributions: 80 }, { sums: { noncashContributions: 80 } }),
    differs: says('990', { noncashContributions: 80 }, { sums: { noncashContributions: 85 } }),
    once: says('990', { noncashContributions: 80 }),
    difference: 5,
  },
  ...(['reportableCompensation', 'relatedCompensation', 'otherCompensation'] as const).map(
    (key): Example => ({
      rule: `${key}Total`,
      agrees: says('990', { [key]: 72_000 }, { sums: { [key]: 72_002 } }),
      differs: says('990', { [key]: 120_000 }, { sums: { [key]: 72_000 } }),
      once: says('990', { [key]: 72_000 }),
      difference: -48_000,
    }),
  ),
  {
    rule: 'independentAmongVoting',
    agrees: says('990', { independentMembers: 7, votingMembers: 9 }),
    differs: says('990', { independentMembers: 9, votingMembers: 7 }),
    once: says('990', { independentMembers: 9 }),
    difference: 2,
  },
  ...(
    [
      ['assetsAtStart', 'totalAssetsBoy', 'totalAssetsEoy'],
      ['liabilitiesAtStart', 'totalLiabilitiesBoy', 'totalLiabilitiesEoy'],
      ['netAssetsAtStart', 'netAssetsBoy', 'netAssetsEoy'],
      ['priorRevenue', 'priorTotalRevenue', 'totalRevenue'],
      ['priorExpenses', 'priorTotalExpenses', 'totalExpenses'],
    ] as const
  ).map(
    ([rule, now, then]): Example => ({
      rule,
      agrees: says('990', { [now]: 300 }, { before: { [then]: 300 } }),
      differs: says('990', { [now]: 350 }, { before: { [then]: 300 } }),
      once: says('990', { [now]: 350 }),
      difference: 50,
    }),
  ),
]

describe.each(EXAMPLES)('the rule $rule ($agrees.form)', (example) => {
  const { rule, agrees, differs, once, difference } = example

  it('passes a consistent return', () => {
    expect(outcomeOf(rule, toFiling(agrees))).toMatchObject({ status: 'Passed' })
  })

  it('fails a contradiction, and reports the difference', () => {
    const found = outcomeOf(rule, toFiling(differs))
    expect(found).toMatchObject({ status: 'Failed', difference })
    expect(found?.severity).not.toBe('Information')
    expect(found?.explanation).toMatch(
      /^[A-Z].*\(.*\) and .*\(.*\) differ by \$?\d.*, although .*\.$/,
    )
  })

  it('does not apply if one side is missing', () => {
    expect(outcomeOf(rule, toFiling(once))).toBeUndefined()
  })

  it('returns lines and leaves of both sides', () => {
    for (const side of [
      outcomeOf(rule, toFiling(differs))?.left,
      outcomeOf(rule, toFiling(differs))?.right,
    ]) {
      expect(side?.line).toMatch(/^(Part|Schedule) /)
      expect(side?.from.length).toBeGreaterThan(0)
      expect(side?.formula !== undefined).toBe(side?.cited !== undefined)
    }
  })
})

const LISTS = EXAMPLES.flatMap(({ rule, differs }) =>
  (Object.keys(differs.sums ?? {}) as RowSumKey[]).map((key) => ({ rule, differs, key })),
)

describe('a list without a sum', () => {
  it.each(LISTS)('is not compared by the rule $rule if $key is unknown', (list) => {
    const { rule, differs, key } = list
    const filing = (why: UnknownSum['why']) => {
      const { rowFacts, ...rest } = toFiling(differs)
      const { [key]: _, ...sums } = rowFacts.sums
      return { ...rest, rowFacts: { sums, unknown: { [key]: { why, path: '/IRS990/Row[9]' } } } }
    }
    const found = outcomeOf(rule, filing('NotAnAmount'))
    expect(found).toMatchObject({
      status: 'Information',
      severity: 'Information',
      left: { value: 'not an amount', from: [{ path: '/IRS990/Row[9]' }] },
      explanation: expect.stringMatching(/could not be compared because .* is not readable\.$/),
    })
    expect(found).not.toHaveProperty('difference')
    expect(outcomeOf(rule, filing('SumTooLarge'))).toMatchObject({
      status: 'Information',
      left: { value: 'too large' },
      explanation: expect.stringMatching(
        /could not be compared because .* is too large to be exact\.$/,
      ),
    })
  })

  it('leaves both parts of Schedule I unknown if one of them is', () => {
    const filing = checked(
      '990',
      { grantsToDomesticOrganizations: 100, grantsToDomesticIndividuals: 50 },
      {
        rowFacts: {
          sums: { grantsToOrganizations: { value: 200, rows: 1, paths: ['/IRS990ScheduleI'] } },
          unknown: { grantsToIndividuals: { why: 'NotAnAmount', path: '/IRS990ScheduleI/X[1]' } },
        },
      },
    )
    expect(outcomeOf('grantsToOrganizations', filing)).toMatchObject({ status: 'Information' })
  })
})

describe('a sum of lines with one that cannot be read', () => {
  it.each<[string, Form, Filed, string]>([
    [
      'revenueAddsUp',
      '990',
      { contributions: 70, totalRevenue: 100 },
      '/IRS990/CYInvestmentIncomeAmt',
    ],
    [
      'functionsAddUp',
      '990',
      { functionalProgramExpenses: 70, functionalExpenses: 100 },
      '/IRS990/TotalFunctionalExpensesGrp/FundraisingAmt',
    ],
  ])('have no sum to be compared (%s)', (rule, form, filed, path) => {
    expect(outcomeOf(rule, checked(form, filed))?.status).toBe('Failed')
    const warnings = [`NotAnAmount ${path}`]
    expect(outcomeOf(rule, checked(form, filed, { warnings }))).toBeUndefined()
  })

  it('ignores a line of another part', () => {
    const filed = { contributions: 70, investmentIncome: 30, totalRevenue: 150 }
    const warnings = ['NotAnAmount /IRS990/TotalProgramServiceRevenueAmt']
    expect(outcomeOf('revenueAddsUp', checked('990', filed, { warnings }))?.status).toBe('Failed')
  })
})

describe('a list that differs from its total', () => {
  it('is Information when it is smaller', () => {
    const filing = checked(
      '990',
      { grantsToDomesticOrganizations: 100_000 },
      { sums: { grantsToOrganizations: 88_000 } },
    )
    expect(outcomeOf('grantsToOrganizations', filing)).toMatchObject({
      status: 'Information',
      severity: 'Information',
      difference: -12_000,
      explanation: expect.stringContaining('Recipients of $5,000 or less are not listed'),
    })
  })

  it('is compared with both lines only if it exceeds the line of organizations', () => {
    const filing = (listed: number) =>
      checked(
        '990',
        { grantsToDomesticOrganizations: 100, grantsToDomesticIndividuals: 50 },
        { sums: { grantsToOrganizations: listed } },
      )
    expect(outcomeOf('grantsToOrganizations', filing(100))?.right.value).toBe(100)
    expect(outcomeOf('grantsToOrganizations', filing(149))).toMatchObject({
      status: 'Passed',
      right: { value: 150, line: 'Part IX, lines 1 and 2, column (A)' },
    })
  })

  it('is then added to the list of individuals', () => {
    const filing = checked(
      '990',
      { grantsToDomesticOrganizations: 100, grantsToDomesticIndividuals: 50 },
      { sums: { grantsToOrganizations: 150, grantsToIndividuals: 50 } },
    )
    expect(outcomeOf('grantsToOrganizations', filing)).toMatchObject({
      status: 'Failed',
      difference: 50,
      left: { value: 200, cited: ['grantsToOrganizations', 'grantsToIndividuals'] },
      right: { value: 150 },
    })
    expect(outcomeOf('grantsToIndividuals', filing)?.status).toBe('Passed')
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
    const found = outcomeOf(rule, checked(form, {}, { sums: { [key]: 1_152_792 } }))
    expect(found).toMatchObject({
      status: 'Information',
      severity: 'Information',
      left: { value: 1_152_792 },
      right: { value: 'left blank', line: expect.stringContaining(line), from: [] },
      explanation: expect.stringMatching(
        /\$1,152,792\) could not be compared because .* left blank/,
      ),
    })
    expect(found).not.toHaveProperty('difference')
  })

  it('report a total that is a text, and cite it', () => {
    const warnings = ['NotAnAmount /IRS990/NoncashContributionsAmt']
    const sums = { noncashContributions: 1_152_792 }
    expect(outcomeOf('noncashContributions', checked('990', {}, { sums, warnings }))).toMatchObject(
      {
        right: { value: 'not an amount', from: [{ path: '/IRS990/NoncashContributionsAmt' }] },
        explanation: expect.stringMatching(/could not be compared because .* is not an amount\.$/),
      },
    )
  })

  it('are ignored if their sum is zero', () => {
    const filing = checked('990', {}, { sums: { relatedCompensation: 0 } })
    expect(outcomeOf('relatedCompensationTotal', filing)).toBeUndefined()
  })
})

describe('a total whose list has no amount', () => {
  it.each<[Filed, string, string]>([
    [{ grantsPaidTotal: 1_000 }, 'foundationGrantsPaid', 'Part XIV, line 3a'],
    [{ grantsApprovedTotal: 1_000 }, 'foundationGrantsApproved', 'Part XIV, line 3b'],
  ])('is information: %o', (facts, rule, line) => {
    const found = outcomeOf(rule, checked('990PF', facts))
    expect(found).toMatchObject({
      status: 'Information',
      severity: 'Information',
      left: { value: 'left blank', line, from: [] },
      right: { value: 1_000 },
      explanation: expect.stringMatching(/\$1,000\) could not be compared because .* no amount/),
    })
    expect(found).not.toHaveProperty('difference')
  })
})

describe('a sum with only one filed line', () => {
  it.each<[string, Filed, Filed]>([
    ['revenueAddsUp', { contributions: 70 }, { totalRevenue: 70 }],
    ['expensesAddUp', { salaries: 70 }, { totalExpenses: 70 }],
    ['netAssetsByRestriction', { unrestrictedNetAssetsEoy: 70 }, { balanceSheetNetAssets: 70 }],
  ])('is checked like any other (%s)', (rule, line, total) => {
    const [key] = Object.keys(total)
    expect(outcomeOf(rule, checked('990', { ...line, ...total }))?.status).toBe('Passed')
    const off = checked('990', { ...line, [`${key}`]: 100 })
    expect(outcomeOf(rule, off)).toMatchObject({ status: 'Failed', difference: -30 })
  })
})

describe('people of Schedule J', () => {
  const list = '/IRS990/Form990PartVIISectionAGrp'
  const row = '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp'
  const NAMES = ['ADA EXAMPLE', 'BEN EXAMPLE']
  const filing = (unlisted: string[] | undefined, people = 6, names = NAMES) =>
    checked(
      '990',
      {},
      {
        schedules: 'J',
        rows: { [row]: people },
        rowFacts: {
          sums: {},
          officers: { path: list, names },
          ...(unlisted && {
            unlisted: unlisted.map((name, at) => ({ name, path: `${row}[${at + 1}]` })),
          }),
        },
      },
    )

  it('pass if Part VII names all of them', () => {
    const found = outcomeOf('scheduleJPeople', filing([]))
    expect(found).toMatchObject({ status: 'Passed', left: { value: 6 }, right: { value: 6 } })
  })

  it('fail with their names and rows', () => {
    const found = outcomeOf('scheduleJPeople', filing(['A', 'B', 'C', 'D', 'E']))
    expect(found).toMatchObject({ status: 'Failed', left: { value: 6 }, right: { value: 1 } })
    expect(found?.explanation).toContain('A, B, C, and 2 more')
    expect(outcomeOf('scheduleJPeople', filing(['A']))?.explanation).toContain('that person')
  })

  const cited = (found: ReturnType<typeof outcomeOf>) =>
    [found?.left, found?.right].map((side) => side?.from.map(({ path }) => path))
  const rowsOf = (path: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${path}[${at + 1}]`)

  it('cite every counted row of both sides, and the missing people', () => {
    const found = outcomeOf('scheduleJPeople', filing(['A', 'B']))
    expect(cited(found)).toEqual([rowsOf(row, 6), [...rowsOf(list, 2), ...rowsOf(row, 2)]])
  })

  it('cite the parts if there are more than twenty rows', () => {
    const many = Array.from({ length: 21 }, (_, at) => `PERSON ${at}`)
    const found = outcomeOf('scheduleJPeople', filing(['A'], 21, many))
    expect(cited(found)).toEqual([['/IRS990ScheduleJ'], ['/IRS990', `${row}[1]`]])
    const twenty = outcomeOf('scheduleJPeople', filing([], 20, many.slice(1)))
    expect(cited(twenty)).toEqual([rowsOf(row, 20), rowsOf(list, 20)])
  })

  const withRows = (...unlisted: { name: string; listedAs?: string }[]) =>
    outcomeOf('scheduleJPeople', {
      ...filing([]),
      rowFacts: { sums: {}, unlisted: unlisted.map((one) => ({ ...one, path: `${row}[1]` })) },
    })

  it('are Information if the family name is listed', () => {
    const similar = { name: 'William Smith', listedAs: 'BILL SMITH' }
    expect(withRows(similar)).toMatchObject({
      status: 'Information',
      severity: 'Information',
      left: { value: 6 },
      right: { value: 5 },
      explanation:
        'Part VII, Section A, lists everyone else whose pay Schedule J details. William Smith may be listed there under another spelling, as BILL SMITH.',
    })
    expect(withRows(similar, { name: 'Ann Other' })).toMatchObject({
      status: 'Failed',
      severity: 'Caution',
      difference: 2,
      explanation: expect.stringMatching(
        /pay of Ann Other, .* list that person\. William Smith may/,
      ),
    })
  })

  it('are not compared if a list has no names', () => {
    expect(outcomeOf('scheduleJPeople', filing(undefined))).toBeUndefined()
  })
})

describe('a yes that requires a schedule', () => {
  const CASES: [Form, string, Filed][] = [
    ['990', 'A', { describedIn501c3: true }],
    ['990EZ', 'A', { supportScheduleFiled: true }],
    ['990', 'B', { contributorsListed: true }],
    ['990EZ', 'C', { lobbyingActivities: true }],
    ['990', 'D', { reportsPropertyDetail: true }],
    ['990EZ', 'E', { operatesSchool: true }],
    ['990', 'F', { grantsToForeignOrganizations: true }],
    ['990', 'G', { gamingActivities: true }],
    ['990', 'H', { operatesHospital: true }],
    ['990', 'I', { grantsToIndividuals: true }],
    ['990', 'J', { paidOver150k: true }],
    ['990', 'K', { taxExemptBonds: true }],
    ['990EZ', 'L', { loansToInterestedPersons: true }],
    ['990', 'M', { largeNoncashContributions: true }],
    ['990EZ', 'N', { dissolvedOrContracted: true }],
    ['990', 'O', { explanationsAttached: true }],
    ['990', 'R', { relatedToEntity: true }],
  ]

  it.each(CASES)('on the %s passes with Schedule %s and fails without it', (form, letter, yes) => {
    const rule = `schedule${letter}Attached`
    expect(outcomeOf(rule, checked(form, yes, { schedules: letter }))).toMatchObject({
      status: 'Passed',
      right: {
        value: 'attached',
        from: [{ path: expect.stringMatching(`^/IRS990Schedule${letter}(\\[1\\])?$`) }],
      },
    })
    expect(outcomeOf(rule, checked(form, yes, { schedules: 'X' }))).toMatchObject({
      status: 'Failed',
      severity: 'Caution',
      right: { value: 'not attached', from: [] },
    })
  })

  it.each(CASES)('does not apply to a no (%s, %s)', (form, letter, yes) => {
    const no = Object.fromEntries(Object.keys(yes).map((key) => [key, false]))
    expect(outcomeOf(`schedule${letter}Attached`, checked(form, no))).toBeUndefined()
  })

  it('names lines of several parts in a sentence', () => {
    const filing = checked('990', { compensationSchedule: true, paidOver150k: true })
    expect(outcomeOf('scheduleJAttached', filing)?.explanation).toBe(
      'Schedule J is not attached. A "yes" answer on Part IV, line 23 and on Part VII, Section A, line 4 requires it.',
    )
  })

  it('names every line with a yes', () => {
    const filing = checked('990', { endowments: true, reportsPropertyDetail: true })
    const found = outcomeOf('scheduleDAttached', filing)
    expect(found?.left).toMatchObject({ line: 'Part IV, lines 10 and 11a', value: true })
    expect(found?.left.from).toHaveLength(2)
    expect(found?.explanation).toBe(
      'Schedule D is not attached. A "yes" answer on Part IV, lines 10 and 11a requires it.',
    )
  })
})

describe('a return and the previous one', () => {
  const start = (earlier: ReturnType<typeof yearBefore>, more: Filed = {}) =>
    outcomeOf('assetsAtStart', checked('990', { totalAssetsBoy: 5, ...more }, { earlier }))
  const EARLIER: Filed = { totalAssetsEoy: 9 }

  it('are compared after a short year or one of 52 weeks', () => {
    for (const taxPeriodEnd of ['2021-12-31', '2021-12-25', '2022-01-02']) {
      expect(start(yearBefore('990', EARLIER, { taxPeriodEnd }))?.status).toBe('Failed')
    }
    const short = { taxPeriodBegin: '2021-07-01' }
    expect(start(yearBefore('990', EARLIER, short))?.status).toBe('Failed')
  })

  it('are not compared across a gap', () => {
    const gap = { taxYear: 2020, taxPeriodEnd: '2020-12-31' }
    expect(start(yearBefore('990', EARLIER, gap))).toBeUndefined()
  })

  it('differ as Information in a group return', () => {
    expect(start(yearBefore('990', EARLIER), { groupReturn: true })).toMatchObject({
      status: 'Information',
      severity: 'Information',
      explanation: expect.stringContaining('group return'),
    })
  })

  it('differ as Information only if the previous one was amended later', () => {
    const amended = (receivedOn: string | null, isAmended = true) =>
      start(yearBefore('990', EARLIER, { isAmended, receivedOn }))
    expect(amended('2024-03-01')).toMatchObject({
      status: 'Information',
      severity: 'Information',
      explanation: expect.stringContaining(
        'The previous return was amended on March 1, 2024, after this one was received on November 15, 2023',
      ),
    })
    expect(amended('2023-03-01')?.status).toBe('Failed')
    expect(amended(null)?.status).toBe('Failed')
    expect(amended('2024-03-01', false)?.status).toBe('Failed')
  })

  it('mention that restatements are not checked', () => {
    expect(start(yearBefore('990', EARLIER))?.explanation).toContain(
      'this check does not detect restatements',
    )
  })

  it('cite the leaf of the previous return', () => {
    expect(start(yearBefore('990', EARLIER))?.right).toMatchObject({
      line: 'Part I, line 20, in the return for 2021',
      from: [{ objectId: '202203199349301234', taxYear: 2021 }],
    })
  })
})

describe('explanations', () => {
  const said = (rule: string, filing: ReturnType<typeof checked>) =>
    outcomeOf(rule, filing)?.explanation

  it('fit singular and plural sides', () => {
    const totals = (own: number) => checked('990', { totalRevenue: own, statementRevenue: 450 })
    const sides = (own: number) =>
      `Total revenue (Part I, line 12: $${own}) and Total revenue of the statement of revenue (Part VIII, line 12, column (A): $450) `
    expect(said('revenueTotals', totals(450))).toBe(`${sides(450)}agree.`)
    expect(said('revenueTotals', totals(451))).toBe(`${sides(451)}agree except for rounding.`)
    expect(said('revenueTotals', totals(500))).toBe(
      `${sides(500)}differ by $50, although the form copies one amount from the other.`,
    )
  })

  it('of a limit differ for less, within tolerance, and beyond', () => {
    const listed = (value: number) =>
      checked('990', { noncashContributions: 1000 }, { sums: { noncashContributions: value } })
    expect(said('noncashContributions', listed(999))).toMatch(/: \$999\) do not exceed Noncash/)
    expect(said('noncashContributions', listed(1009))).toMatch(
      / differ by \$9, which is within the tolerance/,
    )
    expect(said('noncashContributions', listed(1011))).toMatch(/ differ by \$11, although the sch/)
  })
})

describe('the rules', () => {
  it('have a unique key, a label, and a tolerance', () => {
    expect(new Set(CROSS_CHECKS.map(({ key }) => key)).size).toBe(CROSS_CHECKS.length)
    for (const { key, label, tolerance } of CROSS_CHECKS) {
      expect(key).toMatch(/^[a-z][A-Za-z]+$/)
      // Next to "failed", a label that states what should hold reads as its opposite.
      expect(label).not.toMatch(/\b(?:is|are|has|have|equals?|adds? up)\b/)
      expect(label).not.toBe('')
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
    const before = EXAMPLES.flatMap((one) => Object.keys(one.agrees.before ?? {}))
    expect([...new Set(before)].toSorted()).toEqual([...EARLIER_FACTS].toSorted())
  })

  it('do not apply to an empty return, a 990-T, or a postcard', () => {
    for (const form of ['990', '990EZ', '990PF', '990T', '990N'] as const) {
      expect(crossCheck(checked(form, {}))).toEqual([])
    }
  })

  it('have the same status with and without descriptions', () => {
    for (const { agrees, differs } of EXAMPLES) {
      for (const filing of [toFiling(agrees), toFiling(differs)]) {
        const statuses = crossCheck(filing).map(({ rule, status }) => ({ rule, status }))
        expect(checkStatuses(filing)).toMatchObject(statuses)
        expect(checkStatuses(filing)).toHaveLength(statuses.length)
      }
    }
  })

  it('do not depend on the order of facts, parts, and rows', () => {
    const filed: Filed = {
      totalRevenue: 100,
      statementRevenue: 100,
      totalExpenses: 90,
      revenueLessExpenses: 5,
      contributions: 70,
      otherRevenue: 30,
      describedIn501c3: true,
      endowments: true,
    }
    const plain = crossCheck(checked('990', filed, { schedules: 'AOD' }))
    expect(plain.length).toBeGreaterThan(4)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.entries(filed), { minLength: 8 }),
        fc.shuffledSubarray(['A', 'O', 'D'], { minLength: 3 }),
        (entries, schedules) => {
          const shuffled = checked('990', Object.fromEntries(entries) as Filed, {
            schedules: schedules.join(''),
          })
          expect(crossCheck(shuffled)).toEqual(plain)
        },
      ),
    )
  })

  it('pass any two amounts within a dollar and fail all others', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -5, max: 5 }), (amount, off) => {
        const filing = checked('990', { totalRevenue: amount + off, statementRevenue: amount })
        const status = Math.abs(off) <= 1 ? 'Passed' : 'Failed'
        expect(outcomeOf('revenueTotals', filing)).toMatchObject({ status, difference: off })
      }),
    )
  })
})
