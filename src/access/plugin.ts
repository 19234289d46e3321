import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Postgres, Session } from '../clients/postgres.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { hasAdvanced } from './allowances.ts'
import { countRequests, type PrepareError } from './count-requests.ts'
import { createCounter } from './counter.ts'
import { readCredential } from './credentials.ts'
import { type ApiKey, findKey } from './keys.ts'
import type { Terms } from './terms.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that was sent and found, or null. */
    apiKey: ApiKey | null
    /** Milliseconds this request has spent in the store. */
    storeMs: number
  }
}

export type AccessDeps = {
  access: Config['access']
  postgres: Postgres
  /** Where use is counted; a pool of its own keeps reads from waiting for counts. */
  usage?: Session | undefined
  now?: (() => Date) | undefined
  prepareError: PrepareError
}

/**
 * Checks the credential of every route whose `access` asks for it (terms.ts, decisions part 3): a bad
 * one is refused everywhere, a missing one only where a key is needed, and one without Advanced
 * operations where the operation is one. Then counts what it costs (count-requests.ts).
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
    if (!terms || terms.access === 'unchecked') return
    // What needs a key is for its owner alone; a route that says more of caching says it later.
    if (terms.access === 'keyed') reply.header('Cache-Control', 'private')
    request.apiKey = await authenticate(request, terms.access, postgres)
    if (terms.costs === 'Advanced' && request.apiKey && !hasAdvanced(request.apiKey)) {
      throw new ApiError('AdvancedNotIncluded', terms.alsoWithoutKey && { message: SEND_NONE })
    }
  })
  countRequests(app, createCounter(usage, now), prepareError)
}

/** Of what has an answer without a key, too, that is the other way out. */
const SEND_NONE =
  'With a key this is an Advanced operation, and this key has none; send one that has them, or none: without a key the same path answers in another form.'

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
  const key = await findKey(postgres, credential)
  request.storeMs += performance.now() - started
  if (!key) throw new ApiError('InvalidCredential')
  return key
}
