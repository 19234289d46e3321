import { describe, expect, test } from 'vitest'
import { selectFiling } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { makeSummary } from './made-filing.ts'

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
  test('selects the latest of the primary form by default', () => {
    expect(opened()).toBe('short')
  })

  test('selects the later period end of two in one tax year', () => {
    expect(opened('990', 2022)).toBe('short')
  })

  test('selects the given form and year', () => {
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

  test('says that no filing is known', () => {
    expect(() => selectFiling({ filings: [], primaryForm: null }, {})).toThrow(
      /No filing of this organization is available/,
    )
  })

  test('never selects a superseded filing', () => {
    const superseded = FILINGS.filter(({ objectId }) => objectId === 'first')
    expect(() => selectFiling({ filings: superseded, primaryForm: '990' }, {})).toThrow(
      /No filing of this organization is available/,
    )
  })

  test('lists the years, each once, for a year without a filing', () => {
    expect(() => opened('990', 2021)).toThrow(
      'No Form 990 is available for tax year 2021. Available tax years: 2020, 2022.',
    )
  })

  test('lists the forms for a form never filed', () => {
    expect(() => opened('990PF')).toThrow(
      'No Form 990PF of this organization is available. Available forms: 990, 990T.',
    )
  })
})
