import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { US_STATES } from '#src/domain/places.ts'
import { drawMap, MapChart, type MapPlace, toBounds } from '#src/web/charts/map-chart.tsx'
import { usShapes, worldShapes } from '#src/web/charts/shapes.ts'

describe('the steps of a map', () => {
  test.each([
    ['have about as many values each', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [3, 5, 7, 9]],
    [
      'begin at one digit and zeros',
      [1, 2_345, 34_567, 456_789, 5_678_901],
      [2_000, 30_000, 400_000, 5_000_000],
    ],
    ['are fewer for few values', [10, 2_000], [2_000]],
    ['leave out a step without values', [500, 500, 500, 500, 900], [900]],
    ['are one for one value', [500], []],
    ['have no bounds at or below zero', [-5, 0, 0, 7], [7]],
  ])('%s', (_, values, bounds) => {
    expect(toBounds(values)).toEqual(bounds)
  })
})

describe('the shapes', () => {
  test('are the states without territories', () => {
    const codes = [...usShapes().paths.keys()]
    expect(codes).toHaveLength(51)
    expect(codes.every((code) => code in US_STATES)).toBe(true)
  })

  test('are countries by ISO code, without Antarctica', () => {
    const { paths } = worldShapes()
    expect(['KE', 'FR', 'XK', 'US'].map((code) => paths.has(code))).not.toContain(false)
    expect(paths.has('AQ')).toBe(false)
    expect(paths.size).toBeGreaterThan(170)
  })
})

const place = (code: string, more: Partial<MapPlace> = {}): MapPlace => ({
  code,
  value: 5,
  text: '$5',
  href: `#${code}`,
  ...more,
})
const draw = (places: MapPlace[]) =>
  load(
    render(
      h(MapChart, { title: 'Map', shapes: usShapes(), places, unit: 'USD', others: 'no grant' }),
    ),
  )

describe('a map', () => {
  test('links each place, and shows its text as text', () => {
    const $ = draw([place('OH', { text: 'Ohio: $5, <script>' }), place('PR')])
    const links = $('a').toArray()
    expect(links.map((one) => [$(one).attr('href'), $(one).attr('aria-label')])).toEqual([
      ['#OH', 'Ohio: $5, <script>'],
    ])
    expect($('script')).toHaveLength(0)
  })

  test('is left out if it can draw none of the places', () => {
    expect(draw([place('PR')])('svg')).toHaveLength(0)
  })

  test.each([
    ['of values has a legend', 5, 2],
    ['that only marks places has none', undefined, 0],
  ])('%s', (_, value, entries) => {
    const { value: __, ...marked } = place('OH')
    expect(draw([value === undefined ? marked : place('OH')])('.legend li')).toHaveLength(entries)
  })

  test('has no links in a file', () => {
    const drawn = drawMap({ shapes: usShapes(), places: [place('OH')], unit: 'USD' }, true)
    expect(render(h('svg', {}, drawn?.drawing.shapes))).not.toContain('<a')
  })
})
