import { describe, expect, test } from 'vitest'
import { firstOfEach, readSocialLink } from '#indexer/enrich/read-page/social-links.ts'
import { openCases } from '../cases.ts'

const cases = openCases(new URL('./social-links.tsv', import.meta.url))

describe('a link to an account', () => {
  test.each(cases<[string, string, string]>('accounts'))('%s belongs to %s', (href, Network, URL) =>
    expect(readSocialLink(href)).toEqual({ Network, URL }),
  )

  test.each([
    ...cases<[string]>('links that are no account').flat(),
    `https://www.facebook.com/${'x'.repeat(200)}`,
    `https://www.youtube.com/@${'x'.repeat(200)}`,
  ])('%s is not recognized', (href) => expect(readSocialLink(href)).toBeUndefined())

  test('counts once for each network: the first', () => {
    const links = ['https://x.com/harbor', 'https://x.com/sponsor', 'https://vimeo.com/harbor']
    expect(firstOfEach(links.map((link) => readSocialLink(link)))).toEqual([
      { Network: 'X', URL: 'https://x.com/harbor' },
      { Network: 'Vimeo', URL: 'https://vimeo.com/harbor' },
    ])
  })
})
