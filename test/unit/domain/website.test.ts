import { describe, expect, test } from 'vitest'
import { readWebsite } from '#src/domain/website.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

describe('a website as filed', () => {
  test.each(cases<[string, string]>('websites as filed'))('%s opens as %s', (filed, url) => {
    expect(readWebsite(filed)).toBe(url)
  })

  test.each(['N/A', 'NONE', 'Not applicable', '0', '', 'info@example.org', '127.0.0.1', 'WWW'])(
    'is absent for %s',
    (filed) => {
      expect(readWebsite(filed)).toBeUndefined()
    },
  )
})
