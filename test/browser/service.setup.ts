import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { TSX } from '#src/platform/engines/tsx.ts'
import { findChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the browser; empty if the machine has none. */
    chromium: string
    /** The address of the service with the whole demo, `http://127.0.0.1:…`. */
    address: string
    /** The folder for screenshots; empty to take none. */
    screenshots: string
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts the service as `npm start` does, with its own engines and the whole demo. Without a
 * browser, nothing starts and the tests are skipped by name; REQUIRE_BROWSER makes that an error.
 * SERVICE_ADDRESS uses a running service with the demo instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findChromium(process.env)
  project.provide('chromium', chromium ?? '')
  project.provide('address', '')
  project.provide('screenshots', process.env.SCREENSHOTS_DIR ?? '')
  if (chromium === undefined) {
    if (process.env.REQUIRE_BROWSER) {
      throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH to its path.')
    }
    return async () => {}
  }
  const running = process.env.SERVICE_ADDRESS
  if (running) {
    project.provide('address', new URL(running).origin)
    return async () => {}
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'browser-'))
  const child = spawn(process.execPath, [...TSX, 'src/cli/start.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      OPENSEARCH_URL: undefined,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      // The tests open hundreds of pages from one address.
      ACCESS: 'open',
    },
  })
  project.provide('address', await greeted(child))
  return async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
    await rm(dataDir, { recursive: true })
  }
}

async function greeted(child: ChildProcess): Promise<string> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      said += piece
    })
  }
  for (;;) {
    const address = /^Nonprofit Research Service: (\S+)\n/m.exec(said)?.[1]
    if (address) return address
    if (child.exitCode !== null) throw new Error(`The service did not start: ${said}`)
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')])
  }
}
