import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { countWaiting } from '#indexer/derive/waiting.ts'
import type { DeriveResult } from '#indexer/pipeline/resolve.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { madeObjectId, madeXml } from '#test/integration/indexer/made-archives.ts'
import { toOldStore } from '#test/integration/indexer/old-store.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { meanwhile, startCommand } from '#test/world/command.ts'
import { deriveIn } from '#test/world/store.ts'

// Several batches, so that a run has a middle.
const RETURNS = 350
const LONG = '202301329349300401'
const made = openLoads('derive')
let fresh: Awaited<ReturnType<typeof readState>>

// Everything that a load of returns stores.
const TABLES = {
  filing: 'object_id',
  filing_block: 'object_id, block, ordinal',
  filing_rows: 'object_id, path, chunk',
  related_reference: 'object_id, path',
  filed_edge: 'object_id, ordinal',
  organization: 'ein',
  organization_name: 'ein, kind, name',
}

/** Returns a hash of each row, by table. */
async function readState(): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {}
  for (const [table, key] of Object.entries(TABLES)) {
    const rows = await made.query<{ row: string }>(
      `select concat_ws(' ', ${key}) || ' ' || md5((to_jsonb(t) - 'changed_release')::text) as row
       from ${table} t order by ${key}`,
    )
    state[table] = rows.map(({ row }) => row)
  }
  return state
}

const derive = () => deriveIn(made.store, 2)
const makeOld = () =>
  toOldStore(made.store, ({ archive }) => readFileSync(join(made.folder, 'files', archive)))
const newestRelease = async () =>
  (await made.queryOne<{ id: string }>('select max(id) as id from release')).id

function longReturn(): string {
  const filler = 'x'.repeat(700)
  const rows = (name: string, inner: (row: number) => string) =>
    Array.from({ length: 230 }, (_, row) => `<${name}>${inner(row)}</${name}>`).join('')
  return makeReturn({
    data:
      '<IRS990><AmendedReturnInd>X</AmendedReturnInd><CYTotalRevenueAmt>RESTRICTED</CYTotalRevenueAmt></IRS990>' +
      `<IRS990ScheduleI>${rows('RecipientTable', (row) => `<PurposeOfGrantTxt>${filler}</PurposeOfGrantTxt><CashGrantAmt>${row}</CashGrantAmt>`)}</IRS990ScheduleI>` +
      `<IRS990ScheduleO>${rows('SupplementalInformationDetail', () => `<ExplanationTxt>${filler}</ExplanationTxt>`)}</IRS990ScheduleO>` +
      `<IRS990ScheduleR>${rows('IdRelatedTaxExemptOrgGrp', (row) => `<EIN>${170_000_001 + row}</EIN><PrimaryActivitiesTxt>${filler}</PrimaryActivitiesTxt>`)}</IRS990ScheduleR>`,
  })
}

const POSTCARDS =
  '070005001|2023|HARBOR LIGHT CLUB|T|F|01-01-2023|12-31-2023||A B|1 ELM ST||AKRON||OH|44301|US|1 ELM ST||AKRON||OH|44301|US|||\n'

beforeAll(async () => {
  for (let n = 0; n < RETURNS; n += 1) {
    made.write(`files/${madeObjectId(n)}_public.xml`, madeXml(n))
  }
  made.write(`files/${LONG}_public.xml`, longReturn())
  await made.load(join(made.folder, 'files'))
  await made.load(made.write('postcards.txt', POSTCARDS), '2026-04')
  await resolveDue(made.store.db)
  fresh = await readState()
})

test('a loaded store has nothing to derive', async () => {
  expect(fresh.filing).toHaveLength(RETURNS + 2)
  expect(await derive()).toMatchObject({ derived: 0, changed: 0, release: undefined })
})

test('a store of an older version gets the result of a new load', async () => {
  await makeOld()
  await made.query(
    `update filing set facts = '{}', warnings = '{}', is_amended = false where object_id = $1`,
    [LONG],
  )
  const before = await newestRelease()
  const result = await derive()
  expect(result).toMatchObject({ derived: RETURNS + 2, changed: RETURNS + 2 })
  expect(await readState()).toEqual(fresh)
  expect(result.release).toBe(await newestRelease())
  expect(result.release).not.toBe(before)
  expect(await derive(), 'a second time').toMatchObject({ derived: 0, release: undefined })
})

test('filings with the same result change nothing and create no release', async () => {
  await made.query('update filing set derived_version = 0')
  const unchanged = { derived: RETURNS + 2, changed: 0, release: undefined }
  expect(await derive()).toMatchObject(unchanged)
  expect(await readState()).toEqual(fresh)
})

test('a new release is assigned only to organizations whose facts changed', async () => {
  const filing = await made.queryOne<{ ein: string }>(
    `update filing set derived_version = 0, facts = facts - 'totalRevenue' where object_id = $1
     returning ein`,
    [madeObjectId(7)],
  )
  const { release } = await derive()
  const sql = 'select ein from organization where changed_release = $1'
  expect(await made.query(sql, [release])).toEqual([{ ein: filing.ein }])
  expect(await readState()).toEqual(fresh)
})

test('related organizations and cut texts are corrected', async () => {
  await made.query('update filing set derived_version = 0 where object_id = $1', [LONG])
  await made.query("update related_reference set related_ein = '170000999'")
  await made.query('delete from filing_rows where object_id = $1 and chunk = 2', [LONG])
  expect(await derive()).toMatchObject({ derived: 1, changed: 1, release: expect.any(String) })
  // The rows of the missing chunk are gone.
  expect((await readState()).related_reference).toHaveLength(200)
  await makeOld()
  await derive()
  expect(await readState()).toEqual(fresh)
})

test('a filing that a load has locked is skipped until it is free', async () => {
  await made.query('update filing set derived_version = 0 where object_id = $1', [LONG])
  let deriving: Promise<DeriveResult> | undefined
  await made.store.db.transaction(async (session) => {
    await session.query('select from filing where object_id = $1 for update', [LONG])
    deriving = derive()
    await vi.waitFor(async () => expect(await countWaiting(made.store.db)).toBe(1))
  })
  expect(await deriving).toMatchObject({ derived: 1 })
})

test('a run that was killed in the middle is continued by the next', async () => {
  await makeOld()
  const total = await countWaiting(made.store.db)
  const start = () => {
    const own = { DATABASE_URL: made.store.url, DATA_DIR: made.folder, LOAD_WORKERS: '1' }
    return startCommand({ ...process.env, ...own }, 'indexer/cli.ts', ['derive'])
  }
  const killed = start()
  await meanwhile(killed, async () => (await countWaiting(made.store.db)) < total)
  await killed.kill()
  const left = await countWaiting(made.store.db)
  expect(left).toBeGreaterThan(0)
  const next = start()
  expect(await next.ended, next.said()).toBe(0)
  expect(next.said()).toMatch(new RegExp(`\\b${left}\\b`))
  expect(await readState()).toEqual(fresh)
})

test('a run that was killed before it resolved organizations is completed by the next', async () => {
  await made.query("update organization set latest_content_sha256 = '' where ein = '070000007'")
  await made.query("insert into due values ('resolve', '070000007')")
  expect(await derive()).toMatchObject({ derived: 0, release: expect.any(String) })
  expect(await readState()).toEqual(fresh)
})
