import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SourceListAnswer, sourceList } from '#src/api/a/sources.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

type Listed = SourceListAnswer['Sources'][number]

async function read(world: ProfilesWorld) {
  const { status, body, headers } = await world.get('/api/v2/sources')
  expect(status, JSON.stringify(body)).toBe(200)
  const list = sourceList.parse(body)
  const of = (key: string): Listed => {
    const found = list.Sources.find(({ Key }) => Key === key)
    if (!found) throw new Error(`${key} is not listed`)
    return found
  }
  return { list, of, headers }
}

const one = async <Row extends object>(world: ProfilesWorld, sql: string): Promise<Row> => {
  const [row] = await world.postgres.query<Row>(sql)
  if (!row) throw new Error(`no row: ${sql}`)
  return row
}

/** Returns the facts about filings, counted from all rows one by one. */
const FILED = (postcards: boolean) => `
  select min(tax_year)::int as "First", max(tax_year)::int as "Last",
    to_char(max(tax_period_end), 'YYYY-MM-DD') as "periodEnd",
    to_char(max(received_on), 'YYYY-MM-DD') as received, count(*)::int as filings
  from filing where (form = '990N') = ${postcards}`
type Filed = { First: number; Last: number; periodEnd: string; received: string; filings: number }

const BMF = '../shared/data/bmf/2026-04/eo_de.csv'

const hasRealData = [REAL, BMF].every((path) => existsSync(path))

async function linesOf(file: string): Promise<number> {
  let lines = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() !== '') lines += 1
  }
  return lines
}

describe.skipIf(!hasRealData)('sources of real files', () => {
  let world: ProfilesWorld
  beforeAll(async () => {
    world = await openProfiles('sources_real', [REAL, BMF], '2026-04')
  })
  afterAll(() => world.close())

  test('have the row counts of their files, and none is fictional', async () => {
    const { of } = await read(world)
    const returns = readdirSync(REAL).filter((name) => name.endsWith('.xml')).length
    const filed = await one<Filed>(world, FILED(false))
    const efile = of('EFile').Loaded
    expect(efile).toMatchObject({
      Files: returns,
      RejectedRows: 0,
      TaxYears: { First: filed.First, Last: filed.Last },
      NewestTaxPeriodEnd: filed.periodEnd,
      NewestReceived: filed.received,
    })
    expect((efile?.Rows ?? 0) + (efile?.RejectedRows ?? 0)).toBe(returns)
    expect(efile).not.toHaveProperty('Fictional')
    const registry = of('BusinessMasterFile').Loaded
    expect(registry).toMatchObject({ Files: 1, AsOf: '2026-04' })
    expect((registry?.Rows ?? 0) + (registry?.RejectedRows ?? 0)).toBe((await linesOf(BMF)) - 1)
    expect(registry).not.toHaveProperty('Fictional')
    for (const key of ['Postcards', 'OFAC', 'SAMExclusions', 'Awards', 'Websites']) {
      expect(of(key), key).toMatchObject({ NotLoaded: true })
    }
  })
})
