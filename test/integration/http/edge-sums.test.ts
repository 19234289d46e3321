import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksData } from '#src/api/a/section/checks.ts'
import { EDGE_TABLES } from '#src/domain/facts/edges.ts'
import { HEADER, makeReturn } from '#test/unit/indexer/made-return.ts'
import { demoFolder } from '#test/world/prepared.ts'
import { openProfiles, type ProfilesWorld } from './profiles-world.ts'

// Foundations whose list is less than the total, more, empty, without a total, and equal.
const MADE = [
  ['079009301', 900, 1_000, 'Failed'],
  ['079009302', 1_100, 1_000, 'Failed'],
  ['079009303', undefined, 1_000, 'Information'],
  ['079009304', 900, undefined, 'Information'],
  ['079009305', 900, 900, 'Passed'],
] as const

const toFoundation = ([ein, listed, total]: (typeof MADE)[number]): string => {
  const row = `<GrantOrContributionPdDurYrGrp><RecipientPersonNm>Alder</RecipientPersonNm>
    <Amt>${listed}</Amt></GrantOrContributionPdDurYrGrp>`
  const all = `<TotalGrantOrContriPdDurYrAmt>${total}</TotalGrantOrContriPdDurYrAmt>`
  return makeReturn({
    header: HEADER.replace('070000001', ein).replace('>990<', '>990PF<'),
    data: `<IRS990PF><SupplementaryInformationGrp>${listed ? row : ''}${total ? all : ''}</SupplementaryInformationGrp></IRS990PF>`,
  })
}

let world: ProfilesWorld
const folder = mkdtempSync(join(tmpdir(), 'edge-sums-'))
beforeAll(async () => {
  for (const [at, made] of MADE.entries()) {
    writeFileSync(join(folder, `20230132934930080${at}_public.xml`), toFoundation(made))
  }
  world = await openProfiles('edge_sums', [await demoFolder(), folder])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

test('edges of each filing add up to the sums stored with its rows, to the dollar', async () => {
  // Sums stored for each return with its edges.
  const given = ['grantsToOrganizations', 'foreignGrants'] as const
  const keys = [...given, 'foundationGrantsPaid', 'foundationGrantsApproved'] as const
  const categories = new Map<string, string>(keys.map((key) => [key, EDGE_TABLES[key].category]))
  const edges = await world.postgres.query<{ line: string; category: string }>(
    `select category, concat_ws(' ', object_id, category, sum(amount)::float8, count(amount)) as line
     from filed_edge group by object_id, category having count(amount) > 0 order by 2`,
  )
  const kept = await world.postgres.query<{ id: string; key: string; sum: string }>(
    `select object_id as id, key, concat_ws(' ', (value->>'value')::float8, value->>'rows') as sum
     from filing, jsonb_each(row_facts->'sums')`,
  )
  const stored = kept.flatMap(({ id, key, sum }) => {
    const category = categories.get(key)
    return category ? [`${id} ${category} ${sum}`] : []
  })
  expect(stored.length).toBeGreaterThan(40)
  const wanted = new Set(categories.values())
  const found = edges.filter(({ category }) => wanted.has(category)).map(({ line }) => line)
  expect(found.toSorted()).toEqual(stored.toSorted())
})

test('the list of a foundation adds up to its total, or a check shows both', async () => {
  type Listed = { ein: string; year: number; total: number | null; listed: number | null }
  const filings = await world.postgres.query<Listed>(
    `select ein, tax_year as year, (facts->'grantsPaidTotal'->>'value')::float8 as total,
       (select sum(amount)::float8 from filed_edge e
        where e.object_id = f.object_id and category = 'FoundationPaid') as listed
     from filing f where is_current and form = '990PF'`,
  )
  const made = new Map<string, (typeof MADE)[number]>(MADE.map((one) => [one[0], one]))
  expect(filings.length).toBeGreaterThan(made.size + 10)
  for (const { ein, year, total, listed } of filings) {
    const [, ownListed = null, ownTotal = null, status] = made.get(ein) ?? []
    if (status) expect([listed, total]).toEqual([ownListed, ownTotal])
    const url = `/api/v2/charity/${ein}/sections/Checks?Form=990PF&Year=${year}`
    const { body } = await world.get<{ Data: unknown }>(url)
    const { Checks } = checksData.parse(body.Data)
    const check = Checks.find(({ Rule }) => Rule === 'FoundationGrantsPaid')
    if (total === null && listed === null) expect(check).toBeUndefined()
    else {
      expect(check, `${ein} ${year}`).toMatchObject({
        Status: status ?? (total === listed ? 'Passed' : expect.not.stringMatching('Passed')),
        Left: { Value: listed ?? expect.any(String) },
        Right: { Value: total ?? expect.any(String) },
      })
    }
  }
})
