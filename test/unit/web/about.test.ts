import { load } from 'cheerio'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Freshness } from '#src/provenance/source.ts'
import { CATEGORIES } from '#src/rating/metrics.ts'
import { addAboutPage } from '#src/web/pages/about.tsx'

async function open(freshness: Freshness): Promise<string> {
  const app = Fastify()
  const assets = { stylesheet: '/a.css', script: '/a.js' }
  addAboutPage(app, { assets, origin: () => '', freshness })
  const { body } = await app.inject('/about')
  await app.close()
  return load(body)('main').text().replaceAll(/\s+/g, ' ')
}

test('the page about the site has every category of the rating with its weight', async () => {
  const text = await open({})
  for (const { label, weight } of Object.values(CATEGORIES)) {
    expect(text).toContain(`${label}, ${weight} of 100 points:`)
  }
})

test.each<[Freshness, RegExp]>([
  [{}, /No data is loaded yet\./],
  [{ releasedAt: '2026-11-22T01:02:03Z' }, /Loaded on November 22, 2026\. Something that/],
  [
    {
      releasedAt: '2026-11-22T01:02:03Z',
      newestReceived: '2026-10-01',
      newestTaxPeriodEnd: '2026-06-30',
      medianLagMonths: 1,
    },
    /received the newest return on October 1, 2026\. .* ended in June 2026\. .*more than 1 month after/,
  ],
])('it says how fresh the data is: %j', async (freshness, expected) => {
  expect(await open(freshness)).toMatch(expected)
})
