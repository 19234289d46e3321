import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupBy } from '#src/domain/es2024.ts'
import { type EnrichedWorld, openEnriched } from '#test/integration/http/enriched-world.ts'

type Row = Record<string, unknown> & { EIN: string }
type Opened = { Data?: Record<string, unknown>; EvidenceRefs?: { Ref: string }[] }

// Of each form, 80 organizations in all; each Ref costs a request.
const SAMPLE = 6

let world: EnrichedWorld
let rows: Row[]

beforeAll(async () => {
  world = await openEnriched('export_evidence')
  await world.reindex()
  const url = '/api/v2/export?Format=ndjson'
  const { body } = await world.app.inject({ url, headers: world.keyed })
  rows = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}, 120_000)
afterAll(() => world.close())

/** Returns what the service has at a Ref of an organization. */
async function open(ein: string, ref: string): Promise<unknown> {
  const url = `/api/v2/charity/${ein}/sections/FinancialStatements`
  const { status, body } = await world.get<Opened>(`${url}?EvidenceRef=${encodeURIComponent(ref)}`)
  expect(status, `${ein} ${ref}: ${JSON.stringify(body)}`).toBe(200)
  expect(body.EvidenceRefs?.[0]?.Ref).toBe(ref)
  return body.Data?.Value
}

/** Returns filers with the column: the first of each form, because each form has its own lines. */
function sampleOf(column: string): Row[] {
  const known = rows.filter((row) => row.PrimaryForm !== undefined && row[column] !== undefined)
  return [...groupBy(known, ({ PrimaryForm }) => PrimaryForm).values()].flatMap((ofForm) =>
    ofForm.slice(0, SAMPLE),
  )
}

test.each([
  ['Name', 'NameRef', 4],
  ['Revenue', 'RevenueRef', 3],
  ['Expenses', 'ExpensesRef', 3],
  ['Assets', 'AssetsRef', 3],
  ['ProgramRatio', 'ProgramRatioRef', 2],
  // The demo has too few filers of Form 990-EZ to rank them.
  ['RatingScore', 'RatingRef', 1],
])('%s is the value of its Ref, for every form that has it', async (column, refColumn, forms) => {
  const sample = sampleOf(column)
  expect(new Set(sample.map(({ PrimaryForm }) => PrimaryForm)).size).toBeGreaterThanOrEqual(forms)
  for (const row of sample) {
    const filed = await open(row.EIN, String(row[refColumn]))
    expect(row[column], `${row.EIN} ${row[refColumn]}`).toBe(filed)
  }
})

test('each value of a list is the value of the Ref at its position', async () => {
  const sample = sampleOf('OtherNames') as (Row &
    Record<'OtherNames' | 'OtherNamesRefs', string[]>)[]
  expect(sample.length).toBeGreaterThan(0)
  for (const { EIN, OtherNames, OtherNamesRefs } of sample) {
    const opened = await Promise.all(OtherNamesRefs.map((ref) => open(EIN, ref)))
    expect(OtherNames).toEqual(opened)
  }
})

test('the Refs behind a ratio and a rating open, too', async () => {
  for (const row of sampleOf('ProgramRatioDerivedFrom')) {
    const refs = row.ProgramRatioDerivedFrom as string[]
    const [programs = 0, all = 0] = (await Promise.all(refs.map((ref) => open(row.EIN, ref)))).map(
      Number,
    )
    expect(row.ProgramRatio).toBeCloseTo(programs / all, 12)
  }
  for (const row of sampleOf('RatingFilingRef')) await open(row.EIN, String(row.RatingFilingRef))
})

test('people can open the Refs, too, even of organizations without filings', async () => {
  const page = async (row: Row, ref: unknown) => {
    const url = `/charity/${row.EIN}/evidence?Ref=${encodeURIComponent(String(ref))}`
    const { statusCode, body } = await world.app.inject({ url, headers: world.keyed })
    expect(statusCode, url).toBe(200)
    return body
  }
  for (const row of sampleOf('Assets').filter((_, at) => at % SAMPLE === 0)) {
    expect(await page(row, row.AssetsRef)).toContain(Number(row.Assets).toLocaleString('en-US'))
  }
  const registered = rows.filter(({ PrimaryForm }) => PrimaryForm === undefined)
  expect(registered.length).toBeGreaterThan(0)
  for (const row of registered.slice(0, SAMPLE)) {
    expect(await page(row, row.NameRef)).toContain(String(row.Name))
  }
})
