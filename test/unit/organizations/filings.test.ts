import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import { type BlockRequest, type Held, selectBlock } from '#src/organizations/filings/blocks.ts'
import { selectFiling } from '#src/organizations/filings/select-filing.ts'
import { compareFacts, selectVersions } from '#src/organizations/history/amendment.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import { makeFiling, makeSummary } from './made-filing.ts'

const filing = (objectId: string, made: Partial<FilingSummary>) =>
  makeSummary({ objectId, ...made })

// As the store returns them: newest period first, and for one period the current one.
const FILINGS = [
  filing('short', { taxYear: 2022, taxPeriodBegin: '2022-07-01', taxPeriodEnd: '2022-12-31' }),
  filing('unrelated', { form: '990T', taxYear: 2023, taxPeriodEnd: '2022-06-30' }),
  filing('amended', { taxYear: 2022, taxPeriodEnd: '2022-06-30', isAmended: true }),
  filing('first', { taxYear: 2022, taxPeriodEnd: '2022-06-30', isCurrent: false }),
  filing('old', { taxYear: 2020, taxPeriodEnd: '2020-06-30' }),
]
const organization = { filings: FILINGS, primaryForm: '990' } as const
const opened = (form?: FilingSummary['form'], year?: number) =>
  selectFiling(organization, { form, year }).objectId

describe('selecting a filing', () => {
  test('selects the latest period end of a form and year, by default of the primary form', () => {
    expect(opened()).toBe('short')
    expect(opened('990', 2022)).toBe('short')
    expect(opened('990T')).toBe('unrelated')
    expect(opened(undefined, 2020)).toBe('old')
  })

  test.each([
    [['990T', '990N', '990EZ', '990PF'], '990EZ'],
    [['990T', '990N'], '990N'],
    [['990T'], '990T'],
  ] as const)('of %j, before a primary form is resolved, %s is opened', (forms, opened) => {
    const filings = forms.map((form) => filing(form, { form }))
    expect(selectFiling({ filings, primaryForm: null }, {}).form).toBe(opened)
    expect(selectFiling({ filings, primaryForm: null }, { form: '990T' }).form).toBe('990T')
  })

  test.each([
    ['known', [], null],
    ['current', FILINGS.filter(({ objectId }) => objectId === 'first'), '990' as const],
  ])('says that no filing is available if none is %s', (_, filings, primaryForm) => {
    expect(() => selectFiling({ filings, primaryForm }, {})).toThrow(
      /No filing of this organization is available/,
    )
  })

  test('lists the years, each once, for a year without a filing, and the forms filed', () => {
    expect(() => opened('990', 2021)).toThrow(
      'No Form 990 is available for tax year 2021. Available tax years: 2020, 2022.',
    )
    expect(() => opened('990PF')).toThrow(
      'No Form 990PF of this organization is available. Available forms: 990, 990T.',
    )
  })
})

const held = (form: Form, objectId: string, blocks: string[], isCurrent = true): Held => ({
  filing: makeSummary({ form, objectId, isCurrent }),
  contents: {
    blocks: blocks.map((block) => ({ block, ordinal: 1, bytes: 2 })),
    rows: {},
    cut: [],
  },
  version: '',
})

