import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { PeersBand, SimilarBand } from '#src/web/components/organization/neighbors.tsx'
import { evidencePath } from '#src/web/links.ts'
import type { Profile } from '#src/web/pages/organization/read.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'

const OWN = '070000101'
const texts = organizationTexts.neighbors
const EINS = ['070000102', '070000103', '070000104', '070000105', '070000106']
const REF = '990:2023:1:/IRS990/CYTotalRevenueAmt'
const display = {
  name: 'MARROWFIELD PANTRY',
  state: 'OH',
  revenue: { value: 3_100_000, ref: REF, taxYear: 2023 },
  rating: { score: 71.6, band: 'Good', taxYear: 2023, ref: `derived:rating:${EINS[0]}:2023` },
} as OrganizationDisplay & Required<Pick<OrganizationDisplay, 'revenue' | 'rating'>>
const profile = { page: { organization: { ein: OWN } } } as Profile

test('peers have their state, revenue, and score with evidence, and links to compare', () => {
  const found = EINS.map((ein) => ({ ein, display }))
  const peers = { found, form: '990' as const, group: 'Human Services' }
  const $ = load(render(h(PeersBand, { profile, peers })))
  const cells = $('tbody tr').first().find('th, td').toArray()
  expect(cells.map((cell) => $(cell).text())).toEqual([
    'Marrowfield Pantry',
    'OH',
    '$3.1M',
    '72',
    texts.compare,
  ])
  const [name, revenue, score, compare] = $('tbody tr')
    .first()
    .find('a')
    .toArray()
    .map((one) => one.attribs.href)
  expect(name).toBe(`/charity/${EINS[0]}`)
  expect(revenue).toBe(evidencePath(EINS[0] ?? '', REF))
  expect(score).toContain('derived%3Arating')
  expect(compare).toBe(`/compare?EINs=${OWN},${EINS[0]}`)
  // A comparison takes five, with the organization itself.
  expect($('.more a').attr('href')).toBe(`/compare?EINs=${[OWN, ...EINS.slice(0, 4)].join(',')}`)
  expect($('p.quiet').text()).toContain('Form 990 filers in Human Services')
})

test('an organization without a score has no peers', () => {
  expect(render(h(PeersBand, { profile, peers: undefined }))).toBe('')
})

test('similar organizations have their reasons', () => {
  const hit = { ein: EINS[0], display, explanation: 'Both are classified under Food Banks.' }
  const similar = { found: [hit as SimilarHit] }
  const text = load(render(h(SimilarBand, { ein: OWN, similar })))('section').text()
  expect(text).toContain('Both are classified under Food Banks.')
  expect(text).toContain(texts.compareFirst(1))
})

test('a failed search never looks like an empty one', () => {
  const unavailable = { found: [], error: 'SearchUnavailable' }
  const pages = [
    render(h(SimilarBand, { ein: OWN, similar: unavailable })),
    render(h(SimilarBand, { ein: OWN, similar: { found: [], error: 'NoComparableCohort' } })),
    render(h(PeersBand, { profile, peers: { ...unavailable, form: '990' } })),
    render(h(PeersBand, { profile, peers: { found: [], form: '990' } })),
  ].map((page) => load(page)('p').text())
  expect(pages.map((text) => text.includes('not available now'))).toEqual([
    true,
    false,
    true,
    false,
  ])
})
