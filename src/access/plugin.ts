import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Postgres, Session } from '../platform/clients/postgres.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import { hasAdvanced } from './allowances.ts'
import { countRequests, createCounter, type PrepareError } from './count-requests.ts'
import { type ApiKey, findKey, isKeyShaped } from './keys.ts'
import { isOwnRequest } from './own-requests.ts'
import type { Terms } from './terms.ts'

const BEARER = /^Bearer +(\S+)$/i
// A proxy's own credentials, which clients send with every request; a key in them is a mistake.
const FOREIGN = /^(?!Bearer\b)[a-z]+ +(?!nrk_)\S/i

/** Returns whether an Authorization header is for another server: of another scheme than Bearer. */
export const isForeign = (authorization: string): boolean => FOREIGN.test(authorization)

/** Reads the key from each header that may contain one. */
const READERS = new Map<string, (value: string) => string | undefined>([
  ['authorization', (value) => BEARER.exec(value)?.[1]],
  ['x-service-api-key', (value) => value.trim()],
])

/**
 * Returns the key sent in `X-Service-API-Key` or as a bearer token, if any. Takes Node's raw headers
 * (names and values in turn), because `headers` hides a repeated Authorization. Throws ApiError
 * InvalidCredential for more than one key, even equal ones, and for a text that cannot be a key.
 * Credentials of another scheme, such as Basic, are ignored.
 */
export function readCredential(rawHeaders: readonly string[]): string | undefined {
  const sent = rawHeaders.flatMap((name, at) => {
    const read = at % 2 === 0 ? READERS.get(name.toLowerCase()) : undefined
    const value = rawHeaders[at + 1] ?? ''
    const isIgnored = name.toLowerCase() === 'authorization' && isForeign(value)
    return read && !isIgnored ? [read(value)] : []
  })
  if (sent.length === 0) return undefined
  if (sent.length > 1) {
    throw new ApiError('InvalidCredential', {
      message:
        'The request has more than one key. Send one key, in X-Service-API-Key or as a bearer token.',
    })
  }
  const [key] = sent
  if (key === undefined || !isKeyShaped(key)) throw new ApiError('InvalidCredential')
  return key
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that was sent and found. */
    apiKey: ApiKey | null
    /** Milliseconds this request has spent in the store. */
    storeMs: number
  }
}

type AccessDeps = {
  access: Config['access']
  postgres: Postgres
  /** A pool used only for counting, so that counts and reads do not wait for each other. */
  usage?: Session | undefined
  now?: (() => Date) | undefined
  prepareError: PrepareError
}

/**
 * Checks credentials according to each route's terms and counts requests. A bad key is rejected
 * everywhere: a client that sends one expects to be counted on it. A missing key is rejected only
 * on keyed routes.
 */
export function addAccess(app: FastifyInstance, deps: AccessDeps): void {
  const { access, postgres, usage = postgres, now = () => new Date(), prepareError } = deps
  app.decorateRequest('apiKey', null)
  app.decorateRequest('count', null)
  app.decorateRequest('storeMs', 0)
  app.decorateRequest('auditMs', 0)
  if (access === 'open') return
  app.addHook('onRequest', async (request, reply) => {
    const { terms } = request.routeOptions.config
    if (!terms || terms.access === 'unchecked' || isOwnRequest()) return
    // Only the key's owner may cache this; a route may set a stricter header later.
    if (terms.access === 'keyed') reply.header('Cache-Control', 'private')
    request.apiKey = await authenticate(request, terms.access, postgres)
    if (terms.costs === 'Advanced' && request.apiKey && !hasAdvanced(request.apiKey)) {
      throw new ApiError('AdvancedNotIncluded', terms.alsoWithoutKey && { message: SEND_NONE })
    }
  })
  countRequests(app, createCounter(usage, now), prepareError)
}

const SEND_NONE =
  'This key does not include Advanced operations. Send a key that includes them, or send no key to get the surface B response.'

async function authenticate(
  request: FastifyRequest,
  wanted: Exclude<Terms['access'], 'unchecked'>,
  postgres: Postgres,
): Promise<ApiKey | null> {
  const credential = readCredential(request.raw.rawHeaders)
  if (credential === undefined) {
    if (wanted === 'keyed') throw new ApiError('MissingCredential')
    return null
  }
  const started = performance.now()
  // The primary's, so that a key works once it is created, and stops working once it is revoked.
  const key = await postgres.session((own) => findKey(own, credential))
  request.storeMs += performance.now() - started
  if (!key) throw new ApiError('InvalidCredential')
  return key
}

/** Counts 401, 403, and 429 on `/metrics` by ErrorCode, without naming the client. */
export function countRejections(app: FastifyInstance): void {
  const { client } = app.metrics
  const rejections = new client.Counter({
    name: 'refused_requests_total',
    help: 'Requests rejected because of their credential or allowance, by ErrorCode.',
    labelNames: ['code'],
    registers: [client.register],
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const isRejected = statusCode === 401 || statusCode === 403 || statusCode === 429
    if (isRejected && request.errorCode) rejections.inc({ code: request.errorCode })
  })
}
