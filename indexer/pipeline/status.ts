import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { type Postgres, readValue, type Session } from '#src/platform/clients/postgres.ts'
import { type MappingStatus, readMappingStatus } from '../awards/status.ts'
import { countWaiting } from '../derive/waiting.ts'
import { type EnrichmentStatus, readEnrichmentStatus } from '../enrich/due.ts'
import { findPrevious, isComplete, listIndices } from '../index/catalog.ts'
import { countOrganizations } from '../index/documents/organization-row.ts'
import type { Quarantined } from '../index/quarantine.ts'
import { LIST_NAMES, type ListName } from '../load/tables/restricted.ts'
import { type NetworkStatus, readNetworkStatus } from '../network/check.ts'
import { type CohortStatus, readCohort } from '../rate/cohort.ts'
import { countUnrated } from '../rate/due.ts'
import { newestRelease } from '../store/releases.ts'

export type IndexStatus = {
  name: string
  /** `served`: read by an API with another mapping version, as during a rolling upgrade. */
  role: 'live' | 'served' | 'previous' | 'other' | 'unfinished'
  documents: number
  bytes: number
  release: string | null
  /** Organizations that it leaves out because their documents were rejected. */
  quarantined: Quarantined[]
}

export type Status = {
  newestRelease: string | null
  organizations: number
  filingsByForm: Record<string, number>
  /** Filings that wait for `npm run derive`. */
  filingsToDerive: number
  /** Organizations without a rating of their latest return, or with one they should not have. */
  organizationsToRate: number
  /** The returns that ratings are ranked against; null before the first rating. */
  cohort: CohortStatus | null
  network: NetworkStatus
  awards: MappingStatus
  websites: EnrichmentStatus
  restrictionLists: ListStatus[]
  /** Filings that the IRS index lists and the store does not have, by year of the index. */
  missingFilings: { year: number; listed: number; missing: number }[]
  embeddings: { model: string; texts: number }[]
  embeddingBytes: number
  indices: IndexStatus[]
}

/** Reads the contents of the store and the indices, and what is missing. */
export async function readStatus(db: Postgres, indices: IndexStatus[]): Promise<Status> {
  const [forms, missing, embeddings, size] = await Promise.all([
    db.query<{ form: string; count: number }>(
      'select form, count(*) from filing group by form order by form',
    ),
    db.query<Status['missingFilings'][number]>(MISSING),
    db.query<Status['embeddings'][number]>(
      'select model, count(*) as texts from embedding group by model order by model',
    ),
    readValue<number>(db, `select pg_total_relation_size('embedding')`),
  ])
  return {
    newestRelease: (await newestRelease(db)) ?? null,
    organizations: await countOrganizations(db),
    filingsByForm: Object.fromEntries(forms.map(({ form, count }) => [form, count])),
    filingsToDerive: await countWaiting(db),
    organizationsToRate: await countUnrated(db),
    cohort: (await readCohort(db)) ?? null,
    network: await readNetworkStatus(db),
    awards: await readMappingStatus(db),
    websites: await readEnrichmentStatus(db),
    restrictionLists: await readLists(db),
    missingFilings: missing,
    embeddings,
    embeddingBytes: size ?? 0,
    indices,
  }
}

const MISSING = `
select i.index_year as year, count(*) as listed,
  count(*) filter (where f.object_id is null) as missing
from filing_index i left join filing f on f.object_id = i.object_id
group by i.index_year order by i.index_year`

/** Lists all indices of a prefix, each with its role. */
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

/** A loaded restriction list, or only its name if it is not loaded. */
export type ListStatus = {
  list: ListName
  loaded?: {
    /** The month of its file, YYYY-MM. */
    month: string
    /** Including those whose exclusion has ended. */
    parties: number
  }
}

const SQL = `
  select name as list, to_char(as_of, 'YYYY-MM') as month,
    (select count(*) from restricted_party where restricted_list.name = any(lists)) as parties
  from restricted_list where part = 'party'`

/** Reads the state of each restriction list. */
export async function readLists(db: Pick<Session, 'query'>): Promise<ListStatus[]> {
  const rows = await db.query<{ list: string } & NonNullable<ListStatus['loaded']>>(SQL)
  return LIST_NAMES.map((list) => {
    const found = rows.find((row) => row.list === list)
    if (!found) return { list }
    const { month, parties } = found
    return { list, loaded: { month, parties } }
  })
}
