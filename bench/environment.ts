import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'

/** Started engines with their data folder, a temporary folder, and the environment of commands. */
export type Place = {
  files: string
  dataDir: string
  opensearchUrl: string
  databaseUrl: string
  env: NodeJS.ProcessEnv
}

// Starts and stops take seconds, and the kernel keeps the peak of memory.
const POLL_MS = 100

type Setup = {
  /** A data folder to keep; otherwise the data is deleted at the end. */
  dataDir?: string
  names?: ('opensearch' | 'postgres')[]
  settings?: Record<string, string>
}

/** Runs `work` with started engines, so that their start is not timed. No other data is touched. */
export async function withEngines<T>(
  work: (place: Place) => Promise<T>,
  { dataDir, names = ['opensearch', 'postgres'], settings = {} }: Setup = {},
): Promise<T> {
  const files = await mkdtemp(join(tmpdir(), 'nonprofit-bench-'))
  const data = dataDir ?? join(files, 'data')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: data,
    DEMO: 'off',
    PORT: '0',
    HOST: '127.0.0.1',
    OPENSEARCH_URL: '',
    DATABASE_URL: '',
    INDEX_PREFIX: '',
    ...settings,
  }
  try {
    const lease = await leaseEngines(readConfig(env), names, showEngineProgress())
    try {
      const { opensearchUrl = '', databaseUrl = '' } = lease
      const urls = { OPENSEARCH_URL: opensearchUrl, DATABASE_URL: databaseUrl }
      const place = { files, dataDir: data, opensearchUrl, databaseUrl, env: { ...env, ...urls } }
      return await work(place)
    } finally {
      await lease.release()
      await untilEnginesStop(data)
    }
  } finally {
    await rm(files, { recursive: true, force: true })
  }
}

/** Waits until the supervisor of a data folder's engines has ended, which ends after them. */
async function untilEnginesStop(dataDir: string): Promise<void> {
  const isRunning = () =>
    execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
      .split('\n')
      .some((line) => line.trimEnd().endsWith(`supervisor.ts ${dataDir}`))
  while (isRunning()) await sleep(POLL_MS)
}

const ROOT = join(import.meta.dirname, '..')

/**
 * Runs a command of the indexer and returns the duration of the whole process, without npm, which
 * takes 0.3 s, and its peak memory (0 without /proc). Throws OperatorError with its output if it
 * fails.
 */
export async function measureCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<{ seconds: number; peakMiB: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, [...TSX, join(ROOT, 'indexer/cli.ts'), ...args], {
    env,
    signal: stop,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let peakMiB = 0
  const timer = setInterval(() => {
    if (child.pid) peakMiB = Math.max(peakMiB, readPeakMiB(child.pid))
  }, POLL_MS)
  try {
    const ended = once(child, 'close')
    const [output, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended,
    ])
    const seconds = (performance.now() - started) / 1_000
    if (code !== 0) throw new OperatorError(`${args[0]} failed: ${complaint}${output}`)
    return { seconds, peakMiB }
  } finally {
    clearInterval(timer)
  }
}

function readPeakMiB(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1_024
}

/**
 * Runs `work` with the address of a service, started as `npm start` starts it. Lists need no key, and
 * a client's address comes from the request, because limits count by address. The log goes to a file,
 * because reading it here would slow the measurement. Throws OperatorError with the log if the service
 * ends instead.
 */
export async function withService<T>(
  { files, env }: Place,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const log = join(files, 'service.log')
  const file = openSync(log, 'w')
  const child = spawn(process.execPath, [...TSX, join(ROOT, 'src/cli/start.ts')], {
    env: { ...env, TRUST_PROXY: 'loopback', ACCESS: 'open' },
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  const ended = once(child, 'exit')
  try {
    for (;;) {
      const output = readFileSync(log, 'utf8')
      const address = /^Nonprofit Research Service: (\S+)/m.exec(output)?.[1]
      if (address) return await work(address)
      if (child.exitCode !== null) throw new OperatorError(`The service did not start: ${output}`)
      await sleep(POLL_MS)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
