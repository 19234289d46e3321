import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { askerOf } from '../../access/client.ts'
import type { Answerer } from '../../assistant/chat.ts'
import type { AssistantDeps } from '../../assistant/deps.ts'
import { openToolPlaces } from '../../assistant/tools/in-place.ts'
import type { ModelBackend } from '../../clients/model-backend.ts'
import { ApiError } from '../../errors.ts'
import type { Caps } from '../../open-places.ts'
import { readReleaseTime } from '../../profiles/release.ts'
import { EVENT_STREAM_HEADERS } from '../event-stream.ts'
import { requireBody } from './body-fields.ts'
import { measureChats } from './chat-metrics.ts'
import { type ChatBody, type ChatMeta, chatBody, chatHeaders, chatStream } from './chat-schema.ts'
import { type Chat, openChat } from './chat-stream.ts'
import { chooseAnswerer } from './choose-answerer.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { countChats, type OpenChats } from './open-chats.ts'
import { toChatRequest } from './present-chat.ts'

/** How long chats may take and how many there may be. */
export type ChatLimits = Caps & { heartbeatMs: number; longestMs: number; graceMs: number }

export const CHAT_LIMITS: ChatLimits = {
  // A person has some tabs open, a program that does much at once some workers.
  ofOneClient: 20,
  // As many as the service is measured with (bench/assistant.ts); each holds its answer's rows.
  inAll: 200,
  // Balancers cut connections that are silent for 30 s or more; one lost beat does no harm.
  heartbeatMs: 15_000,
  // A model that calls tools several times takes up to a minute; nobody waits for twice that.
  longestMs: 120_000,
  // The last frames of a chat that took too long are a few hundred bytes.
  graceMs: 10_000,
}

export type ChatDeps = AssistantDeps & {
  /** Where there is one, a model writes the answers; else they are planned by rule. */
  modelBackend?: ModelBackend
  /** Answers instead of both. */
  answerer?: Answerer
  chatLimits?: Partial<ChatLimits>
}

/** `POST /api/v2/assistant/chat/stream` (decisions part 10). */
export const chatRoutes =
  (deps: ChatDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...CHAT_LIMITS, ...deps.chatLimits }
    const chats = countChats(limits)
    const countEnded = measureChats(app, chats.count)
    const answering = chooseAnswerer({ ...deps, toolPlaces: openToolPlaces() }, app)
    app.decorateRequest('stream', null)
    app.addHook('preClose', () => chats.close())
    app.post('/api/v2/assistant/chat/stream', {
      config: {
        terms: { access: 'keyed', costs: 'Advanced', place: 'own', countsFirst: true },
      },
      preValidation: requireBody,
      // Ended by limits of its own, which can tell it in the stream.
      handlerTimeout: limits.longestMs + 2 * limits.graceMs,
      schema: {
        operationId: 'streamAssistantChat',
        summary: 'Ask the assistant; the answer is streamed',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        headers: chatHeaders,
        body: chatBody,
        response: {
          200: { description: '', content: { 'text/event-stream': { schema: chatStream } } },
          403: errorBody,
          413: errorBody,
          ...openErrors,
        },
      },
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

// Asked before anything is sent: where the store is away this is still an ordinary 503.
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

/**
 * Ends the chat in time, and with its connection. Resolves once it has its outcome.
 */
function follow(
  chats: OpenChats,
  chat: Chat,
  request: Pick<FastifyRequest, 'stream'>,
  reply: Pick<FastifyReply, 'raw'>,
  { longestMs, graceMs }: ChatLimits,
): Promise<void> {
  request.stream = chat.summary
  const limit = setTimeout(() => chat.stop(tookTooLong(longestMs)), longestMs)
  // Who does not read is not told; the framework's own limit ends with the request's body.
  const cut = setTimeout(() => reply.raw.destroy(), longestMs + graceMs)
  // Who left before it began closes nothing any more.
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
  // Of a service that has just been set up this is no fault: it says what is missing.
  if (error.code === 'IndexNotReady') log.warn({ code: error.code }, error.message)
  else if (error.status >= 500) log.error({ err: error, code: error.code }, 'chat failed')
}

const tookTooLong = (longestMs: number) =>
  new ApiError('AssistantUnavailable', {
    message: `The answer took longer than ${Math.round(longestMs / 1_000)} seconds; ask for less at once.`,
  })
