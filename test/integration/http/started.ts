import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startCommand, untilGreeted } from '#test/world/command.ts'

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
  const env = {
    ...process.env,
    DATABASE_URL: url.toString(),
    OPENSEARCH_URL: inject('opensearchUrl'),
    INDEX_PREFIX: prefix,
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'trace',
    ...more,
  }
  const command = startCommand(env, 'src/cli/start.ts', [])
  const { port } = new URL(await untilGreeted(command))
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
    said: command.said,
    stop: async () => {
      agent.destroy()
      command.child.kill('SIGTERM')
      await command.ended
      await rm(dataDir, { recursive: true })
    },
  }
}
