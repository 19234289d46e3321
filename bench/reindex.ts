import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateDemo } from '#indexer/demo/generate.ts'
import { createIndex, refreshIndex } from '#indexer/index/build/build-index.ts'
import {
  type CatalogEntry,
  deleteIndices,
  findLive,
  listIndices,
  newMeta,
} from '#indexer/index/catalog/index-catalog.ts'
import { VECTOR_DIMENSION } from '#mappings/organizations.ts'
import { formatCount } from '#src/domain/money.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { type Benchmark, measureRounds, type Scale } from './benchmark.ts'
import { measureCommand } from './commands.ts'
import { copyFilers } from './copies.ts'
import { type Engines, environmentOf, withDataFolder, withEngines, withFiles } from './folders.ts'
import { writeRegistry } from './registry.ts'
import { medianRound, type Row, toRow } from './row.ts'

// A third have filed text and so a vector, as in the country (docs/running/sizing.md): the mix decides
// (bench/README.md). With fewer documents the command's start, a second, would be much of the time, so
// each filer is copied `copies` times.
const SIZES = {
  whole: { filers: 3_000, copies: 6, registered: 42_000, rounds: 3 },
  quick: { filers: 300, copies: 0, registered: 600, rounds: 1 },
}

type Round = { value: number; reference: number }

/** Measures `npm run reindex` with every vector cached, against a bare bulk of its documents. */
export const reindex: Benchmark = {
  name: 'reindex',
  description: 'documents indexed a second, against bare bulk requests with the same documents',
  run: (scale) =>
    withFiles((folder) =>
      withDataFolder((dataDir) =>
        withEngines(dataDir, async (engines) => {
          const size = SIZES[scale.isQuick ? 'quick' : 'whole']
          await fill(folder, dataDir, engines, size, scale)
          await addCopies(engines, size.copies, scale)
          return await measureReindex({ folder, dataDir, engines }, size.rounds, scale)
        }),
      ),
    ),
}

type Size = { filers: number; registered: number }

/**
 * Loads demo filers and a registry, and builds an index once, which embeds every text. Returns the
 * names in the registry.
 */
export async function fill(
  folder: string,
  dataDir: string,
  engines: Engines,
  { filers, registered }: Size,
  { say, stop }: Scale,
): Promise<string[]> {
  say(`preparing ${formatCount(filers + registered)} organizations`)
  await generateDemo({ folder: join(folder, 'demo'), organizations: filers })
  const names = await writeRegistry(join(folder, 'registry'), registered)
  const env = serverEnvironment(dataDir, engines)
  await measureCommand('indexer/cli.ts', ['load', folder], env, stop)
  const { seconds } = await measureCommand('indexer/cli.ts', ['reindex'], env, stop)
  say(`first index, with embedding, took ${seconds.toFixed(0)} s`)
  return names
}

async function addCopies(engines: Engines, copies: number, { say }: Scale): Promise<void> {
  const db = createPostgres({ url: engines.databaseUrl, statementTimeoutMs: 0 })
  const opensearch = createOpenSearch({ url: engines.opensearchUrl })
  try {
    const { meta } = await findIndex(opensearch)
    const added = await copyFilers(db, meta.embeddingModel ?? '', copies)
    say(`added ${formatCount(added)} copies of the filers`)
  } finally {
    await opensearch.close()
    await db.close()
  }
}

export const serverEnvironment = (dataDir: string, { opensearchUrl, databaseUrl }: Engines) =>
  environmentOf(dataDir, { OPENSEARCH_URL: opensearchUrl, DATABASE_URL: databaseUrl })

/** Measures a reindex of the store. Writes its documents to `folder`. */
export async function measureReindex(
  { folder, dataDir, engines }: { folder: string; dataDir: string; engines: Engines },
  wanted: number,
  scale: Scale,
): Promise<Row[]> {
  const opensearch = createOpenSearch({ url: engines.opensearchUrl, requestTimeoutMs: 300_000 })
  try {
    const env = serverEnvironment(dataDir, engines)
    const ours = async () => {
      const { seconds } = await measureCommand('indexer/cli.ts', ['reindex'], env, scale.stop)
      await keepNewest(opensearch)
      return seconds
    }
    let first: number | undefined = await ours()
    const live = await findIndex(opensearch)
    const bulks = await dumpBulks(opensearch, live.name, folder)
    const theirs = () => timeBareBulk(opensearch, live, bulks)
    const rounds = await measureRounds(scale, wanted, async (at): Promise<Round> => {
      // The engine gets faster with every index it builds, so each side goes first in turn.
      const early = at % 2 === 0 ? undefined : await theirs()
      const own = first ?? (await ours())
      first = undefined
      const value = bulks.documents / own
      const reference = bulks.documents / (early ?? (await theirs()))
      scale.say(`${value.toFixed(0)} documents/s, bare bulk ${reference.toFixed(0)}`)
      return { value, reference }
    })
    const middle = medianRound(rounds)
    const idle = await measureCommand('indexer/cli.ts', ['reindex', '--changed'], env, scale.stop)
    return [toReindexRow(middle), toIdleRow(idle.seconds, bulks.documents / middle.value)]
  } finally {
    await opensearch.close()
  }
}

