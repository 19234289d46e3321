import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { readConfig } from '#src/config.ts'
import { listen, type Server } from '#src/server.ts'
import { findPython } from '../../python-environment.ts'
import { openWorld, type RelevanceWorld } from '../../relevance/world.ts'
import { PATIENT } from '../http/world.ts'

const run = promisify(execFile)
const beside = (file: string): string => join(import.meta.dirname, file)

// All of them, those the tool needs too: another version of one makes other requests.
const requirements = readFileSync(beside('requirements.txt'), 'utf8').trim().split('\n')
const environment = await findPython(readConfig(process.env).cacheDir, 'schemathesis', requirements)

/** Those placed by hand, of which the examples are, and a few others. */
const ORGANIZATIONS = 80
// Of each operation and phase; some 2,000 requests in all, of which every run sends the same.
const EXAMPLES = '5'
// Half a minute on two free cores; a busy machine took five times as long.
const LONGEST_MS = 600_000
const SEED = '990'

let folder: string
let world: RelevanceWorld
let server: Server

beforeAll(async () => {
  if ('missing' in environment) return
  folder = await mkdtemp(join(tmpdir(), 'schemathesis-'))
  await generateDemo({ folder: join(folder, 'demo'), organizations: ORGANIZATIONS })
  world = await openWorld('schemathesis', [join(folder, 'demo')])
  const deps = { ...world.deps, admission: PATIENT }
  server = await listen({ host: '127.0.0.1', port: 0 }, deps)
})
afterAll(async () => {
  await server?.close()
  await world?.close()
  if (folder) await rm(folder, { recursive: true })
})

const why = 'missing' in environment ? ` (skipped: there is no ${environment.missing})` : ''

/** Sends requests to a server; rejects with the faults that were found. */
async function send(python: string, { address }: Server, examples: string): Promise<void> {
  const tool = run(
    python,
    [
      ...['-m', 'schemathesis.cli', '--config-file', beside('schemathesis.toml')],
      ...['run', `${address}/openapi.json`],
      ...['--max-examples', examples, '--seed', SEED],
      ...['--generation-database', 'none', '--no-color', '--continue-on-failure'],
    ],
    // It writes a folder of its own where it runs.
    { cwd: folder, maxBuffer: 2 ** 26, env: { ...process.env, PYTHONUTF8: '1' } },
  )
  const { stdout } = await tool.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`schemathesis found faults:\n${error.stdout}\n${error.stderr}`)
  })
  const [, selected, tested] = /Selected: (\d+)\/\d+\s+Tested: (\d+)/.exec(stdout) ?? []
  expect(Number(selected)).toBeGreaterThan(0)
  expect(tested).toBe(selected)
}

it.skipIf(why !== '')(
  `answers whatever /openapi.json allows, and what it does not, as it says${why}`,
  async () => {
    if ('missing' in environment) return
    await send(environment.python, server, EXAMPLES)
  },
  LONGEST_MS,
)

it.skipIf(why !== '')(
  `answers so without a key, too, where keys are asked for${why}`,
  async () => {
    if ('missing' in environment) return
    const config = { ...world.deps.config, access: 'keyed' as const }
    const keyed = await listen(
      { host: '127.0.0.1', port: 0 },
      { ...world.deps, config, admission: PATIENT },
    )
    // Two refusals are all there is to see of most: 401, and 429 once the day's reads are used up.
    await send(environment.python, keyed, '1').finally(() => keyed.close())
  },
  LONGEST_MS,
)
