import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLock } from '#indexer/store/sql.ts'
import { formatCount } from '#src/domain/money.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { readValue } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { MAX_MIB, type Measured, measureCommand } from '#test/world/measure-command.ts'
import { type Benchmark, type Row, type Run, toRow } from '../benchmark.ts'
import { COUNTRY_SETTINGS, type Place, withEngines, withPostgres } from '../environment.ts'
import { REINDEX } from '../reindex.ts'
import { requireRealData } from '../store/sources.ts'
import { writeSector } from './sector.ts'

/** Percents of the country, which has 5.6 million returns; and of its registry. */
const SIZES = {
  whole: { percents: [1, 4], registry: 100 },
  quick: { percents: [0.01, 0.04], registry: 1 },
}

/** What a step took, and the rows that it worked on. */
type Step = { step: string; seconds: number; rows: number; peakMib?: number | undefined }

/** A part of the country in its own database. Its results are stored after each step. */
type Part = {
  percent: number
  returns: number
  xmlBytes: number
  steps: Step[]
  /** Bytes of the tables, and of the index as `OpenSearch`. */
  bytes: Record<string, number>
}
type Its = { place: Place; folder: string; part: Part; run: Run }

/** Measures the commands on made files of parts of the country, and how their times grow. */
export const growth: Benchmark = {
  name: 'growth',
  description: 'load, resolve, network, rate, reindex, and derive of 1% and 4% of the country',
  isOnRequest: true,
  run: async (run) => {
    requireRealData()
    const size = run.isQuick ? 'quick' : 'whole'
    const { percents, registry } = SIZES[size]
    const kept = resolve(run.keep ?? join(readConfig().cacheDir, `bench/growth-${size}`))
    return await withEngines(
      async (place) => {
        const parts: Part[] = []
        for (const percent of percents) {
          const its = await openPart(place, join(kept, `part-${percent}`), percent, run)
          await measureSteps(its)
          if (percent === percents.at(-1)) await measureRegistry(its, registry)
          parts.push(its.part)
        }
        return parts.flatMap((part, at) => toRows(part, parts[at - 1]))
      },
      { dataDir: join(kept, 'data'), settings: COUNTRY_SETTINGS },
    )
  },
}

const fileOf = (folder: string): string => join(folder, 'part.json')
const save = ({ folder, part }: Its) => writeFileSync(fileOf(folder), JSON.stringify(part, null, 2))

/** Writes a part's files and makes its database, unless an earlier run did. */
async function openPart(place: Place, folder: string, percent: number, run: Run): Promise<Its> {
  if (!existsSync(fileOf(folder))) {
    run.say(`writing the files of ${percent}% of the country`)
    const started = performance.now()
    const written = await writeSector(
      join(folder, 'files'),
      { part: percent / 100, hasReturns: true },
      run.stop,
    )
    const speed = written.returns / ((performance.now() - started) / 1_000)
    run.say(`wrote ${formatCount(written.returns)} returns, ${speed.toFixed(0)} a second`)
    writeFileSync(fileOf(folder), JSON.stringify({ percent, ...written, steps: [], bytes: {} }))
  }
  const part: Part = JSON.parse(readFileSync(fileOf(folder), 'utf8'))
  const name = `part_${String(percent).replace('.', '_')}`
  const url = new URL(place.databaseUrl)
  url.pathname = `/${name}`
  // A load that was stopped begins again.
  if (part.steps.length === 0) {
    await withPostgres(place.databaseUrl, async (db) => {
      await db.query(`drop database if exists ${name} with (force)`)
      await db.query(`create database ${name}`)
    })
  }
  const env = {
    ...place.env,
    DATABASE_URL: url.href,
    INDEX_PREFIX: `${name.replaceAll('_', '-')}-`,
  }
  return { place: { ...place, databaseUrl: url.href, env }, folder, part, run }
}

// Enough to see the speed of a step that handles each filing on its own.
const TENTH = 'abs(hashtext(object_id)) % 10 = 0'

async function measureSteps(its: Its): Promise<void> {
  await measureLoad(its, '', {
    files: join(its.folder, 'files'),
    loaded: 'select count(*) from filing',
  })
  await measure(its, 'rate', 'select count(*) from rating')
  await measure(its, 'reindex', ORGANIZATIONS)
  if (isDone(its, 'derive')) return
  // Before rows are stored again.
  its.part.bytes = await readBytes(its.place)
  await withPostgres(its.place.databaseUrl, (db) =>
    db.query(`update filing set derived_version = 0 where ${TENTH}`),
  )
  await measure(its, 'derive', `select count(*) from filing where ${TENTH}`)
}

/** Loads the whole registry and the headers of all returns into the store of a part. */
async function measureRegistry(its: Its, percent: number): Promise<void> {
  const folder = join(its.folder, '../registry')
  const files = join(folder, 'files')
  if (!existsSync(fileOf(folder))) {
    its.run.say(`writing the registry and the indexes of ${percent}% of the country`)
    const part = { part: percent / 100, hasReturns: false }
    writeFileSync(fileOf(folder), JSON.stringify(await writeSector(files, part, its.run.stop)))
  }
  await measureLoad(its, 'registry, ', {
    files,
    loaded: 'select (select count(*) from bmf) + (select count(*) from filing_index)',
  })
  await measure(its, 'reindex', ORGANIZATIONS, 'registry, ')
}

const ORGANIZATIONS = 'select count(*) from organization'

const isDone = ({ part }: Its, name: string): boolean =>
  part.steps.some(({ step }) => step === name)

