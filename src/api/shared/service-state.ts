import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { readSourceList } from '#src/provenance/read-sources.ts'
import type { Freshness, Source } from '#src/provenance/source.ts'
import { readIndexState } from '#src/search/index-state.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { probe } from './probe.ts'

export type StateDeps = Pick<SearchDeps, 'opensearch' | 'indexPrefix'> & { postgres: Postgres }

/** What the service serves; parts that a server did not return in time are absent. */
export type ServiceState = {
  /** `builtAt` is ISO time. */
  index?: { release: string; documents: number; builtAt: string | undefined }
  store?: Freshness & { sources: Source[] }
  /** Whether the store has a newer release than the index. */
  isReindexDue?: boolean
}

/** Reads the live index and the sources, in at most two seconds. Throws only for a defect. */
export async function readServiceState(deps: StateDeps): Promise<ServiceState> {
  const [index, list] = await Promise.all([
    orUnknown(probe(readIndexState(deps.opensearch, deps.indexPrefix), 'SearchUnavailable')),
    orUnknown(probe(readSourceList(deps), 'StoreUnavailable')),
  ])
  const builtAt = index?.meta.builtAt
  const isReindexDue = index && list && (list.freshness.release ?? '') > index.release
  return {
    ...(index && {
      index: {
        ...{ release: index.release, documents: index.documents },
        builtAt: typeof builtAt === 'string' ? builtAt : undefined,
      },
    }),
    ...(list && { store: { ...list.freshness, sources: list.sources } }),
    ...(isReindexDue !== undefined && { isReindexDue }),
  }
}

async function orUnknown<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
