import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readNamedRows } from '#indexer/sources/csv.ts'

async function read(text: string) {
  const rows = []
  const source = Readable.from([Buffer.from(text)])
  for await (const row of readNamedRows(source, ['A', 'B'], { breaksLines: true })) rows.push(row)
  return rows
}

describe('rows of fields that go on over lines', () => {
  it('are one where the last line has as many fields as a row', async () => {
    expect(await read('A,B\n1,"two\nthree,four"\n5,6\n')).toEqual([
      { row: 2, fields: ['1', 'two\nthree,four'] },
      { row: 4, fields: ['5', '6'] },
    ])
  })

  it('cost their own line where a quotation mark is left open', async () => {
    expect(await read('A,B\n1,"two\n3,4\n5,"6"\n')).toMatchObject([
      { row: 2, code: 'UnclosedQuote' },
      { row: 3, fields: ['3', '4'] },
      { row: 4, fields: ['5', '6'] },
    ])
  })
})
