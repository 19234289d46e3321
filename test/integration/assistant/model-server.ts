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
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'scripted' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

const end = (finish: string): string => `${chunk({}, finish)}data: [DONE]\n\n`

/** Returns a text in pieces of a few letters. */
const pieces = (text: string): string[] => text.match(/[\s\S]{1,7}/gu) ?? []
const spoken = (text: string): string[] => pieces(text).map((content) => chunk({ content }))

/** Sends these bytes as an event stream, which ends unless a function continues it. */
export const raw =
  (parts: string | string[], goOn?: (response: ServerResponse) => Promise<void> | void): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of [parts].flat()) response.write(part)
    if (goOn) await goOn(response)
    else response.end()
  }

/** Says a text, after a comment and an empty choice, as some servers send them. */
export const say = (text: string, finish = 'stop'): Reply =>
  raw([': ping\n\n', chunk({ role: 'assistant', content: '' }), ...spoken(text), end(finish)])

/** Says a text computed from the conversation it received. */
export const sayOf =
  (write: (asked: Asked) => string): Reply =>
  (response, asked) =>
    say(write(asked))(response, asked)

type Call = [name: string, input: object | string]

/** Says a text, then calls tools; names come first, then arguments in fragments. */
export const sayAndCall = (text: string, ...calls: Call[]): Reply => {
  const called = calls.flatMap(([name, input], index) => {
    const named = { name, arguments: '' }
    const begin = { index, id: `call_${index}`, type: 'function', function: named }
    const whole = typeof input === 'string' ? input : JSON.stringify(input)
    const rest = pieces(whole).map((part) => ({ index, function: { arguments: part } }))
    return [begin, ...rest].map((one) => chunk({ tool_calls: [one] }))
  })
  return raw([...spoken(text), ...called, end('tool_calls')])
}

export const call = (...calls: Call[]): Reply => sayAndCall('', ...calls)

/** Refuses, in the field for refusals. */
export const refuse = (text: string): Reply => raw([chunk({ refusal: text }), end('stop')])

/** Returns an HTTP error whose body repeats the key, as some proxies do. */
export const fail =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message: 'bad key model-secret', type: 'invalid' } }))
  }

/** Begins a text and breaks the connection. */
export const cut = (text: string): Reply =>
  raw(spoken(text), async (response) => {
    await sleep(20)
    response.destroy()
  })

/** Ends the stream without a finish reason. */
export const stopShort = (text: string): Reply => raw(chunk({ content: text }))

/** Says a text, then stays silent and never ends. */
export const hang = (text: string): Reply => raw(chunk({ content: text }), () => {})

/** Sends a word every few milliseconds, forever. */
export const drip = (word: string, everyMs: number): Reply =>
  raw([], async (response) => {
    while (!response.destroyed) {
      response.write(chunk({ content: word }))
      await sleep(everyMs)
    }
  })

/** Starts a scripted loopback server with the chat completions protocol. */
export async function openModelServer() {
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
    /** Sets the responses for the next conversation, in order; the last one repeats. */
    script(...given: Reply[]): void {
      asked.length = 0
      replies = given
    },
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
