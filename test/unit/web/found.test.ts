import { expect, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { US_STATES } from '#src/domain/places.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { Hit } from '#src/search/params.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { SimilarBand } from '#src/web/components/organization/neighbors.tsx'
import { SearchFront } from '#src/web/components/search/front.tsx'
import { SearchHit, WhyMatched } from '#src/web/components/search/hit.tsx'
import { attributesOf, draw, textsOf } from './draw.ts'

const OWN = '070000101'
const EINS = ['070000102', '070000103', '070000104', '070000105', '070000106']
const REF = '990:2023:1:/IRS990/CYTotalRevenueAmt'

const rating = { score: 82.4, band: 'Good', ref: 'derived:rating:070000301:2022' }
const HIT = {
  ein: OWN,
  display: { name: 'A made organization', isRevoked: false, evidenceTier: 'Filing', rating },
  match: { field: 'LegalName', exactness: 'Exact', value: 'A made organization' },
  reasons: [],
} as unknown as Hit
const label = 'Compliance issue flagged'
const FLAGGED: Readiness = { label, tone: 'Concern', reviewReasons: ['On a list.'] }
const CLEAR: Readiness = { label: 'Clear', tone: 'Good', reviewReasons: [] }

test.each([
  // The flag stands before the score, which is then not green.
  ['a flagged issue', FLAGGED, 'Good', ['concern issue', 'neutral 82']],
  ['a flagged issue and a weak rating', FLAGGED, 'Mixed', ['concern issue', 'caution 82']],
  ['no concerns', CLEAR, 'Good', ['good 82']],
])('a hit with %s has its chips', (_, readiness, band, chips) => {
  const display = { ...HIT.display, rating: { ...rating, band } }
  const hit = { ...HIT, display } as unknown as Hit
  const $ = draw(SearchHit, { hit, readiness, isChoosable: true })
  const tones = attributesOf($, '.chip', 'class').map((names) => names?.replace('chip tone-', ''))
  const shown = textsOf($, '.chip').map((text) => /issue|82/.exec(text)?.[0])
  expect(tones.map((tone, at) => `${tone} ${shown[at]}`).slice(0, chips.length)).toEqual(chips)
})

test('a classification is shown once if nothing else is known', () => {
  const hit = {
    ...HIT,
    match: { kind: 'Cause' },
    explanation: 'It is classified as Youth Programs.',
    reasons: [{ kind: 'Classification', label: 'Youth Programs', isInferred: false }],
  } as unknown as Hit
  expect(textsOf(draw(WhyMatched, { hit }), '.why').join().split('Youth Programs')).toHaveLength(2)
})

test('the largest states are shown first, the others sorted by name, unless they are few', () => {
  const states = Object.entries(US_STATES).map(([code, label], at, { length }) => ({
    label,
    count: length - at,
    isSet: false,
    href: `/?State=${code}`,
  }))
  const show = (links: typeof states) =>
    draw(SearchFront, { extent: { groups: [{ key: 'State', title: 'State', links }] } })
  const $ = show(states)
  const [first, more] = ['section > .browse a', 'details .browse a'].map((at) => textsOf($, at))
  expect(first).toEqual(states.slice(0, 12).map(({ label }) => label))
  expect(more).toEqual([...(more ?? [])].sort())
  expect(new Set([...(first ?? []), ...(more ?? [])])).toEqual(new Set(Object.values(US_STATES)))
  expect($('summary').text()).toBe(`${states.length - 12} more states`)
  expect(show(states.slice(0, 12))('details')).toHaveLength(0)
  expect(show(states.slice(0, 13))('summary').text()).toBe('1 more state')
})

const display = {
  name: 'MARROWFIELD PANTRY',
  state: 'OH',
  revenue: { value: 3_100_000, ref: REF, taxYear: 2023 },
  rating: { score: 71.6, band: 'Good', taxYear: 2023, ref: `derived:rating:${EINS[0]}:2023` },
} as OrganizationDisplay & Required<Pick<OrganizationDisplay, 'revenue' | 'rating'>>

test('similar organizations have their cause, which may be another one', () => {
  const cause = { code: 'D20', label: 'Animal Protection & Welfare', isInferred: false }
  const hit = { ein: EINS[0], display: { ...display, cause } } as unknown as SimilarHit
  const text = draw(SimilarBand, { ein: OWN, similar: { found: [hit] } })('section').text()
  expect(text).toContain(`OH · ${cause.label} · revenue $3.1M`)
  expect(text).toContain('Compare the two')
})

test('a failed search never looks like an empty one', () => {
  const similar = ['SearchUnavailable', 'NoComparableCohort'] as const
  const shown = similar
    .map((error) => draw(SimilarBand, { ein: OWN, similar: { found: [], error } }))
    .map(($) => $('p').text())
  expect(shown).toEqual([
    expect.stringMatching(/^Similar organizations are not/),
    expect.stringMatching(/^We found no similar/),
  ])
})
