import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { failureOf } from '#indexer/commands/load.ts'
import { registerSource } from '#indexer/load/register.ts'
import { countRejects, countWarnings, writeRejectReport } from '#indexer/load/reject-report.ts'
import { loadSources } from '#indexer/load/run.ts'
import { sourcesOf } from '#indexer/load/slices.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { type Recognized, recognizePaths } from '#indexer/sources/recognize.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { madeFiles } from '#test/integration/indexer/made-archives.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'

const made = openLoads('load_failed')
const pathOf = (name: string) => join(made.folder, name)
const loadFound = (found: Recognized, maxRejects: number | undefined) => {
  const { db, url } = made.store
  return loadSources(db, found, {
    url,
    ca: undefined,
    workers: 1,
    maxRejects,
    onProgress: () => {},
  })
}
const reportOf = async (ids: number[], found: Pick<Recognized, 'rejected' | 'unknown'>) =>
  readFileSync(await writeRejectReport(made.store.db, ids, found, made.folder), 'utf8')

test('a source that fails midway is named, the others are finished, and the next load reads it', async () => {
  const text = '070000001|Elm|Akron|OH|United States|PC\n'
  const gone = made.write('2026-04/gone.txt', text)
  const kept = made.write('2026-04/kept.txt', '070000002|Oak|Akron|OH|United States|PC\n')
  const found = await recognizePaths([gone, kept], undefined)
  rmSync(gone)
  const { failed } = await loadFound(found, undefined)
  expect(failed.map(({ path }) => path)).toEqual([gone])
  expect(failureOf(failed).message).toMatch(/gone\.txt \(ENOENT/)
  expect(await made.query('select ein from pub78')).toEqual([{ ein: '070000002' }])
  writeFileSync(gone, text)
  expect((await loadFound(found, 0)).failed).toEqual([])
  expect(await made.query('select from pub78')).toHaveLength(2)
})

test('unreadable files count as rejects and are in the report', async () => {
  made.write('mixed/page.zip', '<html>Not found</html>')
  made.write('mixed/notes.txt', 'buy milk')
  const list = '070000003|Fir|Akron|OH|United States|PC\n|bad\n'
  const bad = made.write('mixed/list.txt', list)
  const found = await recognizePaths([pathOf('mixed')], '2026-04')
  const bearing = await loadFound(found, 2)
  expect(bearing.isStopped).toBe(false)
  const ids = bearing.sources.map(({ id }) => id)
  expect(await countRejects(made.store.db, ids, found)).toEqual([
    { code: 'NotAsNamed', count: 1 },
    { code: 'WrongColumnCount', count: 1 },
  ])
  const report = await reportOf(ids, found)
  expect(report).toContain(`\n${bad},,2,WrongColumnCount,`)
  expect(report).toMatch(/page\.zip,,,NotAsNamed,,/)
  expect(report).toMatch(/notes\.txt,,,NotRecognized,/)
  const atOnce = [1, 2, 3].map(() => writeRejectReport(made.store.db, ids, found, made.folder))
  expect(new Set(await Promise.all(atOnce)).size, 'no report is overwritten').toBe(3)
  expect((await loadFound(found, 0)).isStopped).toBe(true)
})

test('returns of a load that was killed before resolving are resolved by the next load', async () => {
  for (const { name, bytes } of madeFiles(0, 3)) made.write(`single/${basename(name)}`, bytes)
  expect(await made.count(pathOf('single'))).toMatchObject({ loaded: 3 })
  expect(await made.count(pathOf('single'))).toMatchObject({ loaded: 0, unchanged: 3 })
  expect(await resolveDue(made.store.db)).toBeDefined()
  const resolved = await made.query('select from organization where latest_object_id is not null')
  expect(resolved).toHaveLength(3)
  await made.count(pathOf('single'))
  expect(await resolveDue(made.store.db), 'nothing is left to resolve').toBeUndefined()
})

test('an archive whose rejects stopped a load is read again once it may be repaired', async () => {
  const path = pathOf('stopped.zip')
  const files = madeFiles(200, 457).map((file) => ({ ...file, level: 0 }))
  await writeZip(path, files)
  const mended = readFileSync(path)
  const damaged = Buffer.from(mended)
  const at = damaged.indexOf('<Return ')
  // The directory stays the same, and so does the archive's identity.
  writeFileSync(path, damaged.fill('?', at, at + 8))
  const found = await recognizePaths([path], undefined)
  const [source = expect.fail()] = sourcesOf(found)
  const { id } = await registerSource(made.store.db, await source.open())
  await made.store.db.transaction(async (session) => {
    // Another loader has the last slice, so the load stops before its end.
    await session.query('select from load_slice where source_id = $1 and ordinal = 1 for update', [
      id,
    ])
    const { isStopped, tally } = await loadFound(found, 0)
    expect({ isStopped, ...tally }).toMatchObject({
      isStopped: true,
      kinds: [{ loaded: 255 }],
      rejected: 1,
    })
  })
  writeFileSync(path, mended)
  const { isStopped, tally } = await loadFound(found, 0)
  expect(isStopped).toBe(false)
  expect(tally.kinds).toMatchObject([{ loaded: 2, unchanged: 255, rejected: 0 }])
})

test('returns with a warning are counted by kind and are in the report', async () => {
  const warned = pathOf('warned.zip')
  const [one = expect.fail(), two = expect.fail()] = madeFiles(100, 102)
  const strange = Buffer.from(two.bytes)
    .toString()
    .replace(/returnVersion="[^"]*"/, 'returnVersion="1999v9.9"')
  await writeZip(warned, [one, { ...two, bytes: Buffer.from(strange) }])
  const { sources, tally } = await made.load(warned)
  expect(tally.kinds).toMatchObject([{ loaded: 2, warned: 1 }])
  const ids = sources.map(({ id }) => id)
  const warnings = [{ code: 'UnknownSchemaVersion', count: 1 }]
  expect(await countWarnings(made.store.db, ids)).toEqual(warnings)
  const [, ...lines] = (await reportOf(ids, { rejected: [], unknown: [] })).trimEnd().split('\n')
  expect(lines).toEqual([expect.stringContaining(`${warned},${two.name},,UnknownSchemaVersion,,`)])
})
