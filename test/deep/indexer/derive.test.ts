import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countWaiting } from '#indexer/derive/waiting.ts'
import { type DeriveResult, deriveWaiting } from '#indexer/pipeline/derive.ts'
import { resolveLoaded } from '#indexer/pipeline/resolve.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { madeObjectId, madeXml } from '#test/integration/indexer/made-archives.ts'
import { toOldStore } from '#test/integration/indexer/old-store.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

const REAL = join(import.meta.dirname, '../../../../shared/data/filings')
const CLI = fileURLToPath(new URL('../../../indexer/cli.ts', import.meta.url))
const RETURNS = 1_500
const LONG = '202301329349300401'
const folder = mkdtempSync(join(tmpdir(), 'derive-'))
const files = join(folder, 'files')
let store: Store
let fresh: Awaited<ReturnType<typeof stateOf>>

/** Returns everything that a load of returns stores, by row: its key and a hash of the whole. */
async function stateOf({ db }: Store) {
  const rows = async (sql: string) => (await db.query<{ row: string }>(sql)).map(({ row }) => row)
  return {
    filings: await rows(
      `select object_id || ' ' || md5(filing::text) as row from filing order by object_id`,
    ),
    parts: await rows(
      `select object_id || block || ordinal || md5(content::text) as row from filing_block
       order by object_id, block, ordinal`,
    ),
    rows: await rows(
      `select object_id || path || chunk || md5(items::text) as row from filing_rows
       order by object_id, path, chunk`,
    ),
    related: await rows('select r::text as row from related_reference r order by object_id, path'),
    edges: await rows('select e::text as row from filed_edge e order by object_id, ordinal'),
    people: await rows('select p::text as row from filed_person p order by object_id, ordinal'),
    organizations: await rows(
      `select ein || ' ' || md5((to_jsonb(o) - 'changed_release')::text) as row
       from organization o order by ein`,
    ),
    names: await rows('select n::text as row from organization_name n order by ein, kind, name'),
  }
}

const derive = (): Promise<DeriveResult> =>
  deriveWaiting(store.db, {
    url: store.url,
    ca: undefined,
    workers: 2,
    onProgress: () => {},
    onResolve: () => {},
  })

const makeOld = () =>
  toOldStore(store, ({ archive }) => {
    const made = join(files, archive)
    return readFileSync(existsSync(made) ? made : join(REAL, archive))
  })

const newestRelease = async () =>
  (await store.db.query<{ id: string }>('select max(id) as id from release'))[0]?.id

function longReturn(): string {
  const text = 'x'.repeat(700)
  const rows = (name: string, inner: (row: number) => string) =>
    Array.from({ length: 230 }, (_, row) => `<${name}>${inner(row)}</${name}>`).join('')
  return makeReturn({
    data:
      '<IRS990><AmendedReturnInd>X</AmendedReturnInd><CYTotalRevenueAmt>RESTRICTED</CYTotalRevenueAmt></IRS990>' +
      `<IRS990ScheduleI>${rows('RecipientTable', (row) => `<PurposeOfGrantTxt>${text}</PurposeOfGrantTxt><CashGrantAmt>${row}</CashGrantAmt>`)}</IRS990ScheduleI>` +
      `<IRS990ScheduleO>${rows('SupplementalInformationDetail', () => `<ExplanationTxt>${text}</ExplanationTxt>`)}</IRS990ScheduleO>` +
      `<IRS990ScheduleR>${rows('IdRelatedTaxExemptOrgGrp', (row) => `<EIN>${170_000_001 + row}</EIN><PrimaryActivitiesTxt>${text}</PrimaryActivitiesTxt>`)}</IRS990ScheduleR>`,
  })
}

const POSTCARDS =
  '070005001|2023|HARBOR LIGHT CLUB|T|F|01-01-2023|12-31-2023||A B|1 ELM ST||AKRON||OH|44301|US|1 ELM ST||AKRON||OH|44301|US|||\n'

beforeAll(async () => {
  mkdirSync(files)
  for (let n = 0; n < RETURNS; n += 1) {
    writeFileSync(join(files, `${madeObjectId(n)}_public.xml`), madeXml(n))
  }
  writeFileSync(join(files, `${LONG}_public.xml`), longReturn())
  writeFileSync(join(folder, 'postcards.txt'), POSTCARDS)
  store = await createStore('derive')
  await loadInto(store, [files, ...(existsSync(REAL) ? [REAL] : [])])
  await loadInto(store, [join(folder, 'postcards.txt')], '2026-04')
  await resolveLoaded(store.db)
  fresh = await stateOf(store)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.drop()
})

