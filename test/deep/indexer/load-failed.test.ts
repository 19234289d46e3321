import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#indexer/commands/load.ts'
import { countRejects, countWarnings, writeRejectReport } from '#indexer/load/reject-report.ts'
import { loadSources } from '#indexer/load/run.ts'
import { resolveLoaded } from '#indexer/pipeline/resolve.ts'
import { recognizePaths } from '#indexer/sources/recognize.ts'
import { madeFiles } from '#test/integration/indexer/made-archives.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'load-failed-'))
let store: Store
beforeAll(async () => {
  store = await createStore('load_failed')
})
afterAll(async () => {
  await store.drop()
  rmSync(folder, { recursive: true })
})

test('a source that fails midway is named, and the others are finished', async () => {
  mkdirSync(join(folder, '2026-04'))
  const [gone, kept] = ['gone.txt', 'kept.txt'].map((name) => join(folder, '2026-04', name))
  writeFileSync(gone ?? '', '070000001|Elm|Akron|OH|United States|PC\n')
  writeFileSync(kept ?? '', '070000002|Oak|Akron|OH|United States|PC\n')
  const found = await recognizePaths([folder], undefined)
  rmSync(gone ?? '')
  const { url } = store
  const options = { url, ca: undefined, workers: 1, maxRejects: undefined, onProgress: () => {} }
  const { failed } = await loadSources(store.db, found, options)
  expect(failed.map(({ path }) => path)).toEqual([gone])
  expect(failureOf(failed).message).toMatch(
    /gone\.txt \(ENOENT.*\)\. The other sources were loaded/,
  )
  expect(await store.db.query('select ein from pub78')).toEqual([{ ein: '070000002' }])
})

test('unreadable files count as rejects and are in the report', async () => {
  const mixed = join(folder, 'mixed')
  mkdirSync(mixed)
  writeFileSync(join(mixed, 'page.zip'), '<html>Not found</html>')
  writeFileSync(join(mixed, 'notes.txt'), 'buy milk')
  writeFileSync(join(mixed, 'list.txt'), '070000003|Fir|Akron|OH|United States|PC\n|bad\n')
  const found = await recognizePaths([mixed], '2026-04')
  const { url } = store
  const options = { url, ca: undefined, workers: 1, onProgress: () => {} }
  const bearing = await loadSources(store.db, found, { ...options, maxRejects: 2 })
  expect(bearing.isStopped).toBe(false)
  const ids = bearing.sources.map(({ id }) => id)
  expect(await countRejects(store.db, ids, found)).toEqual([
    { code: 'NotAsNamed', count: 1 },
    { code: 'WrongColumnCount', count: 1 },
  ])
  const report = readFileSync(await writeRejectReport(store.db, ids, found, folder), 'utf8')
  expect(report).toContain(`\n${join(mixed, 'list.txt')},,2,WrongColumnCount,`)
  expect(report).toMatch(/page\.zip,,,NotAsNamed,,Expected a zip; found a web page/)
  expect(report).toMatch(/notes\.txt,,,NotRecognized,/)
  const atOnce = [1, 2, 3].map(() => writeRejectReport(store.db, ids, found, folder))
  expect(new Set(await Promise.all(atOnce)).size, 'no report is overwritten').toBe(3)
  const strict = await loadSources(store.db, found, { ...options, maxRejects: 0 })
  expect(strict.isStopped).toBe(true)
})

test('returns of a load that was killed before resolving are resolved by the next load', async () => {
  const single = join(folder, 'single')
  mkdirSync(single)
  for (const { name, bytes } of madeFiles(0, 3)) {
    writeFileSync(join(single, basename(name)), bytes)
  }
  for (const found of [{ loaded: 3 }, { loaded: 0, unchanged: 3 }]) {
    expect((await loadInto(store, [single])).tally.kinds).toMatchObject([found])
  }
  expect(await resolveLoaded(store.db)).toBeDefined()
  const [organizations] = await store.db.query<{ count: number }>(
    'select count(*) from organization where latest_object_id is not null',
  )
  expect(organizations?.count).toBe(3)
  await loadInto(store, [single])
  expect(await resolveLoaded(store.db), 'nothing is left to resolve').toBeUndefined()
})

test('a source that could not be read is read again by the next load', async () => {
  const list = join(folder, 'again.txt')
  writeFileSync(list, '070000009|Ash|Akron|OH|United States|PC\n')
  const found = await recognizePaths([list], '2026-04')
  rmSync(list)
  const options = { url: store.url, ca: undefined, workers: 1, maxRejects: 0, onProgress: () => {} }
  expect((await loadSources(store.db, found, options)).failed).toHaveLength(1)
  writeFileSync(list, '070000009|Ash|Akron|OH|United States|PC\n')
  await store.db.query("update graphile_worker._private_jobs set run_at = now() + interval '1 h'")
  expect((await loadSources(store.db, found, options)).failed).toEqual([])
})

test('an archive whose rejects stopped a load is read again once it may be repaired', async () => {
  const path = join(folder, 'stopped.zip')
  await writeZip(
    path,
    madeFiles(200, 457).map((file) => ({ ...file, level: 0 })),
  )
  const mended = readFileSync(path)
  const damaged = Buffer.from(mended)
  const at = damaged.indexOf('<Return ')
  // The directory stays the same, and so does the archive's identity.
  writeFileSync(path, damaged.fill('?', at, at + 8))
  const found = await recognizePaths([path], undefined)
  const options = { url: store.url, ca: undefined, workers: 1, maxRejects: 0, onProgress: () => {} }
  const [next] = await store.db.query<{ id: number }>(
    'select last_value + is_called::int as id from load_source_id_seq',
  )
  await store.db.transaction(async (session) => {
    // Another loader has the last slice, so the load stops before its end.
    await session.query('select pg_advisory_xact_lock($1::int, 1)::text', [next?.id])
    const { isStopped, tally } = await loadSources(store.db, found, options)
    expect({ isStopped, ...tally }).toMatchObject({ isStopped: true, done: 256, rejected: 1 })
  })
  writeFileSync(path, mended)
  const { isStopped, tally } = await loadSources(store.db, found, options)
  expect(isStopped).toBe(false)
  expect(tally.kinds).toMatchObject([{ loaded: 2, unchanged: 255, rejected: 0 }])
  const jobs = await store.db.query('select from graphile_worker.jobs')
  expect(jobs, 'no job of the stopped load is left').toHaveLength(0)
})

test('returns with a warning are counted by kind and are in the report', async () => {
  const warned = join(folder, 'warned.zip')
  const [one, two] = madeFiles(100, 102)
  if (one === undefined || two === undefined) throw new Error('No returns were made.')
  const strange = Buffer.from(two.bytes)
    .toString()
    .replace(/returnVersion="[^"]*"/, 'returnVersion="1999v9.9"')
  await writeZip(warned, [one, { ...two, bytes: Buffer.from(strange) }])
  const { sources, tally } = await loadInto(store, [warned])
  expect(tally.kinds).toMatchObject([{ loaded: 2, warned: 1 }])
  const ids = sources.map(({ id }) => id)
  expect(await countWarnings(store.db, ids)).toEqual([{ code: 'UnknownSchemaVersion', count: 1 }])
  const none = { rejected: [], unknown: [] }
  const report = readFileSync(await writeRejectReport(store.db, ids, none, folder), 'utf8')
  expect(report.trimEnd().split('\n').slice(1)).toEqual([
    `${warned},${two.name},,UnknownSchemaVersion,,"Loaded, with this warning."`,
  ])
})
