import { setTimeout as sleep } from 'node:timers/promises'
import type OpenAI from 'openai'
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from 'openai/resources'
import type { ModelBackendConfig } from '../config.ts'
import { createChunkReader } from './model-chunks.ts'
import { isRetryable, retryDelayMs, translateModelError, unavailableModel } from './model-errors.ts'

/** A call the model asks for; its arguments are the text it wrote, often no JSON at all. */
export type ModelCall = { id: string; name: string; arguments: string }

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; calls?: ModelCall[] }
  | { role: 'tool'; content: string; callId: string }

/** An operation offered to the model; `parameters` is a JSON schema. */
export type OfferedTool = { name: string; description: string; parameters: object }

export type ModelRequest = { messages: readonly ModelMessage[]; tools: readonly OfferedTool[] }

/** `end` comes last and once: why the model stopped, and the calls it wants answered. */
export type ModelPiece =
  | { kind: 'text'; text: string }
  | { kind: 'end'; reason: 'stop' | 'length' | 'refusal'; calls: ModelCall[] }

/** A language model behind the OpenAI protocol of chat completions. */
export type ModelBackend = {
  /**
   * One completion, piece by piece. Throws ApiError AssistantUnavailable when the backend is away,
   * refuses, breaks off or sends what is no completion, and the signal's reason when it aborts.
   */
  complete(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPiece>
  close(): Promise<void>
}

export type ModelBackendLimits = {
  connectMs: number
  /** From the request to the first byte of the answer. */
  firstByteMs: number
  /** Between two pieces. */
  idleMs: number
  maxBytes: number
  retries: number
  /** The longest the backend may ask to wait before a retry. */
  longestWaitMs: number
}

export const MODEL_BACKEND_LIMITS: ModelBackendLimits = {
  // A server that is there accepts within a second, one across an ocean too.
  connectMs: 5_000,
  // Models read a long conversation before the first word: seconds on a large machine.
  firstByteMs: 20_000,
  // A model that writes at all writes several words a second.
  idleMs: 10_000,
  // An answer is 8 KB of text; each chunk wraps some bytes of it in 300 of JSON.
  maxBytes: 2 * 1024 * 1024,
  // Two tries more outlast a restart behind a balancer; a third keeps a person waiting in vain.
  retries: 2,
  // Whoever must wait longer is better served by the planner at once.
  longestWaitMs: 4_000,
}

type Library = { client: OpenAI; close(): Promise<void> }

/** A backend at the configured address. The library is imported, and a connection made, at first use. */
export function createModelBackend(
  config: ModelBackendConfig,
  given: Partial<ModelBackendLimits> = {},
): ModelBackend {
  const limits = { ...MODEL_BACKEND_LIMITS, ...given }
  let library: Promise<Library> | undefined
  // 120 ms of start that a service without a backend need not spend.
  const open = () => {
    library ??= openLibrary(config, limits)
    return library
  }
  return {
    async *complete(request, signal) {
      const { client } = await open()
      try {
        yield* readPieces(await startWithRetries(client, config, limits, request, signal))
        // The library ends an aborted stream as if it were whole.
        signal.throwIfAborted()
      } catch (error) {
        signal.throwIfAborted()
        throw translateModelError(error)
      }
    },
    close: async () => (await library)?.close(),
  }
}

async function openLibrary(config: ModelBackendConfig, limits: ModelBackendLimits) {
  const [{ default: Client }, { Agent, fetch }] = await Promise.all([
    import('openai'),
    import('undici'),
  ])
  const dispatcher = new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.idleMs,
    maxResponseSize: limits.maxBytes,
  })
  const client = new Client({
    baseURL: config.baseUrl,
    // Everything the library would read from its own environment variables is said here.
    apiKey: config.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: config.apiKey === undefined ? { Authorization: null } : {},
    logLevel: 'off',
    // Its own retries wait up to a minute, past every budget of an answer (startWithRetries).
    maxRetries: 0,
    timeout: limits.connectMs + limits.firstByteMs,
    // Node's own fetch takes no dispatcher of the installed undici; the types differ by name only.
    fetch: fetch as unknown as typeof globalThis.fetch,
    // Filings and questions go to the address the operator named and to no other.
    fetchOptions: { dispatcher, redirect: 'error' } as object,
  })
  return { client, close: () => dispatcher.destroy() }
}

type Chunks = AsyncIterable<ChatCompletionChunk>

async function startWithRetries(
  client: OpenAI,
  { model }: ModelBackendConfig,
  { retries, longestWaitMs }: ModelBackendLimits,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Chunks> {
  const body = toBody(model, request)
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await client.chat.completions.create(body, { signal })
    } catch (error) {
      signal.throwIfAborted()
      const waitMs = retryDelayMs(error, attempt)
      if (attempt >= retries || !isRetryable(error) || waitMs > longestWaitMs) throw error
      await sleep(waitMs, undefined, { signal })
    }
  }
}

async function* readPieces(chunks: Chunks): AsyncGenerator<ModelPiece> {
  const reader = createChunkReader()
  for await (const chunk of chunks) {
    const text = reader.read(chunk)
    if (text) yield { kind: 'text', text }
  }
  const end = reader.end()
  if (end === undefined) throw unavailableModel('The stream ended without a reason to finish.')
  yield { kind: 'end', ...end }
}

// Only what every server of the protocol knows: neither a temperature nor a limit of tokens, whose
// name and range differ among models. Who asks counts what comes and breaks off.
const toBody = (model: string, { messages, tools }: ModelRequest) =>
  ({
    model,
    stream: true,
    messages: messages.map(toWireMessage),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function', function: { ...tool } })),
    }),
  }) as ChatCompletionCreateParamsStreaming

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
