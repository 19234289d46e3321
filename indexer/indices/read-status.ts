import type { OpenSearch } from '#src/clients/opensearch.ts'
import type { Postgres } from '#src/clients/postgres.ts'
import { type MappingStatus, readMappingStatus } from '../awards/status.ts'
import { countWaiting } from '../derive/waiting.ts'
import { type EnrichmentStatus, readEnrichmentStatus } from '../enrich/status.ts'
import { type NetworkStatus, readNetworkStatus } from '../network/check.ts'
import { countUnrated } from '../rate/due.ts'
import { findPrevious, isComplete, listIndices } from './index-catalog.ts'
import type { Quarantined } from './quarantine.ts'
import { type ListStatus, readLists } from './read-lists.ts'
import { countOrganizations, newestRelease } from './read-organizations.ts'

export type IndexStatus = {
  name: string
  /** `served`: read by an API of another mapping version, as during a rolling upgrade. */
  role: 'live' | 'served' | 'previous' | 'other' | 'unfinished'
  documents: number
  bytes: number
  release: string | null
  /** Organizations that it leaves out because their documents were refused. */
  quarantined: Quarantined[]
}

export type Status = {
  newestRelease: string | null
  organizations: number
  filingsByForm: Record<string, number>
  /** Filings that wait for `npm run derive`. */
  filingsToDerive: number
  /** Organizations that have no rating of their latest return, or one they should not have. */
  organizationsToRate: number
  network: NetworkStatus
  awards: MappingStatus
  websites: EnrichmentStatus
  restrictionLists: ListStatus[]
  /** Filings the IRS's index lists and the store has not, by year of the index. */
  missingFilings: { year: number; listed: number; missing: number }[]
  embeddings: { model: string; texts: number }[]
  embeddingBytes: number
  indices: IndexStatus[]
  /** Organizations changed since the live index was built. */
  changed: number | null
}

/** What the store and the indices hold, and what is missing. */
export async function readStatus(db: Postgres, indices: IndexStatus[]): Promise<Status> {
  const live = indices.find(({ role }) => role === 'live')
  const [forms, missing, embeddings, size] = await Promise.all([
    db.query<{ form: string; count: number }>(
      'select form, count(*) from filing group by form order by form',
    ),
    db.query<Status['missingFilings'][number]>(MISSING),
    db.query<Status['embeddings'][number]>(
      'select model, count(*) as texts from embedding group by model order by model',
    ),
    db.query<{ bytes: number }>(`select pg_total_relation_size('embedding') as bytes`),
  ])
  return {
    newestRelease: (await newestRelease(db)) ?? null,
    organizations: await countOrganizations(db),
    filingsByForm: Object.fromEntries(forms.map(({ form, count }) => [form, count])),
    filingsToDerive: await countWaiting(db),
    organizationsToRate: await countUnrated(db),
    network: await readNetworkStatus(db),
    awards: await readMappingStatus(db),
    websites: await readEnrichmentStatus(db),
    restrictionLists: await readLists(db),
    missingFilings: missing,
    embeddings,
    embeddingBytes: size[0]?.bytes ?? 0,
    indices,
    changed: live?.release ? await countOrganizations(db, { changedAfter: live.release }) : null,
  }
}

const MISSING = `
select i.index_year as year, count(*) as listed,
  count(*) filter (where f.object_id is null) as missing
from filing_index i left join filing f on f.object_id = i.object_id
group by i.index_year order by i.index_year`

/** All indices of a prefix, each with its role. */
export async function readIndices(opensearch: OpenSearch, prefix: string): Promise<IndexStatus[]> {
  const indices = await listIndices(opensearch, prefix)
  const previous = findPrevious(indices)
  const roleOf = (entry: (typeof indices)[number]): IndexStatus['role'] => {
    if (entry.isLive) return 'live'
    if (entry.isServed) return 'served'
    if (!isComplete(entry)) return 'unfinished'
    return entry === previous ? 'previous' : 'other'
  }
  const statuses: IndexStatus[] = []
  for (const entry of indices) {
    const stats = await opensearch.run((client) => client.indices.stats({ index: entry.name }))
    const primaries = stats._all?.primaries
    statuses.push({
      name: entry.name,
      role: roleOf(entry),
      documents: primaries?.docs?.count ?? 0,
      bytes: primaries?.store?.size_in_bytes ?? 0,
      release: entry.meta.release ?? null,
      quarantined: entry.meta.quarantined ?? [],
    })
  }
  return statuses
}
