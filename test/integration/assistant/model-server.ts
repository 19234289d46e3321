import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Asked = {
  headers: IncomingHttpHeaders
  path: string
  messages: { role: string; content: string; tool_calls?: object[]; tool_call_id?: string }[]
  tools: string[]
}

/** Writes one response of the model. */
export type Reply = (response: ServerResponse, asked: Asked) => void | Promise<void>

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

const open = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

const pieces = (text: string): string[] => text.match(/[\s\S]{1,7}/gu) ?? []

/** Returns a text in pieces of a few letters. */
export const say =
  (text: string, finish = 'stop'): Reply =>
  (response) => {
    open(response)
    // A comment and an empty choice, as some servers send them.
    response.write(`: ping\n\n${chunk({ role: 'assistant', content: '' })}`)
    for (const content of pieces(text)) response.write(chunk({ content }))
    response.end(`${chunk({}, finish)}data: [DONE]\n\n`)
  }

/** Returns a text computed from the conversation it received. */
export const sayOf =
  (write: (asked: Asked) => string): Reply =>
  (response, asked) =>
    say(write(asked))(response, asked)

/** Calls tools; names come first, then arguments in fragments of a few letters. */
export const call =
  (...calls: [name: string, input: object | string][]): Reply =>
  (response) => {
    open(response)
    calls.forEach(([name, input], index) => {
      const begin = {
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name, arguments: '' },
      }
      response.write(chunk({ tool_calls: [begin] }))
      const text = typeof input === 'string' ? input : JSON.stringify(input)
      for (const part of pieces(text)) {
        response.write(chunk({ tool_calls: [{ index, function: { arguments: part } }] }))
      }
    })
    response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`)
  }

/** Returns a text, then calls a tool. */
export const sayAndCall =
  (text: string, [name, input]: [name: string, input: object]): Reply =>
  (response) => {
    open(response)
    for (const content of pieces(text)) response.write(chunk({ content }))
    const asked = { name, arguments: JSON.stringify(input) }
    response.write(
      chunk({ tool_calls: [{ index: 0, id: 'call_0', type: 'function', function: asked }] }),
    )
    response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`)
  }

/** Refuses, in the field for refusals. */
export const refuse = (): Reply => (response) => {
  open(response)
  response.write(chunk({ refusal: 'I cannot help with $7,777,777.' }))
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
}

/** Returns an HTTP error whose body repeats the key, as some proxies do. */
export const fail =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message: 'bad key model-secret', type: 'invalid' } }))
  }

/** Begins a text and breaks the connection. */
export const cut =
  (text: string): Reply =>
  async (response) => {
    open(response)
    for (const content of pieces(text)) response.write(chunk({ content }))
    await sleep(20)
    response.destroy()
  }

/** Ends the stream without a finish reason. */
export const stopShort =
  (text: string): Reply =>
  (response) => {
    open(response)
    response.end(chunk({ content: text }))
  }

/** Sends raw bytes as an event stream. */
export const raw =
  (text: string): Reply =>
  (response) => {
    open(response)
    response.end(text)
  }

/** Returns a text, then stays silent and never ends. */
export const hang =
  (text: string): Reply =>
  (response) => {
    open(response)
    response.write(chunk({ content: text }))
  }

/** Sends a word every few milliseconds, forever. */
export const drip =
  (word: string, everyMs: number): Reply =>
  async (response) => {
    open(response)
    while (!response.destroyed) {
      response.write(chunk({ content: word }))
      await sleep(everyMs)
    }
  }

export type ModelServer = {
  url: string
  asked: Asked[]
  /** The responses for the next conversation, in order; the last one repeats. */
  script(...replies: Reply[]): void
  connections(): Promise<number>
  close(): Promise<void>
}

/** Starts a scripted loopback server with the chat completions protocol. */
export async function openModelServer(): Promise<ModelServer> {
  let replies: Reply[] = []
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { messages, tools = [] } = JSON.parse(body)
    const one: Asked = {
      headers: request.headers,
      path: request.url ?? '',
      messages,
      tools: tools.map((tool: { function: { name: string } }) => tool.function.name),
    }
    asked.push(one)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    await (reply ?? fail(500))(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    script(...given) {
      asked.length = 0
      replies = given
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
