import { load } from 'cheerio'
import { type ComponentType, h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { Cited, Figure, FiledText, Value } from '#src/web/components/figure.tsx'
import { cutTexts, LONGEST_TEXT, Name } from '#src/web/components/text.tsx'

const REF = '990:2022:202301329349300001:/IRS990/MissionDesc'
const LONG = 'word '.repeat(LONGEST_TEXT)
const shared = { ein: '070000001', label: 'Mission', ref_: REF }

const show = <Props extends object>(component: ComponentType<Props>, props: Props) => {
  const html = render(h(component, props))
  return { html, $: load(html) }
}

describe('a long filed text', () => {
  test.each([
    ['a text', () => show(FiledText, { ...shared, text: LONG })],
    ['a value', () => show(Value, { ...shared, value: LONG })],
    ['a figure', () => show(Figure, { ...shared, value: LONG })],
    ['a cited text', () => show(Cited, { ...shared, children: LONG })],
  ])('is cut as %s, with a link to the whole', (_, render) => {
    const { html, $ } = render()
    expect($.text()).toContain('word …')
    expect(html.length).toBeLessThan(4 * LONGEST_TEXT)
    expect(new URL($('a').attr('href') ?? '', 'http://test').searchParams.get('Ref')).toBe(REF)
  })

  test('is cut as a name', () => {
    expect(show(Name, { children: LONG }).$.text()).toHaveLength(LONGEST_TEXT + 1)
  })

  test('is whole up to the limit', () => {
    const text = 'a'.repeat(LONGEST_TEXT)
    expect(show(FiledText, { ...shared, text }).$.text()).toContain(text)
    expect(show(FiledText, { ...shared, text }).$.text()).not.toContain('…')
  })
})

describe('the props of a page', () => {
  const shown = { name: 'Lark', rows: [{ cells: { name: { value: 'Ohio', path: '/a' } } }] }

  test.each([
    ['a name', (text: string) => ({ organization: { name: text } }), SHOWN_NAME_LENGTH],
    ['a name with its Ref', (text: string) => ({ name: { value: text } }), SHOWN_NAME_LENGTH],
    ['a city in a list', (text: string) => [{ city: text }], SHOWN_NAME_LENGTH],
    ['a text', (text: string) => ({ mission: { value: text } }), 2 * LONGEST_TEXT],
    ['a text by a key', (text: string) => new Map([['/a', text]]), 2 * LONGEST_TEXT],
  ])('has %s cut', (_, toModel, longest) => {
    expect(cutTexts<unknown>(toModel(LONG))).toEqual(toModel(`${LONG.slice(0, longest)}…`))
  })

  test('stays the same object without a long text', () => {
    expect(cutTexts(shown)).toBe(shown)
    expect(cutTexts({ shown, text: LONG }).shown).toBe(shown)
  })
})
