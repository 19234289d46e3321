import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runner } from 'node-pg-migrate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#src/platform/clients/migrations.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { createDatabase, createStore } from '#test/world/store.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const numbered = readdirSync(`${root}/indexer/migrations`).filter((name) => name.endsWith('.sql'))

let fresh: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  fresh = await createDatabase('migrations_test', 'template1')
})
afterAll(() => fresh.drop())

/** Files of version 0.2.0, jobs of the earlier queue, a killed load, marks, and lists of which one superseded another. */
const OLD_STORE = `
  insert into migration (name, run_on)
    values ('000003_resolve', now()), ('000012_screening_key', now());
  insert into submission (id, kind, message, notified_at)
    values ('f_waiting', 'feedback', 'm', null), ('f_given-up', 'feedback', 'm', null),
      ('f_sent', 'feedback', 'm', now()), ('f_unqueued', 'feedback', 'm', null);
  create schema graphile_worker;
  create table graphile_worker.jobs (task_identifier text, key text, run_at timestamptz, attempts int,
    max_attempts int);
  insert into graphile_worker.jobs values ('notify', 'f_waiting', now() + interval '1 h', 3, 14),
    ('notify', 'f_given-up', now(), 14, 14), ('notify', 'f_sent', now(), 0, 14),
    ('load-1', 'load-1-1', now(), 0, 25);
  insert into load_source (fingerprint, kind, path, bytes, members)
    values ('one', 'efile', 'a.zip', 1, 2), ('two', 'sam', 'sam.csv', 1, 1);
  insert into load_slice (source_id, ordinal, members, member_count, bytes, loaded, done_at)
    values (1, 0, '[]', 1, 1, 1, now()), (1, 1, '[]', 1, 1, 0, null);
  insert into network_due values ('070000001');
  insert into filings_due values ('070000001');
  insert into resolve_due values ('070000002');
  insert into awards_due values ('UEI');
  insert into restricted_party (list, entry, kind, name, programs, as_of, source_file, source_row,
      source_id)
    select list, entry, 'person', 'ELM', '{}', as_of, file, 1, source
    from (values ('OFAC', '1', date '2026-04-01', 'SDN.CSV', 8),
      ('OFAC', '2', '2026-03-01', 'SDN.CSV', 7), ('OFAC', '3', '2026-03-01', 'x.zip/CONS_PRIM.CSV', 6),
      ('SAM', 'S1', '2026-04-01', 'sam.csv', 9)) as given (list, entry, as_of, file, source);
  insert into restricted_extract (source_id, part, as_of, day, rows, superseded_by)
    values (7, 'party', '2026-03-01', '-infinity', 1, 8)`

describe('migrate', () => {
  test('run four times at once, runs each file exactly once', async () => {
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(fresh.url)))
    expect(ran.flat().sort()).toEqual(numbered.map((name) => name.replace(/\.sql$/, '')).sort())
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
  })

  test('run again, has nothing to do and leaves the store complete', async () => {
    expect(await migrate(fresh.url)).toEqual([])
    const db = createPostgres({ url: fresh.url })
    const [row] = await db.query<{ n: number }>(
      "select count(*) as n from pg_inherits where inhparent = 'filing_block'::regclass",
    )
    expect(row?.n).toBe(16)
    await db.close()
  })

  test('carries undelivered jobs, half-done loads, and lists of an old store over', async () => {
    const { db, url, drop } = await createStore('migrations_old', 'template1')
    const before = numbered.findIndex((name) => name.includes('one_queue'))
    const silent = () => undefined
    await runner({
      databaseUrl: url,
      dir: `${root}/indexer/migrations`,
      direction: 'up',
      count: before,
      migrationsTable: 'migration',
      logger: { info: silent, warn: silent, error: silent },
    })
    await db.query(OLD_STORE)
    expect(await migrate(url)).toContain('000027_one_queue')
    const read = async (sql: string) =>
      (await db.query(sql)).map((row) => Object.values(row).join(' '))
    expect(
      await read('select id, retry_at from submission where retry_at is not null order by id'),
    ).toEqual([expect.stringMatching(/^f_waiting /)])
    expect(await read("select to_regnamespace('graphile_worker')::text")).toEqual([''])
    expect(await read('select source_id, ordinal from load_slice where done_at is null')).toEqual([
      '1 1',
    ])
    expect(await read('select step, key from due order by step, key')).toEqual([
      ...['awards UEI', 'map *', 'network 070000001'],
      ...['resolve *', 'resolve 070000002', 'screen *'],
    ])
    expect(await read('select entry, lists from restricted_party order by entry')).toEqual([
      ...['1 SDN', '3 consolidated', 'S1 SAM'],
    ])
    const lists = 'select name, part, as_of, source_id from restricted_list order by name'
    expect(await read(lists)).toEqual([
      ...['SAM party 2026-04-01 9', 'SDN party 2026-04-01 8'],
      'consolidated party 2026-03-01 6',
    ])
    await drop()
  })

  test('runs a long migration in a new or small store, otherwise only when asked', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'migrations-'))
    cpSync(`${root}/indexer/migrations`, dir, { recursive: true })
    const add = (name: string, sql: string) => writeFileSync(`${dir}/${name}.sql`, sql)
    add(
      '900001_long',
      '-- Long: an hour for 5 million returns\n-- Up Migration\ncreate table one ()',
    )
    const old = await createStore('migrations_long')
    await expect(migrate(old.url, { dir, smallBytes: 0 })).rejects.toThrow(
      /900001_long .*an hour for 5 million returns.*npm run migrate/,
    )
    // Nothing has run, not even a short one after it.
    add('900002_short', '-- Up Migration\ncreate table two ()')
    await expect(migrate(old.url, { dir, smallBytes: 0 })).rejects.toThrow('900001_long')
    expect(await old.db.query("select where to_regclass('two') is not null")).toEqual([])
    const ran = ['900001_long', '900002_short']
    expect(await migrate(old.url, { dir, mayTakeLong: true })).toEqual(ran)
    expect(await migrate(old.url, { dir, smallBytes: 0 })).toEqual([])
    const empty = await createStore('migrations_long_new', 'template1')
    expect((await migrate(empty.url, { dir, smallBytes: 0 })).slice(-2)).toEqual(ran)
    await Promise.all([old.drop(), empty.drop()])
    rmSync(dir, { recursive: true })
  })

  test('closes its connection before it returns, so the server can stop or drop the store', async () => {
    const code = `import { migrate } from '#src/platform/clients/migrations.ts'
      console.log(JSON.stringify(await migrate(process.argv[1])))
      console.log(process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length)`
    const args = [...TSX, '--input-type=module', '-e', code, fresh.url]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
    expect(stdout).toBe('[]\n0\n')
  })

  test('reports an absent server in one sentence, without the password', async () => {
    const nowhere = 'postgres://someone:secret@127.0.0.1:1/none'
    const error = await migrate(nowhere).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toMatch(/127\.0\.0\.1:1 .*DATABASE_URL/)
    expect(String(error)).not.toContain('secret')
    await expect(migrate(nowhere, { isEmbedded: true })).rejects.toThrow(/^(?!.*DATABASE_URL)/)
  })
})
