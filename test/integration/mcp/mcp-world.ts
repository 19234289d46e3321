import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import { createKey } from '#src/access/keys.ts'
import { type AppDeps, buildApp } from '#src/app.ts'
import { PATIENT } from '#test/integration/http/world.ts'
import { openIndexed } from '#test/world/indexed.ts'

export type McpWorld = {
  deps: AppDeps
  app: FastifyInstance
  address: string
  /** Returns a key of a tier, with its own limits if given. */
  createKey(key?: Partial<Parameters<typeof createKey>[1]>): Promise<string>
  /** Connects with the newest version of the protocol, or with the version before. */
  connect(headers?: Record<string, string>, mode?: 'legacy'): Promise<Client>
  /** Sends a POST to /mcp with a raw body. */
  post(body: string, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

/** The demo as installed, behind a server that requires keys. */
export async function openMcp(name: string): Promise<McpWorld> {
  const world = await openIndexed(name)
  const config = { access: 'keyed', trustProxy: undefined, logLevel: 'silent' } as const
  const deps: AppDeps = { ...world.deps, config, admission: PATIENT }
  const app = await buildApp(deps)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const clients: Client[] = []
  return {
    deps,
    app,
    address,
    createKey: async (key = {}) =>
      (await createKey(world.deps.postgres, { tier: 'Paid', owner: 'MCP', ...key })).key,
    connect: async (headers = {}, mode) => {
      const versionNegotiation = { mode: mode ?? ({ pin: '2026-07-28' } as const) }
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation })
      const url = new URL('/mcp', address)
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
      clients.push(client)
      return client
    },
    post: (body, headers = {}) => {
      const json = 'application/json'
      const usual = { 'Content-Type': json, Accept: `${json}, text/event-stream` }
      return fetch(`${address}/mcp`, { method: 'POST', headers: { ...usual, ...headers }, body })
    },
    close: async () => {
      for (const client of clients) await client.close()
      await app.close()
      await world.close()
    },
  }
}

/** Calls a tool. */
export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<CallToolResult & { text: string }> {
  const result = await client.callTool({ name, arguments: given })
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : ''))
  return { ...result, text: texts.join('\n') }
}

/** Returns a call of a tool as a message. */
export const callOf = (name: string, given: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
})

/**
 * Returns the paths where a response differs from an example. An example is shortened: it may omit
 * fields, rows at the end of a list, and the end of a text, which … replaces.
 */
export function holds(answer: unknown, shown: unknown, place = '$'): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer)) return [`${place} is no list`]
    return shown.flatMap((one, at) => holds(answer[at], one, `${place}[${at}]`))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answer !== 'object' || answer === null) return [`${place} is no object`]
    return Object.entries(shown).flatMap(([name, one]) =>
      holds((answer as Record<string, unknown>)[name], one, `${place}.${name}`),
    )
  }
  if (typeof answer === 'string' && typeof shown === 'string' && shown.endsWith('…')) {
    return answer.startsWith(shown.slice(0, -1)) ? [] : [`${place} is ${JSON.stringify(answer)}`]
  }
  return answer === shown ? [] : [`${place} is ${JSON.stringify(answer)}`]
}
