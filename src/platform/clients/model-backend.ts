import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { Agent, fetch } from 'undici'
import { z } from 'zod'
import type { ModelBackendConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { retryAfterMs } from '../retry-after.ts'

/** A call that the model requests; its arguments are its own text, often not valid JSON. */
export type ModelCall = { id: string; name: string; arguments: string }

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

/** Joins the chunks of one completion. Throws ApiError AssistantUnavailable for anything else. */
async function* readPieces(bytes: Bytes): AsyncGenerator<ModelPiece> {
  const calls = new Map<number, ModelCall>()
  let finish: string | undefined
  let isRefused = false
  for await (const event of readEvents(bytes)) {
    if (event === '[DONE]') break
    const parsed = chunkSchema.safeParse(JSON.parse(event))
    if (!parsed.success) throw unavailableModel('A chunk of the stream is not a completion.')
    const choice = parsed.data.choices?.[0]
    finish = choice?.finish_reason ?? finish
    if (choice?.delta?.refusal) isRefused = true
    addCalls(calls, choice?.delta?.tool_calls)
    const text = choice?.delta?.content
    if (text) yield { kind: 'text', text }
  }
  if (finish === undefined) throw unavailableModel('The stream ended without a finish_reason.')
  const reason = isRefused ? 'refusal' : reasonOf(finish)
  yield { kind: 'end', reason, calls: [...calls.values()] }
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

// The fields we read. Servers omit different ones, so all are optional; a field of another type means
// that the body is not a completion.
const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().min(0).optional(),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .optional(),
})

type Delta = NonNullable<
  NonNullable<z.output<typeof chunkSchema>['choices']>[number]['delta']
>['tool_calls']

/** More calls than any question needs; each is kept in memory. */
const MAX_CALLS = 32
/** Ids are sent back to the backend; none is longer than 64. */
const MAX_ID = 128
/**
 * Our tools' longest arguments have a few hundred characters; beyond this, the model is in a loop.
 */
const MAX_ARGUMENTS = 16_384

function reasonOf(finish: string): 'stop' | 'length' | 'refusal' {
  if (finish === 'content_filter') return 'refusal'
  return finish === 'length' ? 'length' : 'stop'
}

/** Adds fragments of calls, which arrive by index. */
function addCalls(calls: Map<number, ModelCall>, deltas: Delta): void {
  for (const { index, id, function: part } of deltas ?? []) {
    // Servers that send each call in one piece omit the index; in that case, an id begins a call.
    const at = index ?? (id ? calls.size : calls.size - 1)
    const call = calls.get(at) ?? { id: '', name: '', arguments: '' }
    calls.set(at, {
      id: call.id || (id ?? '').slice(0, MAX_ID),
      name: call.name || (part?.name ?? '').slice(0, MAX_ID),
      arguments: call.arguments + (part?.arguments ?? ''),
    })
    if (calls.size > MAX_CALLS || (calls.get(at)?.arguments.length ?? 0) > MAX_ARGUMENTS) {
      throw unavailableModel('The model requested too many tool calls, or calls that are too long.')
    }
  }
}

/** The first wait before a retry; it doubles for the next. */
const FIRST_WAIT_MS = 500

/** What failed, for metrics. By status: 401 or 403; other 4xx; 408, 429, and 5xx. */
export const MODEL_FAILURES = [
  'credential',
  'refused',
  'busy',
  'timeout',
  'connection',
  'unreadable',
] as const
type ModelFailureKind = (typeof MODEL_FAILURES)[number]

class ModelFailure extends Error {
  readonly kind: ModelFailureKind
  constructor(reason: string, kind: ModelFailureKind) {
    super(reason)
    this.kind = kind
  }
}

/** A response that is not a stream, without the backend's text. */
class ModelStatusError extends Error {
  readonly status: number
  readonly retryAfter: string | null
  constructor(status: number, retryAfter: string | null) {
    super(`The model backend returned ${status}.`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Returns the error for a backend that does not respond; `reason` is for the log. */
const unavailableModel = (reason: string, kind: ModelFailureKind = 'unreadable'): ApiError =>
  new ApiError('AssistantUnavailable', { cause: new ModelFailure(reason, kind) })

/** Returns the kind of a failure; any other error means that the whole answer timed out. */
export const kindOfModelFailure = ({ cause }: Error): ModelFailureKind =>
  cause instanceof ModelFailure ? cause.kind : 'timeout'

/**
 * Returns AssistantUnavailable for any failed completion, without the backend's text, which may
 * repeat the request and the key.
 */
function translateModelError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof ModelStatusError) {
    return unavailableModel(error.message, kindOfStatus(error.status))
  }
  const names = namesOf(error)
  return unavailableModel(`The model backend failed: ${names.join(', ')}.`, kindOfNames(names))
}

function kindOfStatus(status: number): ModelFailureKind {
  if (status === 401 || status === 403) return 'credential'
  return isBusy(status) ? 'busy' : 'refused'
}

function kindOfNames(names: string[]): ModelFailureKind {
  if (names.some((name) => /timeout/i.test(name))) return 'timeout'
  // fetch throws a TypeError if it cannot connect or the stream is cut.
  const isCut = names.some((name) => /^(TypeError|UND_ERR_|E[A-Z]+$)/.test(name))
  return isCut ? 'connection' : 'unreadable'
}

const isBusy = (status: number) => status === 408 || status === 429 || status >= 500

/** Returns true if the same request may soon succeed: no connection, too many requests, 5xx. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ModelStatusError) return isBusy(error.status)
  return kindOfNames(namesOf(error)) === 'connection'
}

/**
 * Returns the wait before the retry after `attempt`, from 0: Retry-After, otherwise a doubling
 * wait.
 */
function retryDelayMs(error: unknown, attempt: number): number {
  const askedMs = error instanceof ModelStatusError ? retryAfterMs(error.retryAfter) : undefined
  return askedMs ?? FIRST_WAIT_MS * 2 ** attempt
}

// Only classes and codes, because messages may repeat the backend's text.
function namesOf(error: unknown, depth = 0): string[] {
  // undici's chains of causes are shorter.
  if (!(error instanceof Error) || depth > 4) return []
  const { code } = error as { code?: unknown }
  const names = [error.constructor.name, ...(typeof code === 'string' ? [code] : [])]
  return [...names, ...namesOf(error.cause, depth + 1)]
}
