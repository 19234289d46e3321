import { describe, expect, it } from 'vitest'
import { type FilingBlocks, readElement, readPath } from '#src/domain/blocks.ts'

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
  it.each([
    ['/ReturnHeader/Filer/EIN', '070000001'],
    ['/IRS990/@documentId', 'D1'],
    ['/IRS990/Empty', ''],
    ['/IRS990/StatesWhereCopyOfReturnIsFldCd[2]', 'PA'],
    ['/IRS990/StatesWhereCopyOfReturnIsFldCd', 'OH'],
    ['/IRS990/Form990PartVIISectionAGrp[1]/PersonNm', 'A'],
    ['/IRS990/Form990PartVIISectionAGrp[2]/PersonNm', 'B'],
    ['/IRS990/Form990PartVIISectionAGrp[2]/PersonNm/@note', 'n'],
    ['/IRS990ScheduleK/Name', 'first'],
    ['/IRS990ScheduleK[2]/Name', 'second'],
    ['/IRS990[1]/Empty[1]', ''],
  ])('reads %s', (path, value) => {
    expect(readPath(blocks, path)).toEqual({ value, path })
  })

  it.each([
    '',
    '/',
    'IRS990/Empty',
    '/IRS990/Nothing',
    '/IRS990/Empty/Below',
    '/IRS990/Empty[2]',
    '/IRS990/Empty[0]',
    '/IRS990/Form990PartVIISectionAGrp[3]/PersonNm',
    '/IRS990ScheduleK[3]/Name',
    '/IRS990/constructor/name',
    '/IRS990//Empty',
  ])('returns undefined for %o', (path) => {
    expect(readPath(blocks, path)).toBeUndefined()
  })

  it('returns no leaf for a row, which readElement returns whole', () => {
    const row = '/IRS990/Form990PartVIISectionAGrp[1]'
    expect(readPath(blocks, row)).toBeUndefined()
    expect(readElement(blocks, row)).toEqual({ PersonNm: 'A' })
  })
})
