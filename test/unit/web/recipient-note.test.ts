import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import type { Recipient } from '#src/network/recipients.ts'
import { MatchLegend, RecipientNote } from '#src/web/components/section/rows.tsx'

const FOUND: Recipient = {
  ein: '280000010',
  name: 'Old Mill Choir',
  isUnlisted: false,
  isNamedSo: true,
  hasProfile: true,
  matchMethod: 'NameState',
  matchConfidence: 'Strong',
}
const show = (more: Partial<Recipient> = {}) => {
  const $ = load(render(h(RecipientNote, { recipient: { ...FOUND, ...more } })))
  return { $, text: $('.row-note').text().replaceAll(/\s+/g, ' ') }
}

describe('the recipient of a row of grants', () => {
  test('is an EIN if the row has the name, which screen readers still read', () => {
    const { $, text } = show()
    expect(text).toBe('EIN 28-0000010: Old Mill Choir matched by name and state (strong)')
    expect($('.hidden bdi').text()).toBe('Old Mill Choir')
  })

  test('has its place if the row has another', () => {
    const { $, text } = show({ otherPlace: { city: 'Lima', state: 'OH', country: 'US' } })
    expect(text).toContain('Old Mill Choir in Lima, OH, matched by name and state (strong)')
    expect($('.quiet bdi').text()).toBe('Lima, OH')
  })

  test.each([
    ['Moderate', 'moderate: may be another organization in the same group'],
    ['Weak', 'weak: the name is different'],
  ] as const)('has its confidence in words: %s', (matchConfidence, words) => {
    expect(show({ matchConfidence }).text).toContain(`(${words})`)
  })

  test.each([
    ['Moderate', 'moderate: several funders file it with this name; not in our data'],
    ['Weak', 'weak: not in our data'],
  ] as const)('with an EIN that no source knows says so: %s', (matchConfidence, words) => {
    const { $, text } = show({
      isUnlisted: true,
      hasProfile: false,
      matchMethod: 'FiledEIN',
      matchConfidence,
    })
    expect(text).toBe(`EIN 28-0000010: Old Mill Choir matched by the filed EIN (${words})`)
    expect($('a').attr('href')).toBe('/charity/280000010')
  })

  test('without a known name is its EIN, once', () => {
    const { text } = show({ name: 'EIN 280000010', isNamedSo: false, hasProfile: false })
    expect(text).toBe('EIN 28-0000010 matched by name and state (strong)')
  })
})

describe('the legend of certainty', () => {
  type Matched = Pick<Recipient, 'matchMethod' | 'matchConfidence'> & { isUnlisted?: boolean }
  const legendOf = (...matched: Matched[]) =>
    load(
      render(h(MatchLegend, { shown: matched.map((one) => ({ isUnlisted: false, ...one })) })),
    ).text()

  test('explains only the words in the table', () => {
    const text = legendOf({ matchMethod: 'FiledEIN', matchConfidence: 'Weak' })
    expect(text).toContain('Weak: the filed EIN belongs to an organization with a different name')
    expect(text).not.toMatch(/strong|moderate|authoritative/i)
  })

  test('explains an EIN that no source knows', () => {
    const matched = { matchMethod: 'FiledEIN', isUnlisted: true } as const
    const text = legendOf({ ...matched, matchConfidence: 'Weak' })
    expect(text).toContain(
      'Weak, EIN not known: our data has no filing or registry row for the filed EIN',
    )
    expect(text).not.toContain('different name')
    expect(legendOf({ ...matched, matchConfidence: 'Moderate' })).toContain('Moderate, by EIN: ')
  })

  test('distinguishes matches in the city from matches in the state', () => {
    const inCity = legendOf({ matchMethod: 'NameCityState', matchConfidence: 'Strong' })
    const inState = legendOf({ matchMethod: 'NameState', matchConfidence: 'Strong' })
    expect(inCity).toContain('the only organization with this name in the filed city')
    expect(inState).toContain('no organization in the filed city has this name')
  })

  test('is left out if no row has such a word', () => {
    expect(legendOf()).toBe('')
  })
})
