import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exportQuery } from '#src/api/a/export/route.ts'
import { searchQuery } from '#src/api/a/search.ts'
import { COLUMN_NAMES } from '#src/api/shared/export/columns.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'

const read = (page: string) => readFileSync(`docs/using/${page}.md`, 'utf8')

/** The names in code style in the first cells of all tables. */
const namesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [, cell = ''] = /^\| (`[^|]+) \|/.exec(line) ?? []
    return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  })

it('names every parameter of a search and of an export', () => {
  expect(namesIn(read('search'))).toEqual(expect.arrayContaining(Object.keys(searchQuery.shape)))
  const names = [...namesIn(read('exports')), ...namesIn(read('search'))]
  expect(names).toEqual(expect.arrayContaining(Object.keys(exportQuery.shape)))
})

it('names every section of a page', () => {
  expect(namesIn(read('organizations'))).toEqual(expect.arrayContaining([...SECTION_IDS]))
})

it('names only columns that an export has', () => {
  const [, columns = ''] = /### Columns\n([\s\S]*?)\n### /.exec(read('exports')) ?? []
  const named = [...columns.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(15)
  for (const name of named) expect(COLUMN_NAMES).toContain(name)
})
