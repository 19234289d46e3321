import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'
import { madeFiles } from '#test/integration/indexer/made-archives.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { about, momentsOf } from './moments.ts'

const CLI = fileURLToPath(new URL('../../../indexer/cli.ts', import.meta.url))
const RETURNS = 6_000
const folder = mkdtempSync(join(tmpdir(), 'load-kill-'))
const archive = join(folder, 'archive.zip')
let undisturbed: Awaited<ReturnType<typeof stateOf>>

/**
 * Returns everything a load leaves in the store, as two fingerprints and the counts of its slices.
 */
async function stateOf({ db }: Store) {
  const [filings] = await db.query<{ count: number; print: string }>(
    `select count(*), md5(string_agg(filing::text, ',' order by object_id)) as print from filing`,
  )
  const [blocks] = await db.query<{ count: number; print: string }>(
    `select count(*), md5(string_agg(md5(filing_block::text), ',' order by object_id, block, ordinal))
       as print from filing_block`,
  )
  const [slices] = await db.query(
    `select sum(loaded)::int as loaded, sum(rejected)::int as rejected, bool_and(done_at is not null) as done
     from load_slice`,
  )
  return { filings, blocks, slices }
}

const startLoad = (url: string) =>
  spawn(process.execPath, [...TSX, CLI, 'load', archive], {
    // Two threads, because with one for each slice no moment would fall between slices.
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), LOAD_WORKERS: '2' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function finish(load: ReturnType<typeof startLoad>): Promise<string> {
  let said = ''
  load.stdout.on('data', (piece) => {
    said += piece
  })
  load.stderr.on('data', (piece) => {
    said += piece
  })
  const [code] = (await once(load, 'close')) as [number | null]
  return `${code}: ${said}`
}

// Slices done before each kill; the archive has 24.
const KILL_AFTER = [0, 1, 3, 8, 14]
const PATIENCE = { timeout: 120_000, interval: 5 }

async function doneSlices({ db }: Store): Promise<number> {
  const [row] = await db.query<{ done: number }>(
    'select count(*) as done from load_slice where done_at is not null',
  )
  return row?.done ?? 0
}

beforeAll(async () => {
  await writeZip(archive, [
    ...madeFiles(0, RETURNS),
    { name: '202310110000000000_public.xml', bytes: Buffer.from('<Return>') },
  ])
  const store = await createStore('load_undisturbed')
  await loadInto(store, [archive])
  undisturbed = await stateOf(store)
  await store.drop()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a load', () => {
  test('killed again and again gives the result of an undisturbed load', {
    timeout: 600_000,
  }, async () => {
    const store = await createStore('load_killed')
    for (const done of KILL_AFTER) {
      const round = `killed after ${done} slices`
      const load = startLoad(store.url)
      const ended = once(load, 'exit')
      await vi.waitFor(async () => {
        expect(await doneSlices(store), about(round)).toBeGreaterThanOrEqual(done)
      }, PATIENCE)
      await sleep(momentsOf(round).int(0, 100))
      load.kill('SIGKILL')
      await ended
      // A fast machine may finish the last third before the kill, but never nearly all of it.
      if (done <= 1) expect(await doneSlices(store), about(round)).toBeLessThan(24)
    }
    const last = await finish(startLoad(store.url))
    expect(last, about('killed again and again')).toMatch(/^0: /)
    expect(await stateOf(store), about('killed again and again')).toEqual(undisturbed)
    await store.drop()
  })

  test('shared by two processes gives the result of one', { timeout: 300_000 }, async () => {
    const store = await createStore('load_shared')
    const outcomes = await Promise.all([startLoad(store.url), startLoad(store.url)].map(finish))
    for (const outcome of outcomes) expect(outcome).toMatch(/^0: /)
    expect(await stateOf(store)).toEqual(undisturbed)
    const [shares] = await store.db.query<{ sources: number }>(
      'select count(*) as sources from load_source',
    )
    expect(shares?.sources).toBe(1)
    await store.drop()
  })
})
