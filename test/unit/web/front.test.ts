import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { US_STATES } from '#src/domain/places.ts'
import { SearchFront } from '#src/web/components/search/front.tsx'

const states = Object.entries(US_STATES).map(([code, label], at, { length }) => ({
  label,
  count: length - at,
  isSet: false,
  href: `/?State=${code}`,
}))
const show = (links: typeof states) =>
  load(render(h(SearchFront, { extent: { groups: [{ key: 'State', title: 'State', links }] } })))
const labels = ($: ReturnType<typeof show>, place: string) =>
  $(place)
    .toArray()
    .map((one) => $(one).text())

describe('the states shown first', () => {
  test('are the largest; the others are sorted by name behind one click', () => {
    const $ = show(states)
    const first = labels($, 'section > .browse a')
    const more = labels($, 'details .browse a')
    expect(first).toEqual(states.slice(0, 12).map(({ label }) => label))
    expect(more).toEqual([...more].sort())
    expect(new Set([...first, ...more])).toEqual(new Set(Object.values(US_STATES)))
    expect($('summary').text()).toBe(`${states.length - 12} more states`)
  })

  test('are all shown if there are few', () => {
    expect(show(states.slice(0, 12))('details')).toHaveLength(0)
    expect(show(states.slice(0, 13))('summary').text()).toBe('1 more state')
  })
})
