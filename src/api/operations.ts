import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { MAPPING_VERSION } from '#mappings/organizations.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { describeOtherModel, readIndexState } from '#src/search/index-state.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { probe } from './shared/probe.ts'

export type OperationsDeps = SearchDeps & {
  postgres: Postgres
  /** Aborts when an embedded engine is lost for good, so that the process ends. */
  outage?: AbortSignal
}

type Check = { ok: true; [fact: string]: unknown } | { ok: false; reason: string }

/**
 * `/livez` returns 200 until the process has to end because it cannot recover an embedded engine;
 * then 503. `/readyz` returns 200 with the releases of store and index while searches work, and 503
 * while a part is unavailable, so that a load balancer sends requests elsewhere. `/metrics` returns
 * measurements for Prometheus.
 */
export function addOperations(app: FastifyInstance, deps: OperationsDeps): void {
  const options = { schema: { hide: true } }
  app.get('/livez', options, async (_, reply) => {
    if (!deps.outage?.aborted) return { status: 'alive' }
    reply.status(503)
    return {
      status: 'ending',
      reason: 'An embedded engine could not be recovered, so the process is ending.',
    }
  })
  app.get('/metrics', options, async (_, reply) => {
    const { register } = app.metrics.client
    return reply.type(register.contentType).send(await register.metrics())
  })
  app.get('/readyz', options, async (request, reply) => {
    const checked = (part: string, check: Promise<Check>) => settle(request.log, part, check)
    const [store, index] = await Promise.all([
      checked('store', probe(checkStore(deps), 'StoreUnavailable')),
      checked('index', probe(checkIndex(deps), 'SearchUnavailable')),
    ])
    const isReady = store.ok && index.ok
    reply.status(isReady ? 200 : 503)
    if (!isReady) reply.header('Retry-After', 5)
    return { status: isReady ? 'ready' : 'not ready', store, index }
  })
}

// A check that fails in any way makes the service unready; only the log has the internal reason.
async function settle(log: FastifyBaseLogger, part: string, check: Promise<Check>): Promise<Check> {
  try {
    return await check
  } catch (error) {
    const known = error instanceof ApiError ? error : undefined
    if (!known?.details.isLogged) log.warn({ err: error }, `the ${part} is not ready`)
    return { ok: false, reason: known ? known.message : `The ${part} failed. See the log.` }
  }
}

async function checkStore({ postgres }: OperationsDeps): Promise<Check> {
  const [newest] = await postgres.query<{ release: string | null }>(
    'select max(id) as release from release',
  )
  const replica = postgres.replica?.()
  return {
    ok: true,
    release: newest?.release ?? 'none',
    ...(replica && { replica: replica.isUsed ? 'used' : 'not used' }),
  }
}

async function checkIndex(deps: OperationsDeps): Promise<Check> {
  const { index, release, documents, meta } = await readIndexState(
    deps.opensearch,
    deps.indexPrefix,
  )
  if (meta.mappingVersion !== MAPPING_VERSION) {
    const reason = `The index has mapping version ${meta.mappingVersion}, but this service requires version ${MAPPING_VERSION}. Run npm run refresh.`
    return { ok: false, reason }
  }
  if (meta.embeddingModel !== deps.embeddingModel) {
    return { ok: false, reason: describeOtherModel(meta.embeddingModel, deps.embeddingModel) }
  }
  return { ok: true, index, release, documents }
}
