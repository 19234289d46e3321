import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { askerOf } from '#src/access/client.ts'
import type { SlotCounts } from '#src/limits/client-slots.ts'
import { readReleaseTime } from '#src/organizations/open-profile.ts'
import { ApiError } from '#src/platform/errors.ts'
import { openToolSlots } from '#src/tools/tool.ts'
import { DEMO, example } from '../../openapi/examples/demo.ts'
import { noQuery } from '../../shared/parameters.ts'
import { requireBody } from '../body-fields.ts'
import { operation } from '../operation.ts'
import { type AnswererDeps, chooseAnswerer } from './answerer.ts'
import { EVENT_STREAM_HEADERS } from './frames.ts'
import { countChats, measureChats, type OpenChats } from './open-chats.ts'
import {
  type ChatBody,
  type ChatMeta,
  chatBody,
  chatHeaders,
  chatStream,
  toChatRequest,
} from './schema.ts'
import { type Chat, openChat } from './stream.ts'

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
    const answering = chooseAnswerer({ ...deps, toolSlots: openToolSlots() }, app)
    app.decorateRequest('stream', null)
    app.addHook('preClose', () => chats.close())
    app.post('/api/v2/assistant/chat/stream', {
      ...operation({
        operationId: 'streamAssistantChat',
        group: 'Assistant',
        summary: 'Ask the assistant and stream its answer',
        description:
          'Returns server-sent events. A stream that does not end with `data: [DONE]` is incomplete. `meta` is the first event; it is sent again with RecoverySessionID if a search finds nothing. `delta` contains the next piece of text. `citation` contains the evidence for the preceding figure. `error` says why the answer cannot continue. Comment lines are heartbeats. A client can run 20 chats at once; further requests return 429 RateLimited.',
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
  chats: OpenChats,
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
