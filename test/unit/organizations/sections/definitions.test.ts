import { expect, test } from 'vitest'
import { STATEMENTS } from '#src/domain/facts/tables/statements.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { FORMS } from '#src/domain/form.ts'
import { sectionOn } from '#src/organizations/sections/definitions.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'

/** What no section shows as rows of its own, and why. */
const SHOWN_BY_NONE: Readonly<Record<string, string>> = {
  explanations: 'texts of Schedule O: Programs continues with those on programs, Schedules has all',
}

test('every table and statement is shown by a section of its form, or has a reason', () => {
  const shown = new Set(
    SECTION_IDS.flatMap((id) =>
      FORMS.flatMap((form): string[] => {
        const { tables = [], statements = [] } = sectionOn(id, form) ?? {}
        return [...tables, ...statements]
      }),
    ),
  )
  const missing = [...Object.keys(TABLES), ...Object.keys(STATEMENTS)].filter(
    (key) => !shown.has(key),
  )
  expect(missing).toEqual(Object.keys(SHOWN_BY_NONE))
})
