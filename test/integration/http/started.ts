import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export type Answered = { status: number; headers: Record<string, unknown>; body: string }

export type Started = {
  /** Sends one request over this client's open connections. */
  ask(path: string, sent?: { method?: string; headers?: Headers; body?: string }): Promise<Answered>
  said(): string
  stop(): Promise<void>
}
type Headers = Record<string, string>

/** `npm start` as a separate process, over an existing database and index. */
export async function startProcess(
  { database, prefix }: { database: string; prefix: string },
  { connections = 1, more = {} }: { connections?: number; more?: NodeJS.ProcessEnv } = {},
): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'started-'))
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${database}`
  const child = spawn(process.execPath, [...TSX, 'src/cli/start.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: url.toString(),
      OPENSEARCH_URL: inject('opensearchUrl'),
      INDEX_PREFIX: prefix,
      DATA_DIR: dataDir,
      DEMO: 'off',
      PORT: '0',
      LOG_LEVEL: 'trace',
      ...more,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      said += piece
    })
  }
  const port = await greeted(child, () => said)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    ask: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path, method, headers, agent }
        const asking = request(options, async (response) => {
          let text = ''
          for await (const piece of response.setEncoding('utf8')) text += piece
          const { statusCode: status = 0, headers: answered } = response
          resolve({ status, headers: answered, body: text })
        })
        asking.on('error', reject).end(body)
      }),
    said: () => said,
    stop: async () => {
      agent.destroy()
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'close')
      }
      await rm(dataDir, { recursive: true })
    },
  }
}

async function greeted(child: ChildProcess, said: () => string): Promise<number> {
  for (;;) {
    const port = /Service: http:\S+:(\d+)\n[\s\S]*(?:limit=3'|npm run refresh\.)\n/.exec(
      said(),
    )?.[1]
    if (port) return Number(port)
    if (child.exitCode !== null) throw new Error(`The start ended: ${said()}`)
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')])
  }
}
