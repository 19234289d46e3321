import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { Cited, Short, Value } from '#src/web/components/figure.tsx'
import { DisplayName } from '#src/web/components/text.tsx'

const CITED = { ein: '070000301', label: 'Name', ref_: 'bmf:2026-04:070000301:NAME' }

describe('a name', () => {
  test('in capitals is shown in title case, with the filed form on hover', () => {
    const $ = load(render(h(DisplayName, { name: 'EXAMPLE YMCA OF THE VALLEY' })))
    expect($('bdi').text()).toBe('Example YMCA of the Valley')
    expect($('bdi').attr('title')).toBe('EXAMPLE YMCA OF THE VALLEY')
  })

  test('in small letters is shown as filed', () => {
    const $ = load(render(h(DisplayName, { name: 'eXample Inc' })))
    expect($('bdi').text()).toBe('eXample Inc')
    expect($('bdi').attr('title')).toBeUndefined()
  })

  test('is cut as a label if a length is given', () => {
    const $ = load(render(h(DisplayName, { name: 'EXAMPLE FUND', length: 8 })))
    expect($('bdi').text()).toBe('Example…')
  })

  test('as a link or a cell is shown the same way', () => {
    const cited = load(render(h(Cited, { ...CITED, isName: true, children: 'JANE MCDOE' })))
    const cell = load(render(h(Value, { ...CITED, isName: true, value: 'JANE MCDOE' })))
    for (const $ of [cited, cell]) {
      expect($('a').text()).toBe('Jane McDoe')
      expect($('bdi[title]').attr('title')).toBe('JANE MCDOE')
    }
  })

  test('that a page quotes stays as filed', () => {
    expect(load(render(h(Value, { ...CITED, value: 'JANE MCDOE' })))('a').text()).toBe('JANE MCDOE')
  })
})

test('an amount in short has the whole amount on hover', () => {
  const $ = load(render(h(Short, { value: 3_124_686, unit: 'USD' })))
  expect($('span').text()).toBe('$3.1M')
  expect($('span').attr('title')).toBe('$3,124,686')
})
