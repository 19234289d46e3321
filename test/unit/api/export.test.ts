import { describe, expect, test } from 'vitest'
import { exportQuery, toNdjsonPieces, toParquetPieces } from '#src/api/a/export/route.ts'
import { toCsvPieces } from '#src/api/shared/csv.ts'
import { COLUMN_NAMES, COLUMNS, chooseColumns } from '#src/api/shared/export/columns.ts'
import type { ExportRow } from '#src/search/export/open-export.ts'

const row = (rank: number): ExportRow => ({
  rank,
  ein: `07${String(rank).padStart(7, '0')}`,
  match: { kind: 'Filter', field: 'Filters' },
  display: {
    ...{ name: `Harvest Society ${rank}`, nameRef: 'bmf:2026-02:070000001:NAME', names: [] },
    ...{ forms: [], entityType: 'OperatingOrOtherTaxExempt', role: 'Independent' },
    ...{ evidenceTier: 'ClassificationOnly', isRevoked: false },
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

test('CSV is a header line and a chunk for each batch; no batch is read before it is needed', async () => {
  const pieces = toCsvPieces(columns, batches(3, 2))
  expect((await pieces.next()).value).toBe('EIN,IsRevoked,Revenue\r\n')
  expect(taken).toBe(0)
  expect((await pieces.next()).value).toBe('070000001,false,\r\n070000002,false,\r\n')
  expect(taken).toBe(1)
  expect((await pieces.next()).value).toBe('070000003,false,\r\n')
})

test('NDJSON is a line for each row, without unknown values', async () => {
  const pieces = await piecesOf(toNdjsonPieces(columns, batches(3, 2)))
  expect(pieces).toEqual([
    '{"EIN":"070000001","IsRevoked":false}\n{"EIN":"070000002","IsRevoked":false}\n',
    '{"EIN":"070000003","IsRevoked":false}\n',
  ])
})

test('Parquet is written one row group at a time, and is one file', async () => {
  const pieces = await piecesOf(toParquetPieces(columns, batches(9_500, 1_000), {}))
  // 4,000, 4,000 and 1,500 rows, then the footer.
  expect(pieces).toHaveLength(4)
  const file = Buffer.concat(pieces)
  expect(file.subarray(0, 4).toString()).toBe('PAR1')
  expect(file.subarray(-4).toString()).toBe('PAR1')
  expect(pieces.slice(0, -1).some((piece) => piece.subarray(-4).toString() === 'PAR1')).toBe(false)
})

test('columns have the requested order; without a request all are present', () => {
  expect(chooseColumns(['Revenue', 'EIN']).map(({ name }) => name)).toEqual(['Revenue', 'EIN'])
  expect(chooseColumns(undefined).map(({ name }) => name)).toEqual(COLUMN_NAMES)
  expect(new Set(COLUMN_NAMES).size).toBe(COLUMN_NAMES.length)
})

test('reports up to five unknown columns, each with the nearest', () => {
  const { error } = exportQuery.safeParse({ Columns: 'Nam,Assetz,a1,a2,a3,a4,a5' })
  const named = ['"Nam".*Name', '"Assetz".*Assets', '"a1"$', '"a2"$', '"a3"$']
  expect(error?.issues.map(({ message }) => message)).toEqual(
    named.map((text) => expect.stringMatching(text)),
  )
})

describe('a list', () => {
  const named = (...names: string[]): ExportRow => {
    const made = row(1)
    const others = names.map((value) => ({ value, kind: 'former' as const, ref: 'a:/B' }))
    return { ...made, display: { ...made.display, names: others } }
  }
  async function* one(made: ExportRow): AsyncGenerator<ExportRow[], undefined> {
    yield [made]
  }
  const lists = chooseColumns(['OtherNames', 'OtherNamesRefs'])

  test.each([
    [['Kin', 'Old Kin'], 'Kin|Old Kin,a:/B|a:/B'],
    // Split at the bar, it has as many names as there are Refs.
    [['Kin|=cmd', '||'], 'Kin¦=cmd|¦¦,a:/B|a:/B'],
    // Spreadsheets can split a cell into cells, too.
    [['Kin', '=cmd', '|=x'], "Kin|'=cmd|¦=x,a:/B|a:/B|a:/B"],
    [['=cmd'], "'=cmd,a:/B"],
    [[], ','],
  ])('of %j is one text in CSV', async (names, line) => {
    const [, body] = await piecesOf(toCsvPieces(lists, one(named(...names))))
    expect(body).toBe(`${line}\r\n`)
  })

  test('is an array in NDJSON, as filed; an empty one is omitted', async () => {
    const [line = ''] = await piecesOf(toNdjsonPieces(lists, one(named('Kin|=cmd', '=x'))))
    const refs = ['a:/B', 'a:/B']
    expect(JSON.parse(line)).toEqual({ OtherNames: ['Kin|=cmd', '=x'], OtherNamesRefs: refs })
    expect(await piecesOf(toNdjsonPieces(lists, one(named())))).toEqual(['{}\n'])
  })
})

test('every figure has a column with its Ref and one with its tax year', () => {
  const names: readonly string[] = COLUMN_NAMES
  const figures = COLUMNS.filter(({ type }) => type === 'int64' || type === 'double')
  for (const { name } of figures) {
    const figure = name.replace(/Score$/, '')
    expect(names).toContain(`${figure}Ref`)
    expect(names).toContain(`${figure}TaxYear`)
  }
  expect(figures).toHaveLength(5)
})
