import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import type { Recipient } from '#src/network/recipients.ts'
import { MatchLegend, RecipientNote } from '#src/web/components/section/rows.tsx'

const FOUND: Recipient = {
  ein: '280000010',
  name: 'Old Mill Choir',
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
    expect(text).toBe('EIN 28-0000010: Old Mill Choir by name in its state (strong)')
    expect($('.hidden bdi').text()).toBe('Old Mill Choir')
  })

  test('has its place if the row has another', () => {
    const { $, text } = show({ otherPlace: { city: 'Lima', state: 'OH', country: 'US' } })
    expect(text).toContain('Old Mill Choir in Lima, OH, by name in its state (strong)')
    expect($('.quiet bdi').text()).toBe('Lima, OH')
  })

  test.each([
    ['Moderate', 'moderate: others of a group may be meant as well'],
    ['Weak', 'weak: its name is different'],
  ] as const)('has its confidence in words: %s', (matchConfidence, words) => {
    expect(show({ matchConfidence }).text).toContain(`(${words})`)
  })

  test('without a known name is its EIN, once', () => {
    const { text } = show({ name: 'EIN 280000010', isNamedSo: false, hasProfile: false })
    expect(text).toBe('EIN 28-0000010 by name in its state (strong)')
  })
})

describe('the legend of certainty', () => {
  const legendOf = (...matched: Pick<Recipient, 'matchMethod' | 'matchConfidence'>[]) =>
    load(render(h(MatchLegend, { shown: matched }))).text()

  test('explains only the words in the table', () => {
    const text = legendOf({ matchMethod: 'FiledEIN', matchConfidence: 'Weak' })
    expect(text).toContain('weak: the EIN filed belongs to an organization with another name')
    expect(text).not.toMatch(/strong|moderate|authoritative/)
  })

  test('distinguishes matches in the city from matches in the state', () => {
    const inCity = legendOf({ matchMethod: 'NameCityState', matchConfidence: 'Strong' })
    const inState = legendOf({ matchMethod: 'NameState', matchConfidence: 'Strong' })
    expect(inCity).toContain('the only organization of that name in the city filed')
    expect(inState).toContain('none in the city filed')
  })

  test('is left out if no row has such a word', () => {
    expect(legendOf()).toBe('')
  })
})
