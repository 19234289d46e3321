import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { listen, type Server } from '#src/server.ts'
import { PATIENT } from '#test/integration/http/world.ts'
import { findPython } from '#test/python-environment.ts'
import { SEED } from '#test/random.ts'
import { openIndexed } from '#test/world/indexed.ts'

const run = promisify(execFile)
const beside = (file: string): string => join(import.meta.dirname, file)

// All packages, with the tool's dependencies, because another version of one sends other requests.
const requirements = readFileSync(beside('requirements.txt'), 'utf8').trim().split('\n')
export const python = await findPython(
  readConfig(process.env).cacheDir,
  'schemathesis',
  requirements,
)

/**
 * Sends this many requests of each operation and phase to a service over the demo, made from its
 * /openapi.json. Rejects with the responses that the document does not allow.
 */
export async function fuzz(access: 'open' | 'keyed', examples: number): Promise<void> {
  if (python === undefined) return
  const world = await openIndexed(`schemathesis_${access}`)
  const config = { ...world.deps.config, access }
  const deps = { ...world.deps, config, admission: PATIENT }
  const server = await listen({ host: '127.0.0.1', port: 0 }, deps)
  // The tool writes a folder in its working directory.
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'))
  try {
    await send(python, server, examples, folder)
  } finally {
    await server.close()
    await world.close()
    await rm(folder, { recursive: true })
  }
}

async function send(
  python: string,
  { address }: Server,
  examples: number,
  cwd: string,
): Promise<void> {
  const tool = run(
    python,
    [
      ...['-m', 'schemathesis.cli', '--config-file', beside('schemathesis.toml')],
      ...['run', `${address}/openapi.json`],
      ...['--max-examples', String(examples), '--seed', String(SEED)],
      ...['--generation-database', 'none', '--no-color', '--continue-on-failure'],
    ],
    { cwd, maxBuffer: 2 ** 26, env: { ...process.env, PYTHONUTF8: '1' } },
  )
  const { stdout } = await tool.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`schemathesis found faults:\n${error.stdout}\n${error.stderr}`)
  })
  const [, selected, tested] = /Selected: (\d+)\/\d+\s+Tested: (\d+)/.exec(stdout) ?? []
  expect(Number(selected)).toBeGreaterThan(0)
  expect(tested).toBe(selected)
}
