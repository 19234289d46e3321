import { type FastifyRequest, LogController } from 'fastify'
import type { LoggerOptions } from 'pino'
import { maskKeys } from '../domain/mask-keys.ts'
import type { Config } from './config.ts'

/** Identity headers (`X-Agent-*`) an agent may send: logged, never trusted. */
const AGENT_HEADERS = ['name', 'version', 'owner', 'contact', 'purpose', 'community', 'session']
const MAX_AGENT_HEADER = 200
/** A search text may have 500 characters; of a longer URL the beginning is enough. */
const MAX_LOGGED_URL = 2_000

/** What a streamed answer came to: how it ended, and its frames by kind. */
export type StreamSummary = {
  outcome: 'running' | 'completed' | 'failed' | 'cancelled'
  frames: Record<string, number>
  /** Why the planner answered where a model was to. */
  instead?: string
  /** Sentences of the model that were not shown, because nothing it was told supports them. */
  withheld?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of requests that are answered by a stream of events. */
    stream: StreamSummary | null
  }
}

/** JSON lines on standard output; credentials never reach them. */
export const loggerOptions = (level: Config['logLevel']): LoggerOptions => ({
  level,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: ['*.authorization', '*["x-service-api-key"]'], censor: '[redacted]' },
  serializers: { err: describeError },
  // People send keys where none belongs: in URLs, agent headers, request ids. One mask over the
  // whole line also covers what errors repeat of them.
  hooks: { streamWrite: (line) => maskKeys(line) },
})

/**
 * An error with its chain of causes. Only names, codes, messages and stacks: the engine client's
 * errors carry whole requests, credentials among them.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** Says why an answer under way was broken off, where that was not its reader's doing. */
export class BrokenAnswers extends LogController {
  override streamError(error: Error, { log }: FastifyRequest): void {
    if (!isClosedEarly(error)) log.warn({ err: error }, 'answer broken off')
  }
}

/** Whether an error only says that a connection or stream closed before its end. */
export const isClosedEarly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** What one answered request leaves in the log. */
export function describeRequest(request: FastifyRequest): object {
  const agent = Object.fromEntries(
    AGENT_HEADERS.flatMap((name) => {
      const value = request.headers[`x-agent-${name}`]
      return value === undefined ? [] : [[name, String(value).slice(0, MAX_AGENT_HEADER)]]
    }),
  )
  return {
    method: request.method,
    url: request.url.slice(0, MAX_LOGGED_URL),
    route: request.routeOptions.url,
    ip: request.ip,
    ...(Object.keys(agent).length > 0 && { agent }),
    ...(request.apiKey && { key: request.apiKey.id }),
    ...(request.stream && { stream: request.stream }),
    // Its answer was not taken whole; the status beside it is 499 where nothing of it was sent.
    ...(request.isAborted && { aborted: true }),
  }
}