async function add(its: Its, step: string, rowsSql: string, measured: Partial<Measured>) {
  const { seconds = 0, peakMib } = measured
  const rows = await withPostgres(its.place.databaseUrl, (db) => readValue<number>(db, rowsSql))
  its.part.steps.push({ step, seconds, rows: rows ?? 0, peakMib })
  save(its)
  const memory = peakMib ? `, ${peakMib.toFixed(0)} MiB` : ''
  its.run.say(`${step}: ${formatCount(rows ?? 0)} rows, ${seconds.toFixed(1)} s${memory}`)
}

/** Measures a command, unless an earlier run did. */
async function measure(its: Its, command: string, rowsSql: string, prefix = ''): Promise<void> {
  const step = `${prefix}${command}`
  if (isDone(its, step)) return
  const words = command === 'reindex' ? REINDEX : [command]
  const measured = await measureCommand(its.place.env, words, its.run.stop)
  await add(its, step, rowsSql, measured)
}

/** Measures a load in its three parts: the files, the organizations, and the network. */
async function measureLoad(
  its: Its,
  prefix: string,
  { files, loaded }: { files: string; loaded: string },
): Promise<void> {
  if (isDone(its, `${prefix}network`)) return
  const { databaseUrl, env } = its.place
  const end = new AbortController()
  const started = performance.now()
  const begins = ['resolve', 'network'].map((lock) => untilWanted(databaseUrl, lock, end.signal))
  const whole = await measureCommand(env, ['load', files], its.run.stop).finally(() => end.abort())
  const [resolveAt = 0, networkAt = 0] = await Promise.all(begins)
  const { peakMib } = whole
  await add(its, `${prefix}load`, loaded, { seconds: (resolveAt - started) / 1_000, peakMib })
  const seconds = (networkAt - resolveAt) / 1_000
  await add(its, `${prefix}resolve`, ORGANIZATIONS, { seconds })
  const rest = whole.seconds - (networkAt - started) / 1_000
  await add(its, `${prefix}network`, 'select count(*) from filed_edge', { seconds: rest })
}

const POLL_MS = 50

/**
 * Holds a step's lock until the step waits for it, and returns when that was. A load prints no line
 * for each of its steps.
 */
const untilWanted = (url: string, lock: string, end: AbortSignal): Promise<number> =>
  withPostgres(url, (db) =>
    db.transaction(async (session) => {
      await takeLock(session, lock)
      while (!end.aborted && !(await readValue<boolean>(session, IS_WANTED, [lock]))) {
        await sleep(POLL_MS)
      }
      return performance.now()
    }),
  )

const IS_WANTED = `
  select exists (
    select from pg_locks where locktype = 'advisory' and not granted
      and (classid::bigint << 32) + objid::bigint = hashtextextended($1, 0))`

/** Returns the bytes of each table above 1 MB, with its indexes and partitions, and of the indexes. */
async function readBytes({ databaseUrl, opensearchUrl, env }: Place): Promise<Part['bytes']> {
  const tables = await withPostgres(databaseUrl, (db) =>
    db.query<{ name: string; bytes: number }>(`
      select coalesce(inhparent, oid)::regclass::text as name,
        sum(pg_total_relation_size(oid))::float8 as bytes
      from pg_class left join pg_inherits on inhrelid = oid
      where relkind = 'r' and relnamespace = 'public'::regnamespace
      group by 1 having sum(pg_total_relation_size(oid)) > 1e6 order by 2 desc`),
  )
  const opensearch = createOpenSearch({ url: opensearchUrl, requestTimeoutMs: 300_000 })
  const index = `${env.INDEX_PREFIX}*`
  const stats = await opensearch
    .run((client) => client.indices.stats({ index, metric: 'store' }))
    .finally(opensearch.close)
  const bytes = Object.fromEntries(tables.map((table) => [table.name, table.bytes]))
  return { ...bytes, OpenSearch: stats._all.primaries?.store?.size_in_bytes ?? 0 }
}

/**
 * Returns rows for a part: seconds and memory of steps, bytes, and compared to a smaller part, the
 * exponent with which each time grows: 1 if in proportion to the rows.
 */
function toRows(part: Part, smaller: Part | undefined): Row[] {
  const at = `, ${part.percent}%`
  const rows = part.steps.flatMap(({ step, seconds, rows, peakMib }) => [
    toRow({
      name: `${step}${at}`,
      ...{ value: seconds, unit: 's', against: 'thousand rows', reference: rows / 1_000 },
    }),
    ...(peakMib
      ? [
          toRow({
            name: `${step}${at}, memory`,
            ...{ value: peakMib, unit: 'MiB', against: 'limit', reference: MAX_MIB },
          }),
        ]
      : []),
  ])
  const total = Object.values(part.bytes).reduce((sum, bytes) => sum + bytes, 0)
  const bytes = Object.entries({ XML: part.xmlBytes, ...part.bytes, total }).map(([name, size]) =>
    toRow({
      name: `${name}${at}`,
      ...{ value: size / 1e6, unit: 'MB', against: 'KB a return', reference: part.returns / 1_000 },
    }),
  )
  const grown = part.steps.flatMap(({ step, seconds, rows }) => {
    const before = smaller?.steps.find((one) => one.step === step)
    if (!before) return []
    const larger = Math.log(rows / before.rows)
    // What n log n would be.
    const reference = 1 + Math.log(Math.log(rows) / Math.log(before.rows)) / larger
    return toRow({
      name: `${step}, growth`,
      value: Math.log(seconds / before.seconds) / larger,
      ...{ unit: '', against: 'n log n', reference, aim: { atMost: 1 } },
    })
  })
  return [...rows, ...bytes, ...grown]
}
