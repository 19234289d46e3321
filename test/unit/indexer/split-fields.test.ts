import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import { splitFields } from '#indexer/sources/split-fields.ts'
import { fc } from '../../random.ts'

// Letters that meet each other in every way a line can be regular or not.
const piece = fc.constantFrom('a', '"', '""', ',', '\t', ' ', '\n', 'é')
const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe('fields of a line', () => {
  it.each([',', '\t', '|'])('are what was written with %j between them', (delimiter) => {
    const rows = fc.array(texts, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(rows, (fields) => {
        const line = stringify([fields], { delimiter, record_delimiter: '' })
        expect(splitFields(line, delimiter)).toEqual(fields)
      }),
    )
  })

  it('are those the parser finds, whatever stands in the line', () => {
    const oneLine = texts.map((text) => text.replaceAll('\n', ''))
    fc.assert(
      fc.property(oneLine, (line) => {
        let expected: string[] | undefined
        try {
          expected = parse(line, { relax_quotes: true, relax_column_count: true })[0]
        } catch {
          expected = undefined
        }
        // The parser finds no row in nothing.
        expect(splitFields(line)).toEqual(line === '' ? [''] : expected)
      }),
      { numRuns: 2_000 },
    )
  })
})
