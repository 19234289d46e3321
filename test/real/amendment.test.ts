import { describe, expect, test } from 'vitest'
import { compareFacts } from '#src/organizations/history/amendment.ts'
import { compareKnown, selectKnown } from '#src/organizations/history/as-known.ts'
import { makeOrganization } from '#test/unit/organizations/made-filing.ts'
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

// Expected values were read from the XML files.
describe.skipIf(!hasRealFilings)('what was known of real returns', () => {
  const readAll = (ids: readonly string[]) => ids.map((id) => readRealFiling(id).filing)
  const knownOn = (ids: readonly string[], on: string) => {
    const filings = readAll(ids).map((one, at) => ({ ...one, isCurrent: at === 0 }))
    const [now] = filings as [(typeof filings)[number]]
    const organization = makeOrganization({ ein: now.ein, filings })
    const selected = { ...selectKnown(filings, on), now }
    const { known, later } = compareKnown(organization, selected, { known: filings, now: filings })
    const revenue = known?.figures.find(({ key }) => key === 'revenue')?.value
    return {
      known: known?.filing.objectId,
      revenue,
      changes: later.map(({ changes }) =>
        changes.map(({ key, before, after }) => [key, before?.value, after?.value]),
      ),
    }
  }

  test('EIN 383834255: total revenue was $1,094,661 until an amended return of August 2023', () => {
    const ids = ['202322309349300102', '202342299349301669', '202320129349303682']
    const found = knownOn(ids, '2023-08-16')
    expect(found).toMatchObject({ known: '202320129349303682', revenue: 1_094_661 })
    for (const changes of found.changes) {
      expect(changes).toContainEqual(['revenue', 1_094_661, 1_119_584])
      expect(changes).toContainEqual(['assets', 1_078_725, 1_082_587])
      expect(changes).toContainEqual(['expenses', 325_137, 558_742])
    }
    expect(knownOn(ids, '2023-08-17')).toMatchObject({
      known: '202342299349301669',
      revenue: 1_119_584,
      // The second amended return has the same content.
      changes: [[]],
    })
  })

  test('EIN 521367538: the amended return of August 2023 changed no leading figure', () => {
    const found = knownOn(['202312149349301351', '202321309349304482'], '2023-08-01')
    expect(found).toMatchObject({ known: '202321309349304482', changes: [[]] })
  })

  test('EIN 590624458: nothing was known before April 2018', () => {
    const ids = ['201900639349300210', '201811069349300841']
    expect(knownOn(ids, '2018-04-15').known).toBeUndefined()
    expect(knownOn(ids, '2018-04-16').known).toBe('201811069349300841')
    expect(knownOn(ids, '2019-03-04').known).toBe('201900639349300210')
  })
})
