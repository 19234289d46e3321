import { describe, expect, test } from 'vitest'
import { compareFacts } from '#src/organizations/history/amendment.ts'
import { hasRealFilings, readRealFiling } from './filing.ts'

describe.skipIf(!hasRealFilings)('real amended returns', () => {
  const changesOf = (before: string, after: string) =>
    compareFacts(readRealFiling(before).filing, readRealFiling(after).filing).map((change) => [
      change.place,
      change.before?.value,
      change.after?.value,
    ])

  test('EIN 521367538 added joint costs', () => {
    const found = changesOf('202321309349304482', '202312149349301351')
    expect(found).toEqual([
      ['Heading, item B', undefined, true],
      ['Part IX, line 26, column (A)', undefined, 3_721_104],
      ['Part IX, line 26, column (B)', undefined, 2_091_953],
      ['Part IX, line 26, column (C)', undefined, 28_121],
      ['Part IX, line 26, column (D)', undefined, 1_601_030],
    ])
  })

  test('EIN 590624458 corrected the total of other pay', () => {
    const found = changesOf('201811069349300841', '201900639349300210')
    expect(found).toEqual([
      ['Part VII, Section A, line 1d, column (F)', 1_194_652, 935_605],
      ['Heading, item B', undefined, true],
    ])
  })

  test('EIN 383834255 sent the same amended return twice', () => {
    expect(changesOf('202342299349301669', '202322309349300102')).toEqual([])
  })
})
