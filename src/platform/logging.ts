import { type FastifyRequest, LogController } from 'fastify'
import type { LoggerOptions } from 'pino'
import { maskKeys } from '../domain/mask-keys.ts'
import type { Config } from './config.ts'

/** Identity headers (`X-Agent-*`) an agent may send: logged, never trusted. */
const AGENT_HEADERS = ['name', 'version', 'owner', 'contact', 'purpose', 'community', 'session']
const MAX_AGENT_HEADER = 200
/** A search text may have 500 characters; the beginning of a longer URL is enough. */
const MAX_LOGGED_URL = 2_000

/** How a streamed response ended, and its frames by kind. */
export type StreamSummary = {
  outcome: 'running' | 'completed' | 'failed' | 'cancelled'
  frames: Record<string, number>
  /** Why the planner answered instead of a model. */
  instead?: string
  /** The model's sentences that were not shown because nothing it received supports them. */
  withheld?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For requests with a stream of events. */
    stream: StreamSummary | null
  }
}

/** JSON lines on standard output, without credentials. */
export const loggerOptions = (level: Config['logLevel']): LoggerOptions => ({
  level,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: ['*.authorization', '*["x-service-api-key"]'], censor: '[redacted]' },
  serializers: { err: describeError },
  // People send keys in URLs, agent headers, and request ids. Masking the whole line also covers
  // errors that repeat them.
  hooks: { streamWrite: (line) => maskKeys(line) },
})

/**
 * Returns an error with its chain of causes, reduced to names, codes, messages, and stacks: the
 * engine client's errors contain whole requests with credentials.
 */
function describeError(error: unknown): object {
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

/** Logs why a response was cut short, unless its client disconnected. */
export class BrokenAnswers extends LogController {
  override streamError(error: Error, { log }: FastifyRequest): void {
    if (!isClosedEarly(error)) log.warn({ err: error }, 'response aborted')
  }
}

/** Returns true if an error only says that a connection or stream closed early. */
export const isClosedEarly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Returns what the log records about a request. */
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
    // The client disconnected early; if nothing was sent, the status is 499.
    ...(request.isAborted && { aborted: true }),
  }
}
