import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import {
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { checkBackup, restoreBackup, writeBackup } from '#indexer/commands/backup.ts'
import { createKey, findKey } from '#src/access/keys.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { expectRecorded } from '#test/recorded.ts'
import { createStore, type Store } from '#test/world/store.ts'

const made = openLoads('backup')

const OWN = `
  insert into usage_day values ('2026-04-01', 'key:1', 'Data', 7);
  insert into search_recovery (id, query, proposals)
    values ('s_1', E'tab\\t, line\\n, \\\\N and "quotes"', '[{"query": "é 🐟"}]');
  insert into submission (id, kind, key_id, message, recovery_session_id, created_at)
    values ('f_1', 'feedback', 1, '', 's_1', '2026-04-01 23:59:59.123456-11');
  insert into web_capture values ('070000001', 'abcdef0123456789', 'https://elm.example', '{}', now());
  insert into web_icon select sha256(content), 'image/png', content
    from (values ('\\x00ff0a5c2e'::bytea), ('')) as icon (content)`

/** Returns the rows of the tables as text, for comparison. */
const contents = async ({ db }: Store) => {
  const all: Record<string, unknown> = {}
  for (const { name } of (await checkBackup(file)).tables) {
    all[name] = await db.query(`select own::text from ${name} as own order by 1`)
  }
  return all
}

const file = `${made.folder}/own.zip`
let key: string

const restore = async (into: Store, path = file) =>
  restoreBackup(into.db, path, await checkBackup(path))

async function withNewStore(name: string, work: (store: Store) => Promise<void>) {
  const store = await createStore(name)
  await work(store).finally(store.drop)
}

test('a backup is one private file, and a restore into a new store gives equal rows', async () => {
  const created = await createKey(made.store.db, { tier: 'Paid', owner: 'Ada' })
  key = created.key
  await made.query(OWN)
  const manifest = await writeBackup(made.store.db, file)
  expect(manifest.tables.map(({ name, rows }) => `${name} ${rows}`)).toEqual([
    ...['api_key 1', 'usage_day 1', 'search_recovery 1', 'submission 1'],
    ...['web_capture 1', 'web_icon 2'],
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await withNewStore('backup_new', async (store) => {
    await restore(store)
    expect(await contents(store)).toEqual(await contents(made.store))
    expect(await findKey(store.db, key)).toMatchObject({ owner: 'Ada' })
    expect((await createKey(store.db, { tier: 'Site', owner: 'next' })).id).toBe(created.id + 1)
  })
})

test('the key and the usage of a first start give way; other data is kept and refused', async () => {
  await withNewStore('backup_started', async (store) => {
    const first = await createKey(store.db, { tier: 'Internal', owner: 'first start' })
    await store.db.query("insert into usage_day values ('2026-04-02', 'key:1', 'Data', 9)")
    await restore(store)
    expect(await findKey(store.db, first.key)).toBeUndefined()
    expect(await contents(store)).toEqual(await contents(made.store))
    const before = await contents(store)
    await expect(restore(store)).rejects.toThrow('api_key, submission, web_capture, web_icon')
    expect(await contents(store)).toEqual(before)
  })
})

/** Writes the backup again with other contents, and returns the path. */
async function rewrite(name: string, change: (parts: Map<string, string>) => void) {
  const parts = new Map<string, string>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(readFileSync(file))).getEntries()) {
    if (!entry.directory) parts.set(entry.filename, await entry.getData(new TextWriter()))
  }
  change(parts)
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [entry, text] of parts) await zip.add(entry, new TextReader(text))
  return made.write(name, await zip.close())
}

const replaceIn =
  (entry: string, from: string | RegExp, to: string) => (parts: Map<string, string>) =>
    parts.set(entry, parts.get(entry)?.replace(from, to) ?? '')

test('a file of an older version restores; missing columns have their defaults', async () => {
  const rows = 'f_old\tquestion\tm\n'
  const sha256 = createHash('sha256').update(rows).digest('hex')
  const tables = [{ name: 'submission', columns: ['id', 'kind', 'message'], rows: 1, sha256 }]
  const manifest = { format: 1, madeAt: '', migration: '000016_capture', tables }
  const path = await rewrite('old.zip', (parts) => {
    parts.clear()
    parts.set('submission', rows).set('manifest.json', JSON.stringify(manifest))
  })
  await withNewStore('backup_old', async (store) => {
    await restore(store, path)
    expect(await store.db.query('select id, attempts, retry_at from submission')).toEqual([
      { id: 'f_old', attempts: 0, retry_at: null },
    ])
  })
})

test('files that are not a whole backup are refused, and nothing is restored', async () => {
  const bytes = readFileSync(file)
  const flipped = Buffer.from(bytes)
  flipped[120] = (flipped[120] ?? 0) ^ 1
  const files: Record<string, string> = {
    absent: `${made.folder}/absent.zip`,
    empty: made.write('empty.zip', ''),
    'cut off': made.write('cut.zip', bytes.subarray(0, -30)),
    half: made.write('half.zip', bytes.subarray(0, bytes.length >> 1)),
    'a changed byte': made.write('flipped.zip', flipped),
    'a changed row': await rewrite('row.zip', replaceIn('api_key', 'Ada', 'Eve')),
    'a missing table': await rewrite('less.zip', (parts) => parts.delete('web_icon')),
    'another zip': await rewrite('other.zip', (parts) => parts.delete('manifest.json')),
    'another manifest': await rewrite('json.zip', (parts) => parts.set('manifest.json', '[1]')),
    'no JSON': await rewrite('text.zip', replaceIn('manifest.json', '{', '')),
    'a newer format': await rewrite(
      'format.zip',
      replaceIn('manifest.json', '"format": 1', '"format": 2'),
    ),
    'a newer store': await rewrite('newer.zip', replaceIn('manifest.json', /"0000\d\d/, '"900000')),
    'an unknown column': await rewrite(
      'column.zip',
      replaceIn('manifest.json', '"owner"', '"owned"'),
    ),
    'an unknown table': await rewrite(
      'table.zip',
      replaceIn('manifest.json', '"api_key"', '"release"'),
    ),
  }
  const said: Record<string, string> = {}
  await withNewStore('backup_refused', async (store) => {
    for (const [title, path] of Object.entries(files)) {
      const failure = await restore(store, path).then(
        () => 'restored',
        (error: Error) => error.message,
      )
      said[title] = failure.replaceAll(`${made.folder}/`, '')
      expect(await store.db.query('select from api_key'), title).toEqual([])
    }
  })
  await expectRecorded('backup', said)
})

test('a backup that fails leaves no file', async () => {
  await expect(writeBackup(made.store.db, '/dev/null/own.zip')).rejects.toThrow('ENOTDIR')
  await withNewStore('backup_empty', async (store) => {
    await store.db.query('drop table migration')
    writeFileSync(`${made.folder}/none.zip.part`, 'of a killed run')
    await expect(writeBackup(store.db, `${made.folder}/none.zip`)).rejects.toThrow('DATABASE_URL')
    expect(() => statSync(`${made.folder}/none.zip.part`)).toThrow('ENOENT')
  })
})
