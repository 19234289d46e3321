import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'
import { madeObjectId, madeXml } from '#test/integration/indexer/made-archives.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let store: Store
let folder: string

beforeAll(async () => {
  store = await createStore('cli_start')
  folder = await mkdtemp(join(tmpdir(), 'start-test-'))
})
afterAll(async () => {
  await store.drop()
  await rm(folder, { recursive: true })
})

/** Starts the service and waits for the last line of its startup message. */
async function start(command: string, args: readonly string[]) {
  const env = {
    ...process.env,
    DATABASE_URL: store.url,
    OPENSEARCH_URL: inject('opensearchUrl'),
    INDEX_PREFIX: 'start-test-',
    ...{ DATA_DIR: folder, DEMO: 'off', PORT: '0', LOG_LEVEL: 'warn' },
  }
  const child: ChildProcess = spawn(command, args, { cwd: root, env })
  let said = ''
  const closed = once(child, 'close')
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`The start ended: ${said}`)
      expect(said).toMatch(/limit=3'\n|npm run refresh\.\n/)
    },
    { timeout: 60_000 },
  )
  return {
    child,
    said: () => said,
    /** Returns the exit code once its whole output is here. */
    stop: async (signal: NodeJS.Signals): Promise<number | null> => {
      child.kill(signal)
      return (await closed)[0]
    },
  }
}

/** Returns the files of a folder and its subfolders that contain a text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  const held = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)))
  return paths.filter((_, at) => held[at])
}

test('npm start writes a key to a file, prints the next command, and stops on a signal to npm', async () => {
  const service = await start('npm', ['start'])
  // The output is not a terminal here, so it may be a log and must not contain the key.
  const file = join(folder, 'first-key')
  expect(service.said()).toContain(`  export KEY="$(cat '${file}')"\n`)
  expect(service.said()).toContain('npm run load -- PATH')
  expect(service.said()).not.toContain('nrk_')
  const key = (await readFile(file, 'utf8')).trim()
  expect(key).toMatch(/^nrk_/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await service.stop('SIGTERM'), service.said()).toBe(0)
  expect(service.said()).toContain('Stopping')
  expect(await filesWith(key)).toEqual([file])
})

test('a second start derives filings of an earlier version, and a repeated signal does no harm', async () => {
  const returns = join(folder, 'returns')
  await mkdir(returns)
  await writeFile(join(returns, `${madeObjectId(1)}_public.xml`), madeXml(1))
  await loadInto(store, [returns])
  await store.db.query("update filing set derived_version = 0, facts = '{}'")
  const service = await start(process.execPath, [...TSX, 'src/cli/start.ts'])
  expect(service.said()).not.toContain('KEY=')
  const sql = `select facts->'totalRevenue'->'value' as revenue from filing where derived_version > 0`
  await vi.waitFor(async () => expect(await store.db.query(sql)).toEqual([{ revenue: 1 }]), {
    timeout: 30_000,
    interval: 200,
  })
  const stopped = service.stop('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 2))
  service.child.kill('SIGINT')
  expect(await stopped).toBe(0)
})
