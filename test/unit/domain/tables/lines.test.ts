import { expect, it } from 'vitest'
import { lineOf } from '#src/domain/facts/catalogue.ts'
import { lineOfPath } from '#src/domain/facts/citation.ts'
import { testReturns } from '#test/unit/cases.ts'
import { ALL, readPaths } from './catalogued.ts'

// One leaf is a fact and a cell of a statement; a citation must not depend on how it was found.
it.each(['2012v2.1', '2018v3.3', '2020v4.1', '2022v5.0'])(
  'a leaf has the same line as the facts, in %s',
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

testReturns({
  'lines of paths': (path: string) => lineOfPath(path, '2022v5.0'),
  'lines of parts that the IRS moved': (path: string, version: string | null) =>
    lineOfPath(path, version ?? undefined),
})
