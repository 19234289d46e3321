import { expect, test } from 'vitest'
import type { ExportRow } from '#src/search/export/open-export.ts'
import { COLUMN_NAMES, chooseColumns } from '#src/surfaces/a/export-columns.ts'
import { toParquetPieces } from '#src/surfaces/a/export-parquet.ts'
import { exportQuery } from '#src/surfaces/a/export-schema.ts'
import { toCsvPieces, toNdjsonPieces } from '#src/surfaces/a/export-text.ts'

const row = (rank: number): ExportRow => ({
  rank,
  ein: `07${String(rank).padStart(7, '0')}`,
  match: { kind: 'Filter', field: 'Filters' },
  display: {
    name: `Harvest Society ${rank}`,
    nameRef: 'bmf:2026-02:070000001:NAME',
    names: [],
    forms: [],
    entityType: 'OperatingOrOtherTaxExempt',
    role: 'Independent',
    evidenceTier: 'ClassificationOnly',
    isRevoked: false,
  },
})

let taken = 0

async function* batches(count: number, size: number): AsyncGenerator<ExportRow[], undefined> {
  taken = 0
  for (let first = 1; first <= count; first += size) {
    taken += 1
    const length = Math.min(size, count - first + 1)
    yield Array.from({ length }, (_, at) => row(first + at))
  }
}

async function piecesOf<Piece>(made: AsyncIterable<Piece>): Promise<Piece[]> {
  const pieces: Piece[] = []
  for await (const piece of made) pieces.push(piece)
  return pieces
}

const columns = chooseColumns(['EIN', 'IsRevoked', 'Revenue'])

test('CSV is a header line and a piece a batch; no batch is read before it is asked for', async () => {
  const pieces = toCsvPieces(columns, batches(3, 2))
  expect((await pieces.next()).value).toBe('EIN,IsRevoked,Revenue\r\n')
  expect(taken).toBe(0)
  expect((await pieces.next()).value).toBe('070000001,false,\r\n070000002,false,\r\n')
  expect(taken).toBe(1)
  expect((await pieces.next()).value).toBe('070000003,false,\r\n')
})

test('NDJSON is a line a row, without what is not known', async () => {
  const pieces = await piecesOf(toNdjsonPieces(columns, batches(3, 2)))
  expect(pieces).toEqual([
    '{"EIN":"070000001","IsRevoked":false}\n{"EIN":"070000002","IsRevoked":false}\n',
    '{"EIN":"070000003","IsRevoked":false}\n',
  ])
})

test('Parquet is written a group of rows at a time, and is one file', async () => {
  const pieces = await piecesOf(toParquetPieces(columns, batches(9_500, 1_000), {}))
  // 4,000, 4,000 and 1,500 rows, then the footer.
  expect(pieces).toHaveLength(4)
  const file = Buffer.concat(pieces)
  expect(file.subarray(0, 4).toString()).toBe('PAR1')
  expect(file.subarray(-4).toString()).toBe('PAR1')
  expect(pieces.slice(0, -1).some((piece) => piece.subarray(-4).toString() === 'PAR1')).toBe(false)
})

test('columns come in the order asked for; all of them where none are named', () => {
  expect(chooseColumns(['Revenue', 'EIN']).map(({ name }) => name)).toEqual(['Revenue', 'EIN'])
  expect(chooseColumns(undefined).map(({ name }) => name)).toEqual(COLUMN_NAMES)
  expect(new Set(COLUMN_NAMES).size).toBe(COLUMN_NAMES.length)
})

test('every column that is not known is told with the nearest, up to five', () => {
  const { error } = exportQuery.safeParse({ Columns: 'Nam,Assetz,a1,a2,a3,a4,a5' })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'must name known columns; not so: "Nam"; did you mean Name?',
    'must name known columns; not so: "Assetz"; did you mean Assets?',
    'must name known columns; not so: "a1"',
    'must name known columns; not so: "a2"',
    'must name known columns; not so: "a3"',
  ])
})
