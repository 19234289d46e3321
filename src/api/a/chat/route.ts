import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import pTimeout from 'p-timeout'
import type { z } from 'zod'
import { MODEL_ANSWERS } from '#src/access/allowances.ts'
import { askerOf } from '#src/access/client.ts'
import { takeOne, utcDay } from '#src/access/usage.ts'
import { type AssistantDeps, createAssistant } from '#src/assistant/answer.ts'
import type { Answerer } from '#src/assistant/chat.ts'
import { createModelAnswerer } from '#src/assistant/model/model-answerer.ts'
import { openClientSlots, type SlotCounts } from '#src/limits/client-slots.ts'
import { readReleaseTime } from '#src/organizations/open-profile.ts'
import {
  kindOfModelFailure,
  MODEL_FAILURES,
  type ModelBackend,
} from '#src/platform/clients/model-backend.ts'
import type { Config } from '#src/platform/config.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { StreamSummary } from '#src/platform/logging.ts'
import { openOwnAsk } from '#src/tools/ask.ts'
import { type DescribedTool, describeTools } from '#src/tools/describe.ts'
import { DEMO, example } from '../../openapi/examples/demo.ts'
import { noQuery } from '../../shared/parameters.ts'
import { requireBody } from '../body-fields.ts'
import { operation } from '../operation.ts'
import { EVENT_STREAM_HEADERS } from './frames.ts'
import {
  type ChatBody,
  type ChatMeta,
  chatBody,
  chatHeaders,
  chatStream,
  toChatRequest,
} from './schema.ts'
import { type Chat, openChat } from './stream.ts'

// Half the time that the server's close allows all requests (server.ts).
const CLOSE_TIMEOUT_MS = 4_000
// Most answers take a few seconds.
const RETRY_AFTER_SECONDS = 5

/** Limits and tracks the open chats of this process, per client and in total. */
function countChats(counts: SlotCounts) {
  const slots = openClientSlots(counts, { what: 'chats', retryAfterSeconds: RETRY_AFTER_SECONDS })
  const running = new Map<Chat, Promise<unknown>>()
  let isClosing = false
  return {
    count: slots.count,
    /**
     * Takes a slot and returns a function that frees it. Throws ApiError RateLimited if none is free,
     * AssistantUnavailable while the service stops.
     */
    take(client: string) {
      if (isClosing) throw stopping()
      return slots.take(client)
    },
    watch(chat: Chat, ended: Promise<unknown>) {
      running.set(chat, ended)
      void ended.then(() => running.delete(chat))
    },
    /** Stops all chats and waits until their last frames are read, up to a timeout. */
    async close() {
      isClosing = true
      for (const chat of running.keys()) chat.stop(stopping())
      await pTimeout(Promise.all(running.values()), {
        milliseconds: CLOSE_TIMEOUT_MS,
        fallback: () => [],
      })
    },
  }
}

const stopping = () =>
  new ApiError('AssistantUnavailable', {
    message: 'The service is stopping. Ask again in a moment.',
  })

const OUTCOMES = ['completed', 'cancelled', 'failed'] as const satisfies StreamSummary['outcome'][]

/**
 * Shows open chats (`countOpen`) and ended ones by outcome on `/metrics`. Returns a function that
 * counts an ended chat. No label identifies the client.
 */
function measureChats(
  app: FastifyInstance,
  countOpen: () => number,
): (outcome: StreamSummary['outcome']) => void {
  const { client } = app.metrics
  new client.Gauge({
    name: 'assistant_chats_open',
    help: 'Number of open chats, including chats that are ending because the client disconnected.',
    registers: [client.register],
    collect() {
      this.set(countOpen())
    },
  })
  return countByLabel(app, 'outcome', OUTCOMES, {
    name: 'assistant_chats_total',
    help: 'Number of chats that ended, by outcome: completed, cancelled (the client disconnected), or failed.',
  })
}

