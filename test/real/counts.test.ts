import { readFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, it } from 'vitest'
import xpath from 'xpath'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import { countRowSources } from '#src/domain/facts/tables/count-rows.ts'
import { sourceKey } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { readPaths } from '#test/unit/domain/tables/catalogued.ts'
import { hasRealReturns, REAL_RETURNS, readRealReturns } from './returns.ts'

/** A return without namespaces, so that plain paths select in it. */
function parse(file: string): Node {
  const xml = readFileSync(joinPath(REAL_RETURNS, file), 'utf8').replace(/^\uFEFF/, '')
  const plain = xml
    .replaceAll(/\s(xmlns(:\w+)?|\w+:\w+)="[^"]*"/g, '')
    .replaceAll(/(<\/?)\w+:/g, '$1')
  return new DOMParser().parseFromString(plain, 'text/xml') as unknown as Node
}

const select = (path: string, from: Node): Element[] =>
  xpath.select(path, from) as unknown as Element[]

const isFiled = (element: Element): boolean => (element.textContent ?? '').trim() !== ''

/** Returns the rows of each source of each table, counted with an XPath library. */
function countWithXPath(document: Node): Record<string, number> {
  const [data] = select('/Return/ReturnData', document)
  if (!data) throw new Error('No ReturnData.')
  const counts: Record<string, number> = {}
  for (const table of Object.values(TABLES)) {
    for (const source of table.rows) {
      const isRepeat = !source.columns && REPEATABLE.has(source.path)
      const elements = source.columns
        ? select(source.path.slice(1), data).filter((element) =>
            readPaths(table, source).some((path) =>
              select(path.slice(source.path.length + 1), element).some(isFiled),
            ),
          )
        : select(source.path.slice(1), data).filter((element) => isRepeat || isFiled(element))
      if (elements.length > 0) counts[sourceKey(source)] = elements.length
    }
  }
  return counts
}

describe.skipIf(!hasRealReturns)('rows of real returns', () => {
  it('have the same counts as with an XPath library', { timeout: 300_000 }, () => {
    let rows = 0
    for (const { file, blocks } of hasRealReturns ? readRealReturns() : []) {
      const counts = countRowSources({ blocks, repeats: [] }, {})
      expect(counts, file).toEqual(countWithXPath(parse(file)))
      rows += Object.values(counts).reduce((sum, count) => sum + count, 0)
    }
    console.log(`${rows} rows counted by both`)
    expect(rows).toBeGreaterThan(15_000)
  })
})
