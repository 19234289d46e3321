import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checksData } from '#src/api/a/section/checks.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import { EDGE_TABLES } from '#src/domain/facts/edges.ts'
import { HEADER, makeReturn } from '#test/unit/indexer/made-return.ts'
import { openDemo, openProfiles, type ProfilesWorld } from './profiles-world.ts'

// Sums stored for each return with its edges.
const SUMMED = [
  'grantsToOrganizations',
  'foreignGrants',
  'foundationGrantsPaid',
  'foundationGrantsApproved',
] as const

type Sum = { id: string; category: string; sum: number; rows: number }

/** Returns the sums of every filing's edges, and the stored sums of its rows. */
async function readSums({ postgres }: ProfilesWorld) {
  const edges = await postgres.query<Sum>(
    `select object_id as id, category, sum(amount)::float8 as sum, count(amount)::int as rows
     from filed_edge group by 1, 2 having count(amount) > 0`,
  )
  const kept = await postgres.query<{ id: string; sums: Record<string, Omit<Sum, 'id'>> }>(
    `select object_id as id, (select jsonb_object_agg(key, jsonb_build_object(
       'sum', (value->>'value')::float8, 'rows', (value->>'rows')::int))
       from jsonb_each(row_facts->'sums')) as sums
     from filing where row_facts->'sums' <> '{}'::jsonb`,
  )
  const wanted = kept.flatMap(({ id, sums }) =>
    SUMMED.flatMap((key) =>
      sums[key] ? [{ ...sums[key], id, category: EDGE_TABLES[key].category }] : [],
    ),
  )
  const categories = new Set<string>(SUMMED.map((key) => EDGE_TABLES[key].category))
  const found = edges.filter(({ category }) => categories.has(category))
  return { found, wanted }
}

const sorted = (sums: readonly Sum[]): string[] =>
  sums.map(({ id, category, sum, rows }) => `${id} ${category} ${sum} ${rows}`).sort()

type Listed = { ein: string; year: number; id: string; total: number | null; listed: number | null }

const LISTED = `
  select ein, tax_year as year, object_id as id, (facts->'grantsPaidTotal'->>'value')::float8 as total,
    (select sum(amount)::float8 from filed_edge e
      where e.object_id = f.object_id and category = 'FoundationPaid') as listed
  from filing f where is_current and form = '990PF' order by ein, year`

/** Returns how the section Checks compares the list of grants paid with its total. */
async function checkOf(world: ProfilesWorld, { ein, year }: Listed) {
  const { status, body } = await world.get(
    `/api/v2/charity/${ein}/sections/Checks?Form=990PF&Year=${year}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  const { Checks } = checksData.parse(charitySection.parse(body).Data)
  return Checks.find(({ Rule }) => Rule === 'FoundationGrantsPaid')
}

describe('edges of the demo compared with the returns', () => {
  let world: ProfilesWorld
  beforeAll(async () => {
    world = await openDemo('edge_sums')
  })
  afterAll(() => world.close())

  test('equal the stored sums per filing and category, to the dollar', async () => {
    const { found, wanted } = await readSums(world)
    expect(wanted.length).toBeGreaterThan(40)
    expect(sorted(found)).toEqual(sorted(wanted))
  })

  test('of foundations add up to the filed total, or the cross-check reports that they do not', async () => {
    const filings = await world.postgres.query<Listed>(LISTED)
    expect(filings.length).toBeGreaterThan(10)
    let different = 0
    for (const filing of filings) {
      const { id, total, listed } = filing
      const check = await checkOf(world, filing)
      if ((total ?? 0) === (listed ?? 0)) {
        const isCompared = total !== null && listed !== null
        expect(check?.Status, id).toBe(isCompared ? 'Passed' : undefined)
        continue
      }
      different += 1
      expect(check, `${id}: ${listed} listed, ${total} in all`).toMatchObject({
        Status: expect.not.stringMatching('Passed'),
        Left: { Value: listed ?? 'left blank' },
        Right: { Value: total ?? 'left blank' },
      })
    }
    console.log(`${filings.length} returns of foundations, ${different} with a difference`)
  })
})

// Foundations whose list is less than the total, more, empty, without a total, and equal.
const MADE = [
  { ein: '079009301', listed: 900, total: 1_000, status: 'Failed' },
  { ein: '079009302', listed: 1_100, total: 1_000, status: 'Failed' },
  { ein: '079009303', listed: undefined, total: 1_000, status: 'Information' },
  { ein: '079009304', listed: 900, total: undefined, status: 'Information' },
  { ein: '079009305', listed: 900, total: 900, status: 'Passed' },
]

const toFoundation = ({ ein, listed, total }: (typeof MADE)[number]): string => {
  const row =
    listed &&
    `<GrantOrContributionPdDurYrGrp><RecipientPersonNm>Alder</RecipientPersonNm><Amt>${listed}</Amt>` +
      '</GrantOrContributionPdDurYrGrp>'
  const all = total && `<TotalGrantOrContriPdDurYrAmt>${total}</TotalGrantOrContriPdDurYrAmt>`
  return makeReturn({
    header: HEADER.replace('070000001', ein).replace('>990<', '>990PF<'),
    data: `<IRS990PF><SupplementaryInformationGrp>${row ?? ''}${all ?? ''}</SupplementaryInformationGrp></IRS990PF>`,
  })
}

describe('a foundation whose list differs from its total', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-sums-'))
  let world: ProfilesWorld
  beforeAll(async () => {
    for (const [at, made] of MADE.entries()) {
      writeFileSync(join(folder, `20230132934930080${at}_public.xml`), toFoundation(made))
    }
    world = await openProfiles('edge_sums_made', [folder])
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await world.close()
  })

  test.each(MADE)('shows both: $listed listed, $total in all', async (made) => {
    const filings = await world.postgres.query<Listed>(LISTED)
    const filing = filings.find(({ ein }) => ein === made.ein)
    expect(filing).toMatchObject({ listed: made.listed ?? null, total: made.total ?? null })
    expect(filing && (await checkOf(world, filing))).toMatchObject({
      Status: made.status,
      Left: { Value: made.listed ?? 'left blank' },
      Right: { Value: made.total ?? 'left blank' },
    })
  })
})
