import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { madeObjectId, madeXml } from '#test/integration/indexer/made-archives.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let admin: Postgres
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  admin = createPostgres({ url: inject('databaseUrl') })
  await admin.query('drop database if exists start_test with (force)')
  await admin.query('create database start_test')
  const database = new URL(inject('databaseUrl'))
  database.pathname = '/start_test'
  env = {
    ...process.env,
    DATABASE_URL: database.toString(),
    OPENSEARCH_URL: inject('opensearchUrl'),
    INDEX_PREFIX: 'start-test-',
    DATA_DIR: await mkdtemp(join(tmpdir(), 'start-test-')),
    DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'warn',
  }
})
afterAll(async () => {
  await admin.query('drop database start_test with (force)')
  await admin.close()
  await rm(env.DATA_DIR ?? '', { recursive: true })
})

/** Starts the service and waits for the last line of its startup message. */
async function start(
  command = process.execPath,
  args = [...TSX, 'src/cli/start.ts'],
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(command, args, { cwd: root, env })
  let said = ''
  const greeted = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (/limit=3'\n|npm run refresh\.\n/.test(said)) resolve()
    })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    child.once('close', () => reject(new Error(`The start ended: ${said}`)))
  })
  await greeted
  return { child, said }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  // The process is closed, so its whole output is here.
  const closed = once(child, 'close')
  child.kill(signal)
  const [code] = await closed
  return code
}

/** Returns the files of a folder and its subfolders that contain a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  const held = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)))
  return paths.filter((_, at) => held[at])
}

const keys = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...TSX, 'src/cli/keys.ts', ...args], { cwd: root, env })

describe('npm start on servers that exist', () => {
  test('writes a key to a file, prints the next command, and stops cleanly', async () => {
    const first = await start()
    // The output is not a terminal here, so it may be a log and must not contain the key.
    const file = join(env.DATA_DIR ?? '', 'first-key')
    expect(first.said).toContain(`  export KEY="$(cat '${file}')"\n`)
    expect(first.said).not.toContain('nrk_')
    const key = (await readFile(file, 'utf8')).trim()
    expect(key).toMatch(/^nrk_/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(first.said).toContain(
      'The store is empty. Next: npm run load -- PATH, then npm run refresh.',
    )
    expect(await stop(first.child, 'SIGTERM')).toBe(0)
    expect(await filesWith(env.DATA_DIR ?? '', key)).toEqual([file])

    const second = await start()
    expect(second.said).not.toContain('API key')
    expect(await stop(second.child, 'SIGINT')).toBe(0)
  })

  test('a signal to npm reaches the service, and a repeated one does no harm', async () => {
    const { child } = await start('npm', ['start'])
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    expect(await stop(child, 'SIGTERM'), said).toBe(0)
    expect(said).toContain('Stopping when the current requests finish.')
    const direct = await start()
    const stopped = stop(direct.child, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 2))
    direct.child.kill('SIGINT')
    expect(await stopped).toBe(0)
  })

  test('derives filings of an earlier version while the service runs', {
    timeout: 60_000,
  }, async () => {
    const db = createPostgres({ url: env.DATABASE_URL ?? '' })
    const returns = join(env.DATA_DIR ?? '', 'returns')
    await mkdir(returns)
    await writeFile(join(returns, `${madeObjectId(1)}_public.xml`), madeXml(1))
    await promisify(execFile)(process.execPath, [...TSX, 'indexer/cli.ts', 'load', returns], {
      cwd: root,
      env,
    })
    await db.query("update filing set derived_version = 0, facts = '{}'")
    const { child } = await start()
    await vi.waitFor(
      async () => {
        const [row] = await db.query<{ revenue: number }>(
          "select facts->'totalRevenue'->'value' as revenue from filing where derived_version > 0",
        )
        expect(row).toEqual({ revenue: 1 })
      },
      { timeout: 30_000, interval: 200 },
    )
    expect(await stop(child, 'SIGTERM')).toBe(0)
    await db.close()
  })

  test('an absent server is reported in one sentence', async () => {
    const away = { ...env, DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/none' }
    const attempt = promisify(execFile)(process.execPath, [...TSX, 'src/cli/start.ts'], {
      cwd: root,
      env: away,
    })
    await expect(attempt).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Postgres at 127\.0\.0\.1:1 cannot be reached .*DATABASE_URL\.\n$/,
      ),
    })
  })
})

test('npm start with a port in use reports it before it starts anything', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const dataDir = join(env.DATA_DIR ?? '', 'never-made')
  // Without either server, it would start its own engines.
  const { OPENSEARCH_URL: _, DATABASE_URL: __, ...own } = env
  const attempt = promisify(execFile)(process.execPath, [...TSX, 'src/cli/start.ts'], {
    cwd: root,
    env: { ...own, DATA_DIR: dataDir, PORT: String(port) },
  })
  await expect(attempt).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is in use. Stop the program that uses it, or set PORT to a different port.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
  taken.close()
})

describe('npm run keys', () => {
  test('creates, lists, rotates, and revokes; a key is shown only when it is created', async () => {
    const created = await keys('create', '--tier', 'Paid', '--owner', 'Ada', '--data', '500')
    const [, id, key] = /^Key (\d+), shown only once: (nrk_\S+)/.exec(created.stdout) ?? []
    expect(key).toBeDefined()
    const listed = (await keys('list')).stdout
    expect(listed).toContain('Ada')
    // Today's use and the limit.
    expect(listed).toMatch(/0 of +│0 of/)
    expect(listed).toMatch(/500 +│250/)
    expect(listed).not.toContain('nrk_')
    const rotated = await keys('rotate', id ?? '')
    expect(rotated.stdout).toMatch(/^Key \d+, shown only once: nrk_/)
    await expect(keys('revoke', id ?? '')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`No active key has the ID ${id}`),
    })
  })

  test.each([
    [['create', '--tier', 'Gold', '--owner', 'x'], /Allowed choices are Paid, Site, Internal/],
    [['create', '--tier', 'Paid', '--owner', ' '], /1 to 200 characters/],
    [['create', '--tier', 'Paid', '--owner', 'x', '--data', '-3'], /whole number/],
    [['revoke', 'abc'], /Expected a key ID/],
  ])('%j is rejected', async (args, message) => {
    await expect(keys(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    })
  })
})
