import { describe, expect, test } from 'vitest'
import { readWebsite } from '#src/domain/website.ts'

describe('a website as filed', () => {
  test.each([
    ['WWW.EXAMPLE.ORG', 'https://www.example.org/'],
    ['example.org.', 'https://example.org/'],
    ['http://example.org/About', 'http://example.org/About'],
    ['HTTPS://EXAMPLE.ORG/ABOUT', 'https://example.org/about'],
    ['http:/www.example.org', 'http://www.example.org/'],
    ['http//www.example.org', 'http://www.example.org/'],
    ['https:\\\\www.example.org', 'https://www.example.org/'],
    ['www.example.org; www.other.example', 'https://www.example.org/'],
    ['see www.example.org', 'https://www.example.org/'],
  ])('%s opens as %s', (filed, url) => {
    expect(readWebsite(filed)).toBe(url)
  })

  test.each(['N/A', 'NONE', 'Not applicable', '0', '', 'info@example.org', '127.0.0.1', 'WWW'])(
    'is absent for %s',
    (filed) => {
      expect(readWebsite(filed)).toBeUndefined()
    },
  )
})