const toReindexRow = (round: Round): Row =>
  toRow({
    name: 'reindex, cached texts',
    ...round,
    unit: 'docs/s',
    against: 'bare bulk',
    aim: { atLeast: 0.8 },
  })

// The cost of starting and ending, whatever the size.
const toIdleRow = (value: number, reference: number): Row =>
  toRow({ name: 'reindex, nothing new', value, unit: 's', against: 'the reindex', reference })

async function findIndex(opensearch: OpenSearch): Promise<CatalogEntry> {
  const live = findLive(await listIndices(opensearch, ''))
  if (!live) throw new Error('No index is live after the reindex.')
  return live
}

/** Older indices would take disk and page cache from later rounds. */
async function keepNewest(opensearch: OpenSearch): Promise<void> {
  const indices = await listIndices(opensearch, '')
  const live = findLive(indices)
  const others = indices.filter((entry) => entry !== live).map(({ name }) => name)
  await deleteIndices(opensearch, others)
  await untilMerged(opensearch)
}

// Polled a few times a second, which costs the engine nothing.
const MERGE_POLL_MS = 250

/** Waits until the engine has finished merging segments, which would slow down the next run. */
async function untilMerged(opensearch: OpenSearch): Promise<void> {
  for (;;) {
    const { _all } = await opensearch.run((client) => client.indices.stats({ metric: 'merge' }))
    if (!_all.total?.merges?.current) return
    await sleep(MERGE_POLL_MS)
  }
}

type Bulks = { paths: string[]; documents: number }

// Like the bulks of a reindex (indexer/index/build/bulk-writer.ts).
const BULK_BYTES = 4_000_000
const STREAMS = 2
const PAGE = 1_000

/**
 * Writes an index's documents in the order of their ids to files, each with the body of a bulk
 * request. Those of the whole country do not fit into memory.
 */
async function dumpBulks(opensearch: OpenSearch, index: string, folder: string): Promise<Bulks> {
  const paths: string[] = []
  let documents = 0
  let pending = ''
  const flush = async () => {
    const path = join(folder, `bulk-${paths.length}.ndjson`)
    await writeFile(path, pending)
    paths.push(path)
    pending = ''
  }
  let after: (string | number | null)[] | undefined
  for (;;) {
    const page = { size: PAGE, sort: [{ ein: 'asc' }], ...(after && { search_after: after }) }
    const { hits } = (await opensearch.search<object>({ index, body: page })).hits
    for (const { _id, _source } of hits) {
      pending += `{"index":{"_id":"${_id}"}}\n${JSON.stringify(_source)}\n`
      if (pending.length >= BULK_BYTES) await flush()
    }
    documents += hits.length
    after = hits.at(-1)?.sort
    if (hits.length < PAGE) break
  }
  if (pending !== '') await flush()
  return { paths, documents }
}

/** Returns the seconds in which two streams put the bulks into a new index of the same mapping. */
async function timeBareBulk(
  opensearch: OpenSearch,
  { meta }: CatalogEntry,
  { paths, documents }: Bulks,
): Promise<number> {
  const index = 'bench-bare-bulk'
  const { release = '', embeddingModel: model = '', dimension = VECTOR_DIMENSION } = meta
  const started = performance.now()
  await createIndex(opensearch, newMeta(index, release, { model, dimension }, undefined))
  const rest = paths.values()
  await Promise.all(Array.from({ length: STREAMS }, () => sendAll(opensearch, index, rest)))
  await refreshIndex(opensearch, index)
  const seconds = (performance.now() - started) / 1_000
  const count = await opensearch.count(index)
  if (count !== documents)
    throw new Error(`The bare bulk wrote ${count} of ${documents} documents.`)
  await deleteIndices(opensearch, [index])
  return seconds
}

async function sendAll(opensearch: OpenSearch, index: string, paths: Iterable<string>) {
  for (const path of paths) {
    const body = await readFile(path)
    const { errors } = await opensearch.bulk(body, { index, filter_path: 'errors' })
    if (errors) throw new Error('The bare bulk request returned errors.')
  }
}
