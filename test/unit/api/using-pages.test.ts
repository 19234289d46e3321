import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exportQuery } from '#src/api/a/export/route.ts'
import { grantsQuery } from '#src/api/a/grants/schema.ts'
import { moneyNetworkQuery } from '#src/api/a/money-network.ts'
import { searchQuery } from '#src/api/a/search.ts'
import { searchQuery as plainSearchQuery } from '#src/api/b/search/schema.ts'
import { COLUMN_NAMES } from '#src/api/shared/export/columns.ts'
import { grantSearchQuery } from '#src/api/shared/grant-search.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'

const read = (page: string) => readFileSync(`docs/using/${page}.md`, 'utf8')

/** The names in code style in the first cells of all tables. */
const namesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [, cell = ''] = /^\| (`[^|]+) \|/.exec(line) ?? []
    return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  })

describe('the pages for users name every parameter', () => {
  it.each([
    ['search', { ...searchQuery.shape, ...plainSearchQuery.shape }],
    ['network', { ...moneyNetworkQuery.shape, ...grantsQuery.shape, ...grantSearchQuery.shape }],
  ])('%s', (page, shape) => {
    // The scope has one value, so that it is in a sentence.
    const expected = Object.keys(shape).filter((name) => name !== 'Scope')
    expect(namesIn(read(page))).toEqual(expect.arrayContaining(expected))
  })

  it('exports, with the filters of a search', () => {
    const names = [...namesIn(read('exports')), ...namesIn(read('search'))]
    expect(names).toEqual(expect.arrayContaining(Object.keys(exportQuery.shape)))
  })
})

it('names every section of a page', () => {
  expect(namesIn(read('organizations'))).toEqual(expect.arrayContaining([...SECTION_IDS]))
})

it('names only columns that an export has', () => {
  const [, columns = ''] = /### Columns\n([\s\S]*?)\n### /.exec(read('exports')) ?? []
  const named = [...columns.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(20)
  for (const name of named) expect(COLUMN_NAMES).toContain(name)
})
