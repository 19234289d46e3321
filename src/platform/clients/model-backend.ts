import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { Agent, fetch } from 'undici'
import type { ModelBackendConfig } from '../config.ts'
import { createChunkReader, type ModelCall } from './model-chunks.ts'
import {
  isRetryable,
  ModelStatusError,
  retryDelayMs,
  translateModelError,
  unavailableModel,
} from './model-errors.ts'

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; calls?: ModelCall[] }
  | { role: 'tool'; content: string; callId: string }

/** An operation offered to the model; `parameters` is a JSON schema. */
export type OfferedTool = { name: string; description: string; parameters: object }

type ModelRequest = { messages: readonly ModelMessage[]; tools: readonly OfferedTool[] }

/** `end` comes last, exactly once: why the model stopped, and the calls that need results. */
type ModelPiece =
  | { kind: 'text'; text: string }
  | { kind: 'end'; reason: 'stop' | 'length' | 'refusal'; calls: ModelCall[] }

/** A language model behind the OpenAI protocol of chat completions. */
export type ModelBackend = {
  /**
   * Streams one completion. Throws ApiError AssistantUnavailable when the backend cannot be
   * reached, rejects the request, ends early, or sends something else. Throws the signal's reason
   * on abort.
   */
  complete(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPiece>
  close(): Promise<void>
}

type ModelBackendLimits = {
  connectMs: number
  /** From the request to the first byte of the response. */
  firstByteMs: number
  /** Between two pieces. */
  idleMs: number
  maxBytes: number
  retries: number
  /** The longest wait before a retry that the backend may request. */
  longestWaitMs: number
}

const MODEL_BACKEND_LIMITS: ModelBackendLimits = {
  // A reachable server accepts within a second, even across an ocean.
  connectMs: 5_000,
  // Models read a long conversation before the first word, which takes seconds.
  firstByteMs: 20_000,
  // A working model writes several words a second.
  idleMs: 10_000,
  // An answer is 8 KB of text; each chunk wraps a few bytes of it in 300 bytes of JSON.
  maxBytes: 2 * 1024 * 1024,
  // Two retries outlast a restart behind a balancer; a third keeps a person waiting.
  retries: 2,
  // If the wait is longer, an answer from the planner is faster.
  longestWaitMs: 4_000,
}

/** Creates a backend at the configured address, which connects on first use. */
export function createModelBackend(
  config: ModelBackendConfig,
  given: Partial<ModelBackendLimits> = {},
): ModelBackend {
  const limits = { ...MODEL_BACKEND_LIMITS, ...given }
  const dispatcher = new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.idleMs,
    maxResponseSize: limits.maxBytes,
  })
  return {
    async *complete(request, signal) {
      const send = () => post(config, dispatcher, toBody(config.model, request), signal)
      try {
        yield* readPieces(await withRetries(send, limits, signal))
      } catch (error) {
        signal.throwIfAborted()
        throw translateModelError(error)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

type Bytes = AsyncIterable<Uint8Array>

async function post(
  { baseUrl, apiKey }: ModelBackendConfig,
  dispatcher: Agent,
  body: object,
  signal: AbortSignal,
): Promise<Bytes> {
  // Node's own fetch rejects a dispatcher of the installed undici.
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    // Filings and questions are sent only to the address that the operator set.
    redirect: 'error',
    dispatcher,
    signal,
  })
  if (response.ok && response.body !== null) return response.body
  await response.body?.cancel()
  throw new ModelStatusError(response.status, response.headers.get('retry-after'))
}

async function withRetries(
  send: () => Promise<Bytes>,
  { retries, longestWaitMs }: ModelBackendLimits,
  signal: AbortSignal,
): Promise<Bytes> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      signal.throwIfAborted()
      const waitMs = retryDelayMs(error, attempt)
      if (attempt >= retries || !isRetryable(error) || waitMs > longestWaitMs) throw error
      await sleep(waitMs, undefined, { signal })
    }
  }
}

async function* readPieces(bytes: Bytes): AsyncGenerator<ModelPiece> {
  const reader = createChunkReader()
  for await (const event of readEvents(bytes)) {
    if (event === '[DONE]') break
    const text = reader.read(JSON.parse(event))
    if (text) yield { kind: 'text', text }
  }
  const end = reader.end()
  if (end === undefined) throw unavailableModel('The stream ended without a finish_reason.')
  yield { kind: 'end', ...end }
}

/** Yields the data of each server-sent event. */
async function* readEvents(bytes: Bytes): AsyncGenerator<string> {
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data) })
  const decoder = new TextDecoder()
  for await (const piece of bytes) {
    parser.feed(decoder.decode(piece, { stream: true }))
    yield* events.splice(0)
  }
}

// Only parameters that every server of the protocol supports. Names and ranges of a temperature or
// token limit differ among models, so the caller counts the output and stops the stream.
const toBody = (model: string, { messages, tools }: ModelRequest) => ({
  model,
  stream: true,
  messages: messages.map(toWireMessage),
  ...(tools.length > 0 && {
    tools: tools.map((tool) => ({ type: 'function', function: { ...tool } })),
  }),
})

function toWireMessage(message: ModelMessage): object {
  const { role, content } = message
  if (message.role === 'tool') return { role, content, tool_call_id: message.callId }
  if (message.role !== 'assistant' || !message.calls?.length) return { role, content }
  const calls = message.calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }))
  return { role, content, tool_calls: calls }
}
