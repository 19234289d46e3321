import { describe, expect, it, test } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import { type CheckedFiling, EARLIER_FACTS } from '#src/rating/cross-checks/check.ts'
import { CROSS_CHECKS, checkStatuses, crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { DOCUMENTED_RULES } from '#test/documented-rules.ts'
import { fc } from '#test/random.ts'
import { expectRecorded } from '#test/recorded.ts'
import { openCases } from '#test/unit/cases.ts'
import { checked, outcomeOf, UNREADABLE, yearBefore } from './made-checked.ts'

const open = openCases(new URL('./cases.tsv', import.meta.url))
/** The cell 990 is a form, not a number. */
const cases = <Row extends unknown[]>(title: string) =>
  open(title).map((row) => row.map((cell) => (cell === 990 ? '990' : cell)) as Row)

/** Returns that have a figure twice: consistent, inconsistent, and only once. */
type Example = [rule: string, form: Form, agrees: string, differs: string, once: string, by: number]
const EXAMPLES = cases<Example>('examples')
type Result = [title: string, form: Form, rule: string, filed: string, status: string]
type Sides = [difference?: number | string, left?: unknown, right?: unknown]
const RESULTS = cases<[...Result, ...Sides]>('results')

const explained: Record<string, string> = {}
const explain = (title: string, rule: string, filing: CheckedFiling) => {
  const found = outcomeOf(rule, filing)
  if (found) explained[title] = found.explanation
  return found
}

test.each(EXAMPLES)('%s of the %s compares two values', (rule, form, agrees, differs, once, by) => {
  expect(outcomeOf(rule, checked(form, agrees))).toMatchObject({ status: 'Passed' })
  expect(outcomeOf(rule, checked(form, once))).toBeUndefined()
  const found = explain(`${rule} (${form})`, rule, checked(form, differs))
  const severity = CROSS_CHECKS.find(({ key }) => key === rule)?.severity
  expect(found).toMatchObject({ status: 'Failed', difference: by, severity })
  for (const side of [found?.left, found?.right]) {
    expect(side?.line).toMatch(/^(Part|Schedule) /)
    expect(side?.from.length).toBeGreaterThan(0)
    expect(side?.formula !== undefined).toBe(side?.cited !== undefined)
  }
})

test.each(
  EXAMPLES.flatMap(([rule, form, , differs]) =>
    [...differs.matchAll(/rows:(\w+)=/g)].map(([, key = '']) => ({ rule, form, differs, key })),
  ),
)('$rule does not compare a list if $key is unknown', ({ rule, form, differs, key }) => {
  const without = (why: string) =>
    checked(form, `${differs.replace(RegExp(`rows:${key}=\\d+`), '')} unknown:${key}=${why}`.trim())
  const misread = explain(`${rule} without ${key}`, rule, without('NotAnAmount'))
  const left = { value: 'not an amount', from: [{ path: UNREADABLE }] }
  expect(misread).toMatchObject({ status: 'Information', severity: 'Information', left })
  expect(misread).not.toHaveProperty('difference')
  const large = explain(`${rule} without ${key}, too large`, rule, without('SumTooLarge'))
  expect(large).toMatchObject({ status: 'Information', left: { value: 'too large' } })
})

test.each(RESULTS)('%s: %s, %s of %s is %s', (title, form, rule, filed, status, ...sides) => {
  const found = explain(title, rule, checked(form, filed))
  if (status === 'none') return expect(found).toBeUndefined()
  const { left, right, difference = '-', severity } = found ?? {}
  expect([found?.status, difference, left?.value, right?.value]).toEqual([status, ...sides])
  expect(severity === 'Information').toBe(status === 'Information')
  for (const { value, from } of [left, right].filter((side) => side !== undefined)) {
    expect(from.length > 0).toBe(value !== 'left blank' && value !== 'not attached')
    if (value === true) expect(from).toHaveLength(2)
    if (value === 'not an amount') expect(`${filed} ${UNREADABLE}`).toContain(from[0]?.path)
  }
})

test('both parts of Schedule I are compared with both lines', () => {
  const [, form = '990', rule = '', filed = ''] =
    RESULTS.find(([title]) => /^both/.test(title)) ?? []
  expect(outcomeOf(rule, checked(form, filed))).toMatchObject({
    left: { cited: ['grantsToOrganizations', 'grantsToIndividuals'] },
    right: { line: 'Part IX, lines 1 and 2, column (A)' },
  })
})

describe('people of Schedule J', () => {
  const list = '/IRS990/Form990PartVIISectionAGrp'
  const row = '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp'
  type Unlisted = { name: string; listedAs?: string }
  const filing = (missing?: readonly Unlisted[], people = 6, names = ['ADA', 'BEN']) => {
    const unlisted = missing?.map((one, at) => ({ ...one, path: `${row}[${at + 1}]` }))
    return checked('990', 'schedules:J', {
      rows: { [row]: people },
      rowFacts: { sums: {}, officers: { path: list, names }, ...(unlisted && { unlisted }) },
    })
  }
  const unlisted = (names: string): Unlisted[] => [...names].map((name) => ({ name }))
  const similar = { name: 'William Smith', listedAs: 'BILL SMITH' }

  it.each<[string, Unlisted[], string, string, listed: number]>([
    ['all listed', [], 'Passed', 'Caution', 6],
    ['one missing', unlisted('A'), 'Failed', 'Caution', 5],
    ['five missing', unlisted('ABCDE'), 'Failed', 'Caution', 1],
    ['another spelling', [similar], 'Information', 'Information', 5],
    ['another spelling, and one missing', [similar, { name: 'Ann Other' }], 'Failed', 'Caution', 4],
  ])('are compared with the list: %s', (title, missing, status, severity, listed) => {
    const found = explain(`people: ${title}`, 'scheduleJPeople', filing(missing))
    const sides = { left: { value: 6 }, right: { value: listed }, difference: 6 - listed }
    expect(found).toMatchObject({ status, severity, ...sides })
  })

  const rowsOf = (path: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${path}[${at + 1}]`)
  const many = Array.from({ length: 21 }, (_, at) => `PERSON ${at}`)
  it.each([
    [
      'every counted row',
      filing(unlisted('AB')),
      rowsOf(row, 6),
      [...rowsOf(list, 2), ...rowsOf(row, 2)],
    ],
    ['twenty rows', filing([], 20, many.slice(1)), rowsOf(row, 20), rowsOf(list, 20)],
    [
      'the parts of more',
      filing(unlisted('A'), 21, many),
      ['/IRS990ScheduleJ'],
      ['/IRS990', `${row}[1]`],
    ],
  ])('cite %s, and the missing people', (_, from, left, right) => {
    const found = outcomeOf('scheduleJPeople', from)
    expect(found?.left.from.map(({ path }) => path)).toEqual(left)
    expect(found?.right.from.map(({ path }) => path)).toEqual(right)
  })

  it('are not compared if a list has no names', () => {
    expect(outcomeOf('scheduleJPeople', filing())).toBeUndefined()
  })
})

test.each(cases<[Form, string, string]>('schedules that a yes requires'))(
  'a yes of the %s requires Schedule %s; a no requires none (%s)',
  (form, letter, key) => {
    const rule = `schedule${letter}Attached`
    const from = [{ path: expect.stringMatching(`^/IRS990Schedule${letter}(\\[1\\])?$`) }]
    const of = (filed: string) => outcomeOf(rule, checked(form, `${key}=${filed}`))
    const [attached, none] = [
      { value: 'attached', from },
      { value: 'not attached', from: [] },
    ]
    const failed = { status: 'Failed', severity: 'Caution', right: none }
    expect(of(`true schedules:${letter}`)).toMatchObject({ status: 'Passed', right: attached })
    expect(of('true schedules:X')).toMatchObject(failed)
    expect(of('false')).toBeUndefined()
  },
)

describe('a return and the previous one that differ', () => {
  const start = (earlier: Parameters<typeof yearBefore>[2] = {}) =>
    checked('990', 'totalAssetsBoy=5', { earlier: yearBefore('990', 'totalAssetsEoy=9', earlier) })

  it.each(cases<[string, string, Parameters<typeof yearBefore>[2]]>('previous returns'))(
    'are %s (%s) if the previous one has %o',
    (...[status, severity, earlier]) => {
      const found = outcomeOf('assetsAtStart', start(earlier))
      expect([found?.status ?? 'none', found?.severity ?? 'none']).toEqual([status, severity])
      if (status === 'Information') explain('amended later', 'assetsAtStart', start(earlier))
    },
  )

  it('cite the leaf of the previous return', () => {
    expect(outcomeOf('assetsAtStart', start())?.right).toMatchObject({
      line: 'Part I, line 20, in the return for 2021',
      from: [{ objectId: '202203199349301234', taxYear: 2021 }],
    })
  })
})

describe('the rules', () => {
  it('are documented in this order, each with a label, and have a unique key and a tolerance', () => {
    // One row documents all schedules.
    const isSchedule = (key: string) => /schedule[A-R]Attached/.test(key)
    const own = CROSS_CHECKS.filter(({ key }) => !isSchedule(key))
    expect(DOCUMENTED_RULES.filter(([key = '']) => !isSchedule(key))).toEqual(
      own.map(({ key, label, forms, severity }) => [
        `\`${key}\``,
        label,
        forms.join(', '),
        severity,
      ]),
    )
    expect(new Set(CROSS_CHECKS.map(({ key }) => key)).size).toBe(CROSS_CHECKS.length)
    for (const { key, label, tolerance } of CROSS_CHECKS) {
      expect(key).toMatch(/^[a-z][A-Za-z]+$/)
      // Next to "failed", a label that states what should hold reads as its opposite.
      expect(label).not.toMatch(/^$|\b(?:is|are|has|have|equals?|adds? up)\b/)
      expect(tolerance, key).not.toBe('')
    }
  })

  it('each have an example here', () => {
    const shown = new Set([...EXAMPLES.map(([rule]) => rule), 'scheduleJPeople'])
    const others = CROSS_CHECKS.filter(({ key }) => !shown.has(key)).map(({ key }) => key)
    expect(others.filter((key) => !/^schedule[A-R]Attached$/.test(key))).toEqual([])
  })

  it('read exactly EARLIER_FACTS of the previous return', () => {
    const before = EXAMPLES.flatMap(([, form, agrees]) =>
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
    for (const [, form, ...texts] of EXAMPLES) {
      for (const filing of texts.slice(0, 2).map((text) => checked(form, String(text)))) {
        const statuses = crossCheck(filing).map(({ rule, status }) => ({ rule, status }))
        expect(checkStatuses(filing)).toMatchObject(statuses)
        expect(checkStatuses(filing)).toHaveLength(statuses.length)
      }
    }
  })

  it('do not depend on the order of facts, parts, and rows', () => {
    const filed =
      'totalRevenue=100 statementRevenue=100 totalExpenses=90 revenueLessExpenses=5 contributions=70 otherRevenue=30 describedIn501c3=true endowments=true schedules:A schedules:O schedules:D'
    const words = filed.split(' ')
    const plain = crossCheck(checked('990', filed))
    expect(plain.length).toBeGreaterThan(4)
    const anyOrder = fc.shuffledSubarray(words, { minLength: words.length })
    fc.assert(
      fc.property(anyOrder, (shuffled) => {
        expect(crossCheck(checked('990', shuffled.join(' ')))).toEqual(plain)
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
