import { describe, expect, test } from 'vitest'
import { compareFilings } from '#src/organizations/history/amendment.ts'
import { hasRealFilings, readRealFiling } from './filing.ts'

describe.skipIf(!hasRealFilings)('real amended returns', () => {
  const changesOf = (before: string, after: string) =>
    compareFilings(readRealFiling(before), readRealFiling(after)).map((change) => [
      change.place,
      change.before?.value,
      change.after?.value,
    ])

  test('EIN 521367538 added joint costs', () => {
    const found = changesOf('202321309349304482', '202312149349301351')
    expect(found).toHaveLength(11)
    expect(found.slice(0, 6)).toEqual([
      ['Heading, item B', undefined, true],
      ['Part IX, line 26, column (A)', undefined, 3_721_104],
      ['Part IX, line 26, column (B)', undefined, 2_091_953],
      ['Part IX, line 26, column (C)', undefined, 28_121],
      ['Part IX, line 26, column (D)', undefined, 1_601_030],
      ['Schedule O, row 6', undefined, 'FORM 990, PART IX, LINE 26'],
    ])
  })

  test('EIN 590624458 corrected the pay of one person among 80', () => {
    const found = changesOf('201811069349300841', '201900639349300210')
    expect(found).toHaveLength(9)
    expect(found.slice(0, 5)).toEqual([
      ['Part VII, Section A, line 1d, column (F)', 1_194_652, 935_605],
      ['Heading, item B', undefined, true],
      ['Part VII, Section A, line 1a, row 77, column (F)', 535_536, 276_489],
      ['Schedule J, Part II, row 2, column (D), row (i)', 515_548, 256_501],
      ['Schedule J, Part II, row 2, column (E), row (i)', 1_881_147, 1_622_100],
    ])
  })

  test('EIN 383834255 sent the same amended return twice', () => {
    expect(changesOf('202342299349301669', '202322309349300102')).toEqual([
      ['header, element ReturnTs', '2023-08-17T17:57:51-04:00', '2023-08-17T18:00:10-04:00'],
    ])
  })
})
