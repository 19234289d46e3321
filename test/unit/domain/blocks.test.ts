import { describe, expect, it } from 'vitest'
import { type FilingBlocks, readElement, readPath } from '#src/domain/blocks.ts'
import { cases } from '#test/unit/cases.ts'

const blocks: FilingBlocks = [
  { block: 'ReturnHeader', ordinal: 1, content: { Filer: { EIN: '070000001' } } },
  {
    block: 'IRS990',
    ordinal: 1,
    content: {
      '@documentId': 'D1',
      Empty: '',
      StatesWhereCopyOfReturnIsFldCd: ['OH', 'PA'],
      Form990PartVIISectionAGrp: [{ PersonNm: 'A' }, { PersonNm: { '@note': 'n', '#text': 'B' } }],
    },
  },
  { block: 'IRS990ScheduleK', ordinal: 1, content: { Name: 'first' } },
  { block: 'IRS990ScheduleK', ordinal: 2, content: { Name: 'second' } },
]

describe('readPath', () => {
  it.each(cases<[string, string]>('leaves of paths'))('reads %s', (path, value) => {
    expect(readPath(blocks, path)).toEqual({ value, path })
  })

  it.each(cases<[string]>('paths without a leaf'))('returns undefined for %o', (path) => {
    expect(readPath(blocks, path)).toBeUndefined()
  })

  it('returns no leaf for a row, which readElement returns whole', () => {
    const row = '/IRS990/Form990PartVIISectionAGrp[1]'
    expect(readPath(blocks, row)).toBeUndefined()
    expect(readElement(blocks, row)).toEqual({ PersonNm: 'A' })
  })
})