// The 990-T was received last and is listed first.
const HELD = [
  held('990T', 'tax', ['ReturnHeader', 'IRS990T', 'IRS990TScheduleA']),
  held('990', 'latest', ['ReturnHeader', 'IRS990', 'IRS990ScheduleA', 'IRS990ScheduleD']),
  held('990', 'superseded', ['ReturnHeader', 'IRS990', 'IRS990ScheduleJ'], false),
]
const select = (block: string, more: Partial<BlockRequest> = {}, primary: Form | null = '990') => {
  const found = selectBlock(HELD, primary, { block, ordinal: 1, page: 1, ...more })
  return [found.filing.objectId, found.block]
}
const refusal = (ask: () => unknown): ApiError => {
  try {
    ask()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('It was not rejected.')
}

describe('a short name that two forms share', () => {
  test.each(['ScheduleA', 'schedule_a', 'schA', 'A'])(
    '%s is that of the primary form, whatever was received last',
    (name) => {
      expect(select(name)).toEqual(['latest', 'IRS990ScheduleA'])
      expect(select(name, {}, '990T')).toEqual(['tax', 'IRS990TScheduleA'])
    },
  )

  test('means the block of the requested form, or one block if written in full', () => {
    expect(select('A', { form: '990T' })).toEqual(['tax', 'IRS990TScheduleA'])
    expect(select('irs990tschedulea')).toEqual(['tax', 'IRS990TScheduleA'])
  })

  test('is rejected with the candidates if the primary form has none of them', () => {
    const { code, details } = refusal(() => select('A', {}, '990EZ'))
    expect(code).toBe('InvalidParameters')
    expect(details.issues).toMatchObject([
      {
        loc: ['path', 'block'],
        msg: 'can mean IRS990TScheduleA or IRS990ScheduleA; send one of these names',
      },
    ])
  })
})

describe('a filing', () => {
  test('is by default the newest current one with the block', () => {
    expect(select('ReturnHeader')).toEqual(['tax', 'ReturnHeader'])
    expect(refusal(() => select('J')).message).toBe(
      'No filing of this organization contains this block. Filed blocks: ReturnHeader, IRS990T, IRS990TScheduleA, IRS990, IRS990ScheduleA, IRS990ScheduleD.',
    )
  })

  test('may be superseded if requested by its object id', () => {
    expect(select('J', { objectId: 'superseded' })).toEqual(['superseded', 'IRS990ScheduleJ'])
  })

  test('that does not exist is rejected with a list', () => {
    expect(refusal(() => select('A', { form: '990PF', year: 2001 })).message).toMatch(
      /^No Form 990PF is available for tax year 2001\. Available filings: Form 990 for \d{4}; Form 990T for \d{4}\.$/,
    )
  })
})

describe('compareFacts', () => {
  const of = (content: Block) => makeFiling('990', content)

  test('compares facts by key, so that renamed elements do not differ', () => {
    const before = of({ TotalRevenueCurrentYear: '100', AmendedReturn: 'X' })
    const after = of({ CYTotalRevenueAmt: '100', AmendedReturnInd: 'true' })
    expect(compareFacts(before, after)).toEqual([])
  })

  test('gives lines, differences, and Refs', () => {
    const before = of({ CYTotalRevenueAmt: '100', Unknown: 'x' })
    const after = of({ CYTotalRevenueAmt: '90', TotalVolunteersCnt: '0' })
    const { objectId } = after
    expect(compareFacts(before, after)).toMatchObject([
      {
        kind: 'Changed',
        place: 'Part I, line 12',
        unit: 'USD',
        before: { value: 100 },
        after: { value: 90, ref: `990:2022:${objectId}:/IRS990/CYTotalRevenueAmt` },
        difference: -10,
      },
      { kind: 'Added', place: 'Part I, line 6', after: { value: 0 } },
    ])
  })
})

describe('selectVersions', () => {
  const filings = [
    makeSummary({ objectId: 'c', receivedOn: '2023-08-18', isAmended: true }),
    makeSummary({ objectId: 'b', receivedOn: '2023-08-17', isCurrent: false }),
    makeSummary({ objectId: 'a', receivedOn: '2023-01-12', isCurrent: false }),
    makeSummary({ objectId: 'z', taxYear: 2021 }),
  ]
  const select = (id: string, against?: string) => {
    const { before, after } = selectVersions(filings, id, against)
    return [before.objectId, after.objectId]
  }

  test('compares with the return received before, or with the given one, earlier first', () => {
    expect(select('c')).toEqual(['b', 'c'])
    expect(select('b')).toEqual(['a', 'b'])
    expect(select('c', 'a')).toEqual(['a', 'c'])
    expect(select('a', 'c')).toEqual(['a', 'c'])
  })

  test('rejects unknown, first, and unrelated returns', () => {
    expect(() => select('x')).toThrow('no such filing')
    expect(() => select('a')).toThrow('use the object ID of a later one: c')
    expect(() => select('z')).toThrow('Nothing can be compared')
    expect(() => select('c', 'z')).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          issues: [expect.objectContaining({ msg: expect.stringContaining('b or a') })],
        }),
      }),
    )
  })
})