/** Shows a count on `/metrics` by the value of a label. Returns a function that adds one. */
function countByLabel(
  { metrics: { client } }: FastifyInstance,
  label: string,
  values: readonly string[],
  described: { name: string; help: string },
): (value: string) => void {
  const counter = new client.Counter({
    ...{ ...described, labelNames: [label], registers: [client.register] },
  })
  // Each starts at 0, because a rate needs a first value.
  for (const value of values) counter.inc({ [label]: value }, 0)
  return (value) => counter.inc({ [label]: value })
}

type AnswererDeps = Omit<AssistantDeps, 'openAsk'> & {
  /** With a backend, a model writes the answers; otherwise the planner does. */
  modelBackend?: ModelBackend
  /** Replaces both the model and the planner. */
  answerer?: Answerer
  config: Pick<Config, 'access'>
}

type Asking = Pick<FastifyRequest, 'log' | 'stream' | 'apiKey' | 'ip'>

type Answering = {
  name: ChatMeta['Answerer']
  /** Returns the answerer for one request, whose log records what the model did. */
  of: (request: Asking) => Answerer
}

/**
 * Returns the model if one is configured, otherwise the planner. Failures of the model, which the
 * client does not see, are logged with the request and counted on `/metrics`.
 */
function chooseAnswerer(given: AnswererDeps, app: FastifyInstance): Answering {
  const { answerer, modelBackend } = given
  // The document is complete only when the application is ready.
  let tools: DescribedTool[] | undefined
  const describe = () => {
    tools ??= describeTools(app.swagger() as OpenAPIV3_1.Document)
    return tools
  }
  const deps = { ...given, openAsk: openOwnAsk(app), describe }
  if (answerer) return { name: 'Planner', of: () => answerer }
  if (!modelBackend) {
    const planner = createAssistant(deps)
    return { name: 'Planner', of: () => planner }
  }
  const count = countByLabel(app, 'kind', MODEL_FAILURES, {
    name: 'assistant_model_failures_total',
    help: 'Number of answers for which the model failed, by kind of failure: credential (401, 403), refused (other 4xx), busy (408, 429, 5xx), timeout, connection, or unreadable.',
  })
  const needsCount = given.config.access === 'keyed'
  const of = (request: Asking) =>
    createModelAnswerer(deps, modelBackend, {
      ...(needsCount && !request.apiKey && { count: () => countAnswer(deps, request) }),
      onFailure: (err) => {
        const kind = kindOfModelFailure(err)
        count(kind)
        request.log.warn({ err, kind }, 'model backend failed')
      },
      onInstead: (reason) => {
        if (request.stream) request.stream.instead = reason
      },
      onWithheld: () => {
        if (request.stream) request.stream.withheld = (request.stream.withheld ?? 0) + 1
      },
    })
  return { name: 'Model', of }
}

/** Counts a model's answer to a question from the website; returns false if none is left today. */
async function countAnswer({ postgres }: AnswererDeps, request: Asking): Promise<boolean> {
  // Addresses have no other Advanced operations, so their account of these is free.
  const account = { client: askerOf(request), allowance: 'Advanced' } as const
  const used = await postgres.session((own) =>
    takeOne(own, { ...account, day: utcDay(new Date()) }, MODEL_ANSWERS),
  )
  return used !== undefined
}

type ChatLimits = SlotCounts & { heartbeatMs: number; longestMs: number; graceMs: number }

const CHAT_LIMITS: ChatLimits = {
  // Enough for a person's tabs or a program's workers.
  ofOneClient: 20,
  // This many stayed under 800 MiB (2026-11-22); each keeps the rows of its answer in memory.
  inAll: 200,
  // Load balancers cut connections after 30 s of silence or more, so one lost beat is harmless.
  heartbeatMs: 15_000,
  // A model that calls several tools takes up to a minute; people do not wait twice that.
  longestMs: 120_000,
  // Time to read the last frames, a few hundred bytes.
  graceMs: 10_000,
}

export type ChatDeps = AnswererDeps & { chatLimits?: Partial<ChatLimits> }

