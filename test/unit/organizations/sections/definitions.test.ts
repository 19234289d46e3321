import { describe, expect, test } from 'vitest'
import { FACTS } from '#src/domain/facts/definitions.ts'
import { DERIVED } from '#src/domain/facts/derived.ts'
import { STATEMENTS } from '#src/domain/facts/tables/statements.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { FORMS } from '#src/domain/form.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { sectionOn } from '#src/organizations/sections/definitions.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'

/** Tables that no section shows as rows, with the reason. */
const SHOWN_BY_NONE: Readonly<Record<string, string>> = {
  explanations: 'texts of Schedule O: Programs continues with those on programs, Schedules has all',
}

const all = SECTION_IDS.flatMap((id) => FORMS.flatMap((form) => sectionOn(id, form) ?? []))
const listed = (role: keyof (typeof all)[number]): string[] => all.flatMap((one) => [...one[role]])

test('every table and statement is shown by a section of its form, or has a reason', () => {
  const shown = new Set([...listed('tables'), ...listed('statements')])
  const missing = [...Object.keys(TABLES), ...Object.keys(STATEMENTS)].filter(
    (key) => !shown.has(key),
  )
  expect(missing).toEqual(Object.keys(SHOWN_BY_NONE))
})

describe('keys in the tables of sections', () => {
  test.each([
    ['facts', FACTS],
    ['context', FACTS],
    ['derived', DERIVED],
    ['tables', TABLES],
    ['statements', STATEMENTS],
  ] as const)('%s are in the catalogue', (role, catalogue) => {
    expect(listed(role).filter((key) => !(key in catalogue))).toEqual([])
    expect(listed(role).length).toBeGreaterThan(0)
  })

  test('sections.tsv and sentences.tsv name sections, forms, facts, and tables that exist', () => {
    const rowsOf = (file: string) =>
      readTsv(new URL(`../../../../src/organizations/sections/${file}`, import.meta.url))
    for (const [section, forms = ''] of rowsOf('sections.tsv')) {
      expect(SECTION_IDS).toContain(section)
      for (const form of forms.split(' ')) expect(FORMS).toContain(form)
    }
    for (const [section, form, piece = '', of = ''] of rowsOf('sentences.tsv')) {
      expect(SECTION_IDS).toContain(section)
      if (form) expect(FORMS).toContain(form)
      expect(['rows', 'dollars', 'number', 'otherwise']).toContain(piece)
      if (piece === 'otherwise') continue
      const catalogue = piece === 'rows' ? TABLES : FACTS
      expect(of.split(' ').filter((key) => !(key in catalogue))).toEqual([])
    }
  })
})
