import { createHash } from 'node:crypto'
import { listIndices } from '#indexer/index/catalog.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

/** The rows of a table and a digest of them in any order. */
type Contents = { rows: number; digest: string }

/**
 * Tables of the store by the columns that differ between runs: releases are times, and a source's
 * location is the test's folder.
 */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['filing_block', 'filing_index', 'bmf_name', 'organization_name', 'rating_input'],
    ...['screening_match', 'filed_edge', 'due', 'organization_key'],
    ...['money_edge', 'money_edge_count', 'network_edge'],
  ],
  source_archive: ['filing'],
  source_file: ['bmf', 'pub78', 'revocation'],
  'source_file,source_id': ['restricted_party', 'restricted_name', 'restricted_address'],
  'id,source_id,file': ['reject'],
  changed_release: ['organization', 'rating'],
  release: ['network_version'],
}

const PROGRESS = `
  select (select count(*) from load_source where finished_at is not null) as "sourcesFinished",
    (select count(*) from load_source) as sources,
    (select count(*) from load_slice where done_at is not null) as "slicesDone",
    (select count(*) from load_slice) as slices,
    (select json_object_agg(form, filings) from
      (select form, count(*) as filings from filing group by form order by form) forms) as forms,
    (select json_object_agg(primary_form, held) from (
      select coalesce(primary_form, 'none') as primary_form, count(*) as held
      from organization group by 1 order by 1) forms) as organizations`

/** Returns the result of a load: every table's rows, with nothing left open. */
export async function readStore(db: Postgres): Promise<Record<string, unknown>> {
  const [progress] = await db.query<Record<string, unknown>>(PROGRESS)
  const tables: Record<string, Contents | undefined> = {}
  for (const [left, names] of Object.entries(TABLES)) {
    // A block as JSON takes minutes; its text is the same in every run.
    const row = left === '' ? 'held::text' : `(to_jsonb(held) - '{${left}}'::text[])::text`
    for (const table of names) {
      const [contents] = await db.query<Contents>(
        `select count(*) as rows, md5(coalesce(string_agg(print, '' order by print), '')) as digest
         from (select md5(${row}) as print from ${table} held) prints`,
      )
      tables[table] = contents
    }
  }
  return { ...progress, tables }
}

/** Returns the slices a load has done; 0 while the store has no tables yet. */
export async function countDoneSlices(db: Postgres): Promise<number> {
  const [present] = await db.query<{ is: boolean }>(
    "select to_regclass('load_slice') is not null as is",
  )
  if (!present?.is) return 0
  const [row] = await db.query<{ done: number }>(
    'select count(*) as done from load_slice where done_at is not null',
  )
  return row?.done ?? 0
}

/** Empties the store as if it were new. */
export async function wipeStore(db: Postgres): Promise<void> {
  await db.query('drop schema public cascade')
  await db.query('create schema public')
}

export type IndexState = {
  documents: number
  vectors: number
  byForm: Record<string, number>
  digest: string
}

type Source = { ein: string; display: { primaryForm?: string }; vector?: unknown }

/** Returns the content of the live index, without its name and release. */
export async function readIndex(opensearch: OpenSearch): Promise<IndexState> {
  const { hits } = await opensearch.search<Source>({
    index: organizationsAlias(''),
    // More than the demo has.
    body: { size: 2_000, query: { match_all: {} }, sort: ['ein'] },
  })
  const sources = hits.hits.map(({ _source }) => _source).filter((source) => source !== undefined)
  const byForm: Record<string, number> = {}
  for (const { display } of sources) {
    const form = display.primaryForm ?? 'none'
    byForm[form] = (byForm[form] ?? 0) + 1
  }
  return {
    documents: sources.length,
    vectors: sources.filter(({ vector }) => vector !== undefined).length,
    byForm,
    digest: createHash('sha256').update(JSON.stringify(sources)).digest('hex'),
  }
}

/** Returns the names of all organizations indices, and of those that are live but incomplete. */
export async function readCatalog(opensearch: OpenSearch) {
  const indices = await listIndices(opensearch, '')
  return {
    live: indices.filter(({ isLive }) => isLive).map(({ name }) => name),
    unfinished: indices.filter(({ meta }) => meta.complete !== true).map(({ name }) => name),
  }
}

export const openIndex = (url: string | undefined): OpenSearch =>
  createOpenSearch({ url: url ?? '', requestTimeoutMs: 60_000 })