export const chatRoute =
  (deps: ChatDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...CHAT_LIMITS, ...deps.chatLimits }
    const chats = countChats(limits)
    const countEnded = measureChats(app, chats.count)
    const answering = chooseAnswerer(deps, app)
    app.decorateRequest('stream', null)
    app.addHook('preClose', () => chats.close())
    app.post('/api/v2/assistant/chat/stream', {
      ...operation({
        operationId: 'streamAssistantChat',
        group: 'Assistant',
        summary: 'Ask the assistant and stream its answer',
        description:
          'Returns server-sent events. A stream that does not end with `data: [DONE]` is incomplete. `meta` is the first event; it is sent again with RecoverySessionID if a search finds nothing. A `citation` is the evidence for the preceding figure. A client can run 20 chats at once.',
        terms: { access: 'keyed', costs: 'Advanced', slot: 'own', countsFirst: true },
        examples: example('A figure, with its evidence', {
          body: { Message: 'What was its revenue?', Context: { EIN: DEMO.turkanaWells } },
          type: 'text/event-stream',
        }),
        request: { querystring: noQuery, headers: chatHeaders, body: chatBody },
        response: { description: '', content: { 'text/event-stream': { schema: chatStream } } },
      }),
      preValidation: requireBody,
      // The chat's own timeouts come first, because they can report it in the stream.
      handlerTimeout: limits.longestMs + 2 * limits.graceMs,
      handler: async (request, reply) => {
        const free = chats.take(askerOf(request))
        const meta = await metaOf(deps, request, answering.name).catch((error: unknown) => {
          free()
          throw error
        })
        const chat = openChat({
          answer: (signal) => answering.of(request)(toChatRequest(request.body), signal),
          meta,
          heartbeatMs: limits.heartbeatMs,
          onFailed: (error) => logFailure(request, error),
          onFreed: free,
        })
        const closed = follow(chats, chat, request, reply, limits)
        void closed.then(() => countEnded(chat.summary.outcome))
        return reply.headers(EVENT_STREAM_HEADERS).send(chat.stream)
      },
    })
  }

type ChatHeaders = z.output<typeof chatHeaders>

// Read before anything is sent, so that an unavailable store still causes an ordinary 503.
async function metaOf(
  deps: ChatDeps,
  request: { id: string; headers: ChatHeaders; body: ChatBody },
  answerer: ChatMeta['Answerer'],
): Promise<ChatMeta> {
  const compiledAt = await readReleaseTime(deps)
  return {
    RequestID: request.id,
    Session: request.headers['x-service-session'] ?? randomUUID(),
    Answerer: answerer,
    ...(compiledAt && { CompiledAt: compiledAt }),
  }
}

/** Ends the chat on timeout and when its connection closes. Resolves once it has its outcome. */
function follow(
  chats: ReturnType<typeof countChats>,
  chat: Chat,
  request: Pick<FastifyRequest, 'stream'>,
  reply: Pick<FastifyReply, 'raw'>,
  { longestMs, graceMs }: ChatLimits,
): Promise<void> {
  request.stream = chat.summary
  const limit = setTimeout(() => chat.stop(tookTooLong(longestMs)), longestMs)
  // Cuts off a client that does not read; the framework's timeout covers only the request body.
  const cut = setTimeout(() => reply.raw.destroy(), longestMs + graceMs)
  // A connection that closed earlier emits no further event.
  const left = reply.raw.destroyed ? Promise.resolve() : once(reply.raw, 'close')
  const closed = left.then(() => {
    clearTimeout(limit)
    clearTimeout(cut)
    chat.cancel()
  })
  chats.watch(chat, closed)
  return closed
}

function logFailure({ log }: Pick<FastifyRequest, 'log'>, error: ApiError): void {
  // Expected right after setup; the message says what is missing.
  if (error.code === 'IndexNotReady') log.warn({ code: error.code }, error.message)
  else if (error.status >= 500) log.error({ err: error, code: error.code }, 'chat failed')
}

const tookTooLong = (longestMs: number) =>
  new ApiError('AssistantUnavailable', {
    message: `The answer took longer than ${Math.round(longestMs / 1_000)} seconds. Ask a narrower question.`,
  })
