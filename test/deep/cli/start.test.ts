import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { madeObjectId, madeXml } from '#test/integration/indexer/made-archives.ts'
import { type Command, NODE, startProgram, untilGreeted } from '#test/world/command.ts'

const made = openLoads('cli_start')
const { folder } = made

/** Starts the service and waits for the last line of its startup message. */
async function start(program: string[], args: string[]): Promise<Command> {
  const env = {
    ...process.env,
    DATABASE_URL: made.store.url,
    OPENSEARCH_URL: inject('opensearchUrl'),
    INDEX_PREFIX: 'start-test-',
    ...{ DATA_DIR: folder, DEMO: 'off', PORT: '0', LOG_LEVEL: 'warn' },
  }
  const command = startProgram(program, args, env)
  await untilGreeted(command)
  return command
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
  // Left behind by an earlier store, and readable by all.
  const file = made.write('first-key', 'nrk_old')
  await chmod(file, 0o644)
  const service = await start(['npm'], ['start'])
  // The output is not a terminal here, so it may be a log and must not contain the key.
  expect(service.said()).toContain(`  export KEY="$(cat '${file}')"\n`)
  expect(service.said()).toContain('npm run load -- PATH')
  expect(service.said()).not.toContain('nrk_')
  const key = (await readFile(file, 'utf8')).trim()
  expect(key).toMatch(/^nrk_[\w-]{43}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  service.child.kill('SIGTERM')
  expect(await service.ended, service.said()).toBe(0)
  expect(service.said()).toContain('Stopping')
  expect(await filesWith(key)).toEqual([file])
})

test('a second start derives filings of an earlier version, and a repeated signal does no harm', async () => {
  await made.load(made.write(`returns/${madeObjectId(1)}_public.xml`, madeXml(1)))
  await made.query("update filing set derived_version = 0, facts = '{}'")
  const service = await start(NODE, ['src/cli/start.ts'])
  expect(service.said()).not.toContain('KEY=')
  const sql = `select facts->'totalRevenue'->'value' as revenue from filing where derived_version > 0`
  const derived = async () => expect(await made.query(sql)).toEqual([{ revenue: 1 }])
  await vi.waitFor(derived, { timeout: 60_000, interval: 200 })
  service.child.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 2))
  service.child.kill('SIGINT')
  expect(await service.ended).toBe(0)
})
