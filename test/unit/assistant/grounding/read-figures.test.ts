import { describe, expect, it, test } from 'vitest'
import { readFigures } from '#src/assistant/grounding/figures/read-figures.ts'
import { toPlainText } from '#src/assistant/grounding/plain-text.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { fc } from '#test/random.ts'

const shown = (sentence: string): unknown[] =>
  readFigures(toPlainText(sentence)).map((figure) => {
    if (figure.kind === 'number') return figure.value
    if (figure.kind === 'date') return figure.iso
    return 'value' in figure ? `year ${figure.value}` : 'ein' in figure ? figure.ein : '?'
  })

test.each(readTsv(new URL('./read-figures.tsv', import.meta.url)))(
  '"%s" has %s',
  (sentence = '', figures = '') => {
    const found = shown(sentence.replaceAll(String.raw`\u200b`, '\u200b'))
    if (figures === 'unknown') expect(found).toContain('?')
    else expect(found).toEqual(JSON.parse(figures))
  },
)

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
    const piece = fc.constantFrom(...'0123456789,.$%-/ ()xk\n'.split(''), 'million', 'FY')
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
