import { beforeAll, describe, expect, it } from 'vitest'
import { type BlockValue, readElement, readPath } from '#src/domain/blocks.ts'
import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import { readFactAt, readFacts } from '#src/domain/facts/read-facts.ts'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import { hasRealReturns, type RealReturn, readRealReturns } from './returns.ts'

function* repeatsOf(value: BlockValue, path: string): Generator<string> {
  if (typeof value === 'string') return
  if (Array.isArray(value)) {
    yield path
    for (const item of value) yield* repeatsOf(item, path)
    return
  }
  for (const [name, below] of Object.entries(value)) yield* repeatsOf(below, `${path}/${name}`)
}

describe.skipIf(!hasRealReturns)('the real filings of ../shared/data', () => {
  let returns: RealReturn[] = []
  beforeAll(() => {
    returns = readRealReturns()
  })

  it('have every fact at its path', () => {
    for (const { file, form, blocks } of returns) {
      for (const [key, fact] of Object.entries(readFacts(form, blocks).facts)) {
        const definition = CATALOGUE.find((item) => item.key === key)
        const read = readFactAt(blocks, definition?.kind ?? 'text', fact.path)
        expect(read, `${file} ${fact.path}`).toBe(fact.value)
        // A leaf as filed, or the element of a name of two lines.
        const leaf = readPath(blocks, fact.path)?.value
        const isElement = leaf === undefined && readElement(blocks, fact.path) !== undefined
        expect(leaf !== undefined || isElement, `${file} ${fact.path}`).toBe(true)
        if (typeof fact.value === 'number') expect(Number(leaf), file).toBe(fact.value)
      }
    }
  })

  // Counted in the files, so that a path that stops matching shows here.
  it.each([
    ['990', 115, ['totalRevenue', 'totalExpenses', 'totalAssetsEoy', 'totalLiabilitiesEoy']],
    ['990', 115, ['netAssetsEoy', 'employees', 'votingMembers', 'conflictOfInterestPolicy']],
    ['990EZ', 9, ['totalRevenue', 'totalAssetsEoy', 'netAssetsEoy', 'filerName']],
    ['990PF', 17, ['totalRevenue', 'totalExpenses', 'totalAssetsEoy', 'undistributedIncome']],
    ['990T', 19, ['unrelatedTaxableIncome', 'totalTax', 'totalAssetsEoy', 'filerName']],
  ] as const)('all have the main facts of the %s (%i)', (form, count, keys) => {
    const ofForm = returns.filter((filed) => filed.form === form)
    expect(ofForm).toHaveLength(count)
    for (const { file, blocks } of ofForm) {
      const { facts } = readFacts(form, blocks)
      for (const key of keys) expect(facts, file).toHaveProperty(key)
    }
  })

  it('repeat only elements marked as repeatable', () => {
    const unmarked = new Set<string>()
    for (const { blocks } of returns) {
      for (const { block, ordinal, content } of blocks) {
        const repeats = [...repeatsOf(content, `/${block}`)]
        if (ordinal > 1) repeats.push(`/${block}`)
        for (const path of repeats) if (!REPEATABLE.has(path)) unmarked.add(path)
      }
    }
    expect([...unmarked]).toEqual([])
  })
})
