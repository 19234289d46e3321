import { describe, expect, test } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import { type BlockRequest, type Held, selectBlock } from '#src/organizations/filings/blocks.ts'
import { ApiError } from '#src/platform/errors.ts'
import { makeSummary } from './made-filing.ts'

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

  test('means the block of the requested form', () => {
    expect(select('A', { form: '990T' })).toEqual(['tax', 'IRS990TScheduleA'])
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

  test('means one block if written in full', () => {
    expect(select('irs990tschedulea')).toEqual(['tax', 'IRS990TScheduleA'])
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
