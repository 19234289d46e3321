import { describe, expect, it } from 'vitest'
import { readFigures } from '#src/assistant/grounding/figures/read-figures.ts'
import { toPlainText } from '#src/assistant/grounding/plain-text.ts'
import { fc } from '#test/random.ts'

const shown = (sentence: string): unknown[] =>
  readFigures(toPlainText(sentence)).map((figure) => {
    if (figure.kind === 'number') return figure.value
    if (figure.kind === 'date') return figure.iso
    return 'value' in figure ? `year ${figure.value}` : 'ein' in figure ? figure.ein : '?'
  })

describe('a figure is read', () => {
  it.each([
    ['revenue of $1,234,567', [1_234_567]],
    ['revenue of $1.2 million', [1_200_000]],
    ['revenue of USD 4.5bn, or 5M', [4_500_000_000, 5_000_000]],
    ['three million dollars', [3_000_000]],
    ['one point two million meals', [1_200_000]],
    ['three hundred and five thousand', [305_000]],
    ['half a million, a hundred, twenty-three', [500_000, 100, 23]],
    ['45%, 45 percent and 77 cents of each dollar', [45, 45, 77]],
    ['half of it, two-thirds of its costs', [50, (2 / 3) * 100]],
    ['a change of -5.6 or −$3k or minus 4', [-5.6, -3_000, -4]],
    ['１２３ and ①', [123, 1]],
    ['1\u200b2\u200b3', [123]],
    ['1 234 567 meals', [1_234_567]],
    ['the 99th percentile', [99]],
  ])('%s', (sentence, figures) => {
    expect(shown(sentence)).toEqual(figures)
  })

  it.each([
    ['In 2022 it had 2022 employees.', ['year 2022', 2022]],
    ['tax years 2019-23 and FY22', ['year 2019', 'year 2023', 'year 2022']],
    ['the year to June 30, 2023', ['2023-06-30']],
    ['from 2022-07-01 to 6/30/2023', ['2022-07-01', '2023-06-30']],
    ['EIN 07-0000101', ['070000101']],
  ])('as year, date, or EIN: %s', (sentence, figures) => {
    expect(shown(sentence)).toEqual(figures)
  })

  it.each([
    'the 3rd of its programs, first in the 21st century',
    'Form 990-EZ, 990PF and a 501(c)(3)',
    'Form 990, line 12',
    '1. Food',
    'one of them, and no one else',
  ])('but not in %s', (sentence) => {
    expect(shown(sentence)).toEqual([])
  })

  it.each([
    'hundreds of families',
    'revenue doubled',
    '1.2e6',
    '5,00,000',
    '١٢٣',
    '三百万',
    '0123',
    '12 basis points',
  ])('reports a figure that it cannot read: %s', (sentence) => {
    expect(shown(sentence)).toContain('?')
  })

  it('does not read a scale word as part of a line', () => {
    expect(shown('on line 12 million dollars')).toEqual([1_000_000])
  })
})

const english = new Intl.NumberFormat('en-US')
/** Without the letters for multiples and those in codes of other currencies. */
const words = fc.stringMatching(/^[adf-j ]{0,20}$/u)

describe('any number', () => {
  it('is read as written, in any of the usual forms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 10 ** 12 }), words, (value, around) => {
        for (const text of [english.format(value), `$${english.format(value)}`, `${value}`]) {
          expect(shown(`${around} ${text} ${around}`)).toContain(value)
        }
      }),
    )
  })

  it('is read to its precision in compact forms', () => {
    const compact = new Intl.NumberFormat('en-US', {
      notation: 'compact',
      maximumFractionDigits: 1,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10 ** 12 }), (value) => {
        const [figure] = readFigures(`about $${compact.format(value)} in all`)
        expect(figure?.kind).toBe('number')
        if (figure?.kind !== 'number') return
        expect(Math.abs(figure.value - value)).toBeLessThanOrEqual(figure.unit / 2)
      }),
    )
  })

  it('has every digit in a figure or in text known to state none', () => {
    const piece = fc.constantFrom(
      ...'0123456789,.$%-/ ()'.split(''),
      'million',
      'x',
      'k',
      'FY',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const sentence = `a${pieces.join('')}`
        const figures = readFigures(sentence)
        for (const { index } of sentence.matchAll(/\d{3,}/gu)) {
          expect(figures.some(({ start, end }) => start <= index && index < end)).toBe(true)
        }
      }),
      {
        numRuns: 2_000,
        examples: [' 000', '.000', ',500', '.,000'].map((end) => [
          ['0', '/', '0', ...end.split('')],
        ]),
      },
    )
  })

  it('never makes reading throw, and positions are those of the sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const sentence = toPlainText(text)
        for (const { start, end, text: part } of readFigures(sentence)) {
          expect(sentence.slice(start, end)).toBe(part)
        }
      }),
    )
  })
})
