import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateDemo } from '#indexer/demo/generate.ts'
import {
  type CatalogEntry,
  deleteIndices,
  findLive,
  listIndices,
} from '#indexer/index/catalog/index-catalog.ts'
import { formatCount } from '#src/domain/money.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { dumpBulks, listNames, timeBareBulk } from './bare-bulk.ts'
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
    const before = await listNames(opensearch)
    let first: number | undefined = await ours()
    const built = (await listNames(opensearch)).filter((name) => !before.includes(name))
    const bulks = await dumpBulks(opensearch, built, folder)
    const theirs = () => timeBareBulk(opensearch, bulks)
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
