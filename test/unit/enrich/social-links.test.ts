import { describe, expect, test } from 'vitest'
import { firstOfEach, readSocialLink } from '#indexer/enrich/read-page/social-links.ts'

describe('a link to an account', () => {
  test.each([
    ['http://facebook.com/HarborHearth/', 'Facebook', 'https://www.facebook.com/HarborHearth'],
    ['https://m.facebook.com/harbor?ref=x#y', 'Facebook', 'https://www.facebook.com/harbor'],
    ['https://es-es.facebook.com/harbor', 'Facebook', 'https://www.facebook.com/harbor'],
    [
      'https://www.facebook.com/profile.php?id=123&x=1',
      'Facebook',
      'https://www.facebook.com/profile.php?id=123',
    ],
    [
      'https://www.facebook.com/pages/Harbor-Hearth/123/',
      'Facebook',
      'https://www.facebook.com/pages/Harbor-Hearth/123',
    ],
    [
      'https://www.instagram.com/harbor.hearth/?hl=en',
      'Instagram',
      'https://www.instagram.com/harbor.hearth',
    ],
    ['https://twitter.com/Harbor', 'X', 'https://x.com/Harbor'],
    ['https://mobile.twitter.com/Harbor/status/1', 'X', 'https://x.com/Harbor'],
    [
      'https://linkedin.com/company/harbor/about',
      'LinkedIn',
      'https://www.linkedin.com/company/harbor',
    ],
    ['https://youtube.com/@harbor/videos', 'YouTube', 'https://www.youtube.com/@harbor'],
    [
      'https://www.youtube.com/channel/UCabc-_1',
      'YouTube',
      'https://www.youtube.com/channel/UCabc-_1',
    ],
    ['https://www.tiktok.com/@harbor?x', 'TikTok', 'https://www.tiktok.com/@harbor'],
    [
      'https://bsky.app/profile/harbor.example',
      'Bluesky',
      'https://bsky.app/profile/harbor.example',
    ],
    ['https://www.threads.net/@harbor', 'Threads', 'https://www.threads.com/@harbor'],
    ['https://pinterest.com/harbor/board', 'Pinterest', 'https://www.pinterest.com/harbor'],
    [
      'https://www.facebook.com/Fundaci%C3%B3n-Puerto-123/about',
      'Facebook',
      'https://www.facebook.com/Fundaci%C3%B3n-Puerto-123',
    ],
    [
      'https://www.facebook.com/people/Harbor/123?x',
      'Facebook',
      'https://www.facebook.com/people/Harbor/123',
    ],
    [
      'https://www.linkedin.com/showcase/harbor/',
      'LinkedIn',
      'https://www.linkedin.com/showcase/harbor',
    ],
    ['https://vimeo.com/harbor', 'Vimeo', 'https://vimeo.com/harbor'],
    ['https://github.com/harbor/site', 'GitHub', 'https://github.com/harbor'],
  ])('%s belongs to %s', (href, Network, URL) => {
    expect(readSocialLink(href)).toEqual({ Network, URL })
  })

  test.each([
    'https://www.facebook.com/sharer/sharer.php?u=https://shelter.example',
    'https://www.facebook.com/sharer.php?u=x',
    'https://www.facebook.com/',
    'https://www.facebook.com/events/123',
    'https://www.facebook.com/groups',
    'https://www.facebook.com/wix',
    'https://twitter.com/intent/tweet?text=x',
    'https://x.com/share?url=x',
    'https://twitter.com/hashtag/harbor',
    'https://x.com/far_too_long_for_an_account',
    'https://www.instagram.com/p/abc/',
    'https://www.linkedin.com/shareArticle?url=x',
    'https://www.linkedin.com/in/some-person',
    'https://www.youtube.com/watch?v=abc',
    'https://youtu.be/abc',
    'https://www.youtube.com/@wix',
    'https://www.tiktok.com/share?url=x',
    'https://www.pinterest.com/pin/create/button/?url=x',
    'https://vimeo.com/123456',
    'https://vimeo.com/123456?share=copy',
    'https://vimeo.com/showcase/123',
    'https://vimeo.com/event/123',
    'https://github.com/features/actions',
    'https://github.com/orgs/harbor',
    ...[
      'pages/category/Nonprofit/Harbor-123',
      'pages/Harbor',
      'media/set/?set=a.1',
      'donate/1',
    ].map((path) => `https://www.facebook.com/${path}`),
    ...['fundraisers/x', 'notes/harbor', 'profile.php', 'home.php', 'l.php?u=x', 'har~bor'].map(
      (path) => `https://www.facebook.com/${path}`,
    ),
    `https://www.facebook.com/${'x'.repeat(200)}`,
    `https://www.youtube.com/@${'x'.repeat(200)}`,
    'https://www.instagram.com/a_name_that_is_longer_than_they_may_be',
    'https://facebook.com.evil.example/harbor',
    'https://user@facebook.com/harbor',
    'https://facebook.com:8443/harbor',
    'https://shelter.example/facebook.com/harbor',
    'mailto:harbor@facebook.com',
    'javascript:alert(1)',
    '/harbor',
  ])('%s is not recognized', (href) => expect(readSocialLink(href)).toBeUndefined())

  test('on Mastodon is recognized only by rel=me', () => {
    const link = 'https://social.example/@harbor'
    expect(readSocialLink(link)).toBeUndefined()
    expect(readSocialLink(link, true)).toEqual({ Network: 'Mastodon', URL: link })
    expect(readSocialLink('https://shelter.example/about', true)).toBeUndefined()
  })
  test.each([
    ...[
      'https://127.0.0.1/@x',
      'https://[::1]/@x',
      'https://localhost/@x',
      'https://printer.local/@x',
    ],
    ...['http://social.example/@x', 'https://medium.com/@x', 'https://blog.medium.com/@x'],
  ])('%s is not a Mastodon account, whatever the page says', (href) => {
    expect(readSocialLink(href, true)).toBeUndefined()
  })

  test('counts once for each network: the first', () => {
    const links = ['https://x.com/harbor', 'https://x.com/sponsor', 'https://vimeo.com/harbor']
    expect(firstOfEach(links.map((link) => readSocialLink(link)))).toEqual([
      { Network: 'X', URL: 'https://x.com/harbor' },
      { Network: 'Vimeo', URL: 'https://vimeo.com/harbor' },
    ])
  })
})
