import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import type { Readiness } from '#src/rating/diligence.ts'
import type { Hit } from '#src/search/params.ts'
import { Attention } from '#src/web/components/organization/attention.tsx'
import { SearchHit } from '#src/web/components/search/hit.tsx'
import { describeSummed } from '#src/web/components/sector-years.tsx'
import type { Overview } from '#src/web/pages/organization/read.ts'
import { makeOrganization } from '#test/unit/organizations/made-filing.ts'

const EIN = '070000301'
const rating = { score: 82.4, band: 'Good', ref: `990:2022:1:/IRS990/CYTotalRevenueAmt` }
const HIT = {
  ein: EIN,
  display: { name: 'A made organization', isRevoked: false, evidenceTier: 'Filing', rating },
  match: { field: 'LegalName', exactness: 'Exact', value: 'A made organization' },
  reasons: [],
} as unknown as Hit

const chipsOf = (readiness?: Readiness, hit = HIT) => {
  const $ = load(render(h(SearchHit, { hit, readiness, isChoosable: true })))
  return $('.chip')
    .toArray()
    .map((chip) => ({ words: $(chip).text(), class: $(chip).attr('class') }))
}

describe('an organization that was found', () => {
  test('with a flagged issue shows it before the score, which is not green', () => {
    const label = 'Compliance issue flagged'
    const [first, second] = chipsOf({ label, tone: 'Concern', reviewReasons: ['On a list.'] })
    expect([first?.words, first?.class]).toEqual([
      expect.stringContaining(label),
      'chip tone-concern',
    ])
    expect([second?.words, second?.class]).toEqual([
      expect.stringContaining('Rating 82'),
      'chip tone-neutral',
    ])
  })

  test('with a weak rating keeps the color of its band', () => {
    const display = { ...HIT.display, rating: { ...rating, band: 'Mixed' } }
    const hit = { ...HIT, display } as unknown as Hit
    const [, second] = chipsOf(
      { label: 'Compliance issue flagged', tone: 'Concern', reviewReasons: ['x'] },
      hit,
    )
    expect(second?.class).toBe('chip tone-caution')
  })

  test('without concerns shows no flag', () => {
    const [first] = chipsOf({ label: 'Clear', tone: 'Good', reviewReasons: [] })
    expect([first?.words, first?.class]).toEqual([
      expect.stringContaining('Rating'),
      'chip tone-good',
    ])
  })
})

test('sums by year say how many returns they add up', () => {
  const years = [
    { taxYear: 2013, filings: 2 },
    { taxYear: 2022, filings: 1200 },
  ]
  expect(describeSummed(years)).toContain('2 returns for 2013, 1,200 returns for 2022')
})

describe('the diligence checks of an organization', () => {
  const shown = (reviewReasons: string[], checked: Overview['checked']) => {
    const readiness = {
      label: 'Clear',
      tone: 'Good',
      reviewReasons,
      restriction: { status: 'Clear', confirmed: 0, review: 0 },
    }
    const page = { organization: makeOrganization({}) }
    const overview = { page, readiness, checked, checks: [] } as unknown as Overview
    return load(render(h(Attention, { overview }))).text()
  }

  test('name the lists without a match, and their months', () => {
    expect(
      shown([], [{ list: 'Revocations' }, { list: 'OFAC', asOf: '2026-10' }, { list: 'SAM' }]),
    ).toContain(
      'We found no concerns in the latest return, the IRS list of revoked exemptions, the OFAC sanctions lists (October 2026), or the SAM.gov exclusions list.',
    )
    expect(
      shown(['Not screened.'], [{ list: 'Revocations' }, { list: 'SAM', asOf: '2026-11' }]),
    ).toContain('We found no match on the SAM.gov exclusions list (November 2026).')
  })
})
