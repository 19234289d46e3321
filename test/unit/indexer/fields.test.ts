import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import { readTable, splitFields } from '#indexer/sources/delimited.ts'
import { fc } from '#test/random.ts'

// These combine into every kind of regular and irregular line.
const piece = fc.constantFrom('a', '"', '""', ',', '\t', ' ', '\n', 'é')
const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe('fields of a line', () => {
  it.each([',', '\t', '|'])('are those written, with %j between them', (delimiter) => {
    const rows = fc.array(texts, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(rows, (fields) => {
        const line = stringify([fields], { delimiter, record_delimiter: '' })
        expect(splitFields(line, delimiter)).toEqual(fields)
      }),
    )
  })

  it('are those that csv-parse finds, whatever the line contains', () => {
    const oneLine = texts.map((text) => text.replaceAll('\n', ''))
    fc.assert(
      fc.property(oneLine, (line) => {
        let expected: string[] | undefined
        try {
          expected = parse(line, { relax_quotes: true, relax_column_count: true })[0]
        } catch {
          expected = undefined
        }
        // The parser finds no row in an empty text.
        expect(splitFields(line)).toEqual(line === '' ? [''] : expected)
      }),
      { numRuns: 2_000 },
    )
  })
})

async function read(text: string) {
  const rows = []
  const source = Readable.from([Buffer.from(text)])
  for await (const read of readTable(source, { names: ['A', 'B'], breaksLines: true })) {
    const { line: _line, ...row } = read
    rows.push(row)
  }
  return rows
}

describe('a field that continues on further lines', () => {
  it('is one field if the last line completes the row', async () => {
    expect(await read('A,B\n1,"two\nthree,four"\n5,6\n')).toEqual([
      { row: 2, fields: ['1', 'two\nthree,four'] },
      { row: 4, fields: ['5', '6'] },
    ])
  })

  it('rejects only its first line if the quotation mark is never closed', async () => {
    expect(await read('A,B\n1,"two\n3,4\n5,"6"\n')).toMatchObject([
      { row: 2, code: 'UnclosedQuote' },
      { row: 3, fields: ['3', '4'] },
      { row: 4, fields: ['5', '6'] },
    ])
  })
})
