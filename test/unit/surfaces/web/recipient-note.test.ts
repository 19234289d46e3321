import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import type { Recipient } from '#src/network/recipients.ts'
import { RecipientNote } from '#src/surfaces/web/parts/section/recipient.tsx'

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

describe('whom a row of grants means', () => {
  test('is an EIN where the row has the name, which is heard with it', () => {
    const { $, text } = show()
    expect(text).toBe('EIN 28-0000010: Old Mill Choir by name in its state (strong)')
    expect($('.hidden bdi').text()).toBe('Old Mill Choir')
  })

  test('is told with its place where the row has another', () => {
    const { $, text } = show({ otherPlace: { city: 'Lima', state: 'OH', country: 'US' } })
    expect(text).toContain('Old Mill Choir in Lima, OH, by name in its state (strong)')
    expect($('.quiet bdi').text()).toBe('Lima, OH')
  })

  test.each([
    ['Moderate', 'moderate: others of a group may be meant as well'],
    ['Weak', 'weak: its name is another'],
  ] as const)('is said to be less than sure: %s', (matchConfidence, words) => {
    expect(show({ matchConfidence }).text).toContain(`(${words})`)
  })

  test('without a known name is its EIN, once', () => {
    const { text } = show({ name: 'EIN 280000010', isNamedSo: false, hasProfile: false })
    expect(text).toBe('EIN 280000010 by name in its state (strong)')
  })
})
