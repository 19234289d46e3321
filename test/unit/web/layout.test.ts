import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import type { Freshness } from '#src/provenance/source.ts'
import { type Head, Layout } from '#src/web/components/layout.tsx'
import { SourceTable } from '#src/web/pages/sources.tsx'

const show = (freshness: Freshness, head: Partial<Head> = {}) => {
  const assets = { stylesheet: '/s.css', script: '/s.js' }
  const site = { assets, freshness, origin: () => '' }
  return load(
    render(h(Layout, { site, head: { title: 'A page', ...head }, children: 'What it says' })),
  )
}

describe('a page', () => {
  test.each([
    [{ fictional: 'All' }, 'Demo data: Every organization here is fictional.'],
    [{ fictional: 'Some' }, 'Demo data: Some organizations here are fictional.'],
    [{}, ''],
  ] as const)('warns first about made-up organizations: %o', (freshness, words) => {
    expect(show(freshness)('aside').text()).toContain(words)
    expect(show(freshness)('aside')).toHaveLength(words === '' ? 0 : 1)
  })

  test.each([
    ['All', 1],
    ['Some', 0],
    [undefined, 0],
  ] as const)('is listed by search engines unless all is made up: %s', (fictional, tags) => {
    expect(show({ ...(fictional && { fictional }) })('meta[name=robots]')).toHaveLength(tags)
  })

  test('says how old the data is, not only when it was loaded', () => {
    const $ = show({
      releasedAt: '2026-11-20T00:00:00Z',
      newestReceived: '2026-09-30',
      newestTaxPeriodEnd: '2026-06-30',
      medianLagMonths: 9,
    })
    expect($('footer').text()).toMatch(
      /Data loaded on November 20, 2026. The newest return was received on September 30, 2026. The latest fiscal year covered ended in June 2026. New returns typically arrive 9 months after/,
    )
    expect($('footer a[href="/about"]')).toHaveLength(1)
  })

  test('cuts long metadata', () => {
    const long = 'word '.repeat(1_000)
    const $ = show({}, { title: long, description: long })
    const lengthOf = (meta: string) => $(`meta[${meta}]`).attr('content')?.length
    expect(lengthOf('property="og:title"')).toBeLessThanOrEqual(200)
    expect(lengthOf('name=description')).toBeLessThanOrEqual(300)
    expect(lengthOf('property="og:description"')).toBeLessThanOrEqual(300)
  })

  test('says that the day is unknown before the first load', () => {
    expect(show({})('footer').text()).toContain('Data loaded on an unknown date.')
  })
})

test('a source that is not loaded says so', () => {
  const facts = { title: 'A list', publisher: 'A bureau', gives: 'Names.', lag: 'Weekly.' }
  const loaded = { asOf: '2026-10', rows: 1200, fictional: 'All' } as const
  const $ = load(
    render(
      h(SourceTable, {
        sources: [
          { key: 'OFAC', ...facts },
          { key: 'Audits', ...facts, loaded },
        ],
      }),
    ),
  )
  const [none, some] = $('tbody tr').toArray()
  expect($(none).text()).toContain('not loaded')
  expect($(some).text()).toMatch(/fictional.*October 2026.*1,200/)
})
