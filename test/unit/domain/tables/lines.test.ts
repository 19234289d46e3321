import { describe, expect, it } from 'vitest'
import { lineOf } from '#src/domain/facts/catalogue.ts'
import { lineOfPath } from '#src/domain/facts/citation.ts'
import { testReturns } from '#test/unit/cases.ts'
import { ALL, readPaths } from './catalogued.ts'

describe('lineOfPath', () => {
  it('follows the schema version if the IRS moved a part', () => {
    const officer = '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp[1]/PersonNm'
    expect(lineOfPath(officer, '2020v4.1')).toBe('Part VIII, line 1, row 1, column (a)')
    expect(lineOfPath(officer, '2021v4.0')).toBe('Part VII, line 1, row 1, column (a)')
    expect(lineOfPath(officer)).toBe('Part VIII, line 1, row 1, column (a)')
    const others = '/IRS990/AllOtherExpenses/Total'
    expect(lineOfPath(others, '2011v1.5')).toBe('Part IX, line 24f, column (A)')
    expect(lineOfPath(others, '2012v2.1')).toBe('Part IX, line 24e, column (A)')
    const total = '/IRS990/TotalNetAssetsFundBalanceGrp/EOYAmt'
    expect(lineOfPath(total, '2018v3.3')).toBe('Part X, line 33, column (B)')
    expect(lineOfPath(total, '2019v5.0')).toBe('Part X, line 32, column (B)')
  })

  it("returns the row's line for a leaf that no column reads", () => {
    expect(lineOfPath('/IRS990ScheduleI/RecipientTable[2]/Unknown/Leaf')).toBe(
      'Schedule I, Part II, row 2',
    )
  })

  it.each(['/IRS990/VoluntaryExplanation', '/IRS990', '/ReturnHeader/Filer/EIN', '', 'x'])(
    'returns no line for %s',
    (path) => {
      expect(lineOfPath(path)).toBeUndefined()
    },
  )

  // One leaf is a fact and a cell of a statement; a citation must not depend on how it was found.
  it.each(['2012v2.1', '2018v3.3', '2020v4.1', '2022v5.0'])(
    'returns the same for a leaf as for the facts, in %s',
    (version) => {
      const paths = new Set(
        ALL.flatMap(([, table]) => table.rows.flatMap((source) => readPaths(table, source))),
      )
      const different = [...paths].flatMap((path) => {
        const fact = lineOf(path, version)
        const cell = lineOfPath(path, version)
        return fact === undefined || fact === cell ? [] : [{ path, fact, cell }]
      })
      expect(different).toEqual([])
    },
  )
})

testReturns({
  'lines of paths': (path: string) => lineOfPath(path, '2022v5.0'),
})