describe('derive', () => {
  test('has nothing to do after a load', async () => {
    expect(fresh.filings.length).toBe(
      RETURNS + 2 + (existsSync(REAL) ? readdirSync(REAL).length : 0),
    )
    expect(await derive()).toMatchObject({ derived: 0, changed: 0, release: undefined })
  })

  test('brings a store of an older version to the result of a new load', async () => {
    await makeOld()
    await store.db.query(
      `update filing set facts = '{}', warnings = '{}', is_amended = false where object_id = $1`,
      [LONG],
    )
    const before = await newestRelease()
    const result = await derive()
    expect(result).toMatchObject({ derived: fresh.filings.length, changed: fresh.filings.length })
    expect(await stateOf(store)).toEqual(fresh)
    expect(result.release).toBe(await newestRelease())
    expect(result.release).not.toBe(before)
    expect(await derive(), 'a second time').toMatchObject({ derived: 0, release: undefined })
  })

  test('changes no filing with the same result, and creates no release', async () => {
    await store.db.query('update filing set derived_version = 0')
    const result = await derive()
    expect(result).toMatchObject({ derived: fresh.filings.length, changed: 0, release: undefined })
    expect(await stateOf(store)).toEqual(fresh)
  })

  test('assigns a new release only to organizations whose facts changed', async () => {
    const [filing] = await store.db.query<{ ein: string }>(
      `update filing set derived_version = 0, facts = facts - 'totalRevenue' where object_id = $1
       returning ein`,
      [madeObjectId(7)],
    )
    const { release } = await derive()
    const changed = await store.db.query<{ ein: string }>(
      'select ein from organization where changed_release = $1',
      [release],
    )
    expect(changed).toEqual([{ ein: filing?.ein }])
    expect(await stateOf(store)).toEqual(fresh)
  })

  test('corrects related organizations and cut texts', async () => {
    await store.db.query('update filing set derived_version = 0 where object_id = $1', [LONG])
    await store.db.query("update related_reference set related_ein = '170000999'")
    await store.db.query('delete from filing_rows where object_id = $1 and chunk = 2', [LONG])
    expect(await derive()).toMatchObject({ derived: 1, changed: 1, release: expect.any(String) })
    const { related } = await stateOf(store)
    expect(related.filter((row) => row.includes(LONG))).toHaveLength(200)
    await makeOld()
    await derive()
    expect(await stateOf(store)).toEqual(fresh)
  })

  test('sums rows of filings loaded before sums existed', async () => {
    const sum = async () =>
      (
        await store.db.query<{ sums: object }>(
          "select row_facts->'sums' as sums from filing where object_id = $1",
          [LONG],
        )
      )[0]?.sums
    const kept = {
      grantsToOrganizations: { value: 26_335, rows: 230, paths: ['/IRS990ScheduleI'] },
    }
    expect(await sum()).toEqual(kept)
    await store.db.query('update filing set derived_version = 1, row_facts = null')
    const before = await newestRelease()
    const result = await derive()
    expect(result).toMatchObject({ derived: fresh.filings.length, changed: fresh.filings.length })
    expect(result.release, 'what is made of them changes').not.toBe(before)
    expect(await sum()).toEqual(kept)
    expect(await stateOf(store)).toEqual(fresh)
  })

  test('skips what a load has locked until it is free', async () => {
    await store.db.query('update filing set derived_version = 0 where object_id = $1', [LONG])
    let deriving: Promise<DeriveResult> | undefined
    await store.db.transaction(async (session) => {
      await session.query('select from filing where object_id = $1 for update', [LONG])
      deriving = derive()
      await vi.waitFor(async () => expect(await countWaiting(store.db)).toBe(1))
    })
    expect(await deriving).toMatchObject({ derived: 1 })
  })
})

describe('npm run derive', () => {
  const start = () =>
    spawn(process.execPath, [...TSX, CLI, 'derive'], {
      env: { ...process.env, DATABASE_URL: store.url, DATA_DIR: folder, LOAD_WORKERS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  async function finish(run: ReturnType<typeof start>): Promise<string> {
    let said = ''
    for (const stream of [run.stdout, run.stderr]) {
      stream.on('data', (piece) => {
        said += piece
      })
    }
    const [code] = (await once(run, 'close')) as [number | null]
    return `${code}: ${said}`
  }

  test('killed in the middle continues from there', { timeout: 120_000 }, async () => {
    await makeOld()
    const total = await countWaiting(store.db)
    const killed = start()
    const ended = once(killed, 'exit')
    await vi.waitFor(async () => expect(await countWaiting(store.db)).toBeLessThan(total), {
      timeout: 60_000,
      interval: 5,
    })
    killed.kill('SIGKILL')
    await ended
    const left = await countWaiting(store.db)
    expect(left).toBeGreaterThan(0)
    expect(await finish(start())).toMatch(
      new RegExp(
        `^0: [^]*Derived ${left.toLocaleString('en-US')} filings[^]*\\n.*reindex -- --changed`,
      ),
    )
    expect(await stateOf(store)).toEqual(fresh)
    expect(await finish(start())).toBe('0: Nothing to do: all filings are up to date.\n')
  })

  test('killed before it resolved organizations resolves them in the next run', {
    timeout: 60_000,
  }, async () => {
    await store.db.query("update organization set latest_content_sha256 = '' where ein = $1", [
      '070000007',
    ])
    expect(await finish(start())).toMatch(/^0: [\s\S]*Release /)
    expect(await stateOf(store)).toEqual(fresh)
  })
})
