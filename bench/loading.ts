import { createPostgres } from '#src/platform/clients/postgres.ts'
import { type Benchmark, measureRounds, type Scale } from './benchmark.ts'
import { measureCommand } from './commands.ts'
import { type FilingFile, writeFilings } from './filings.ts'
import { configOf, environmentOf, withFiles, withPostgres } from './folders.ts'
import { findIrsx, timeIrsx } from './irsx.ts'
import { medianRound, type Row, toRow, toSkipped } from './row.ts'

// Enough that the command's start is a small part, as in a real load.
const FILINGS = { whole: 4_800, quick: 480 }
const ROUNDS = { whole: 3, quick: 2 }

type Round = { value: number; reference: number; storeBytes: number }

/** Measures `npm run load` of returns, store included, against two `irsx` processes that only parse. */
export const loading: Benchmark = {
  name: 'loading',
  description:
    'filings loaded a second, including writes to the store, against two irsx processes that only parse',
  run: (scale) =>
    withFiles((folder) =>
      withPostgres(async (dataDir, databaseUrl) => {
        const irsx = await findIrsx(configOf(dataDir).cacheDir)
        if (irsx === undefined) return [toSkipped('loading', 'no Python with irsx')]
        const size = scale.isQuick ? 'quick' : 'whole'
        const files = await writeFilings(folder, FILINGS[size])
        const rounds = await measureRounds(scale, ROUNDS[size], async (round) => {
          const loaded = await loadOnce(dataDir, databaseUrl, `bench_${round}`, files, scale)
          const reference = files.length / (await timeIrsx(irsx, files, scale.stop))
          scale.say(`${loaded.value.toFixed(0)} filings/s, irsx ${reference.toFixed(0)}`)
          return { ...loaded, reference }
        })
        return toRows(files, medianRound(rounds))
      }),
    ),
}

function toRows(files: readonly FilingFile[], round: Round): Row[] {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const megabytesPer = (filingsPerSecond: number) => (filingsPerSecond * megabytes) / files.length
  const against = '2 × irsx 0.5.1'
  return [
    toRow({
      name: 'load, store included',
      value: round.value,
      unit: 'filings/s',
      against,
      reference: round.reference,
      aim: { atLeast: 2 },
    }),
    toRow({
      name: 'load, by XML',
      value: megabytesPer(round.value),
      unit: 'MB/s',
      against,
      reference: megabytesPer(round.reference),
      aim: { atLeast: 2 },
    }),
    toRow({
      name: 'load, store on disk',
      value: round.storeBytes / 1e6,
      unit: 'MB',
      against: 'the XML',
      reference: megabytes,
    }),
  ]
}

/** Loads into a new database. */
async function loadOnce(
  dataDir: string,
  serverUrl: string,
  name: string,
  files: readonly FilingFile[],
  { stop }: Scale,
): Promise<Omit<Round, 'reference'>> {
  const server = createPostgres({ url: serverUrl, maxConnections: 1, statementTimeoutMs: 0 })
  try {
    await server.query(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const env = environmentOf(dataDir, { DATABASE_URL: url.toString() })
    const folder = files[0]?.path.replace(/[^/\\]+$/, '') ?? ''
    const { seconds } = await measureCommand('indexer/cli.ts', ['load', folder], env, stop)
    const storeBytes = await measureStore(url.toString(), files.length)
    await server.query(`drop database ${name} with (force)`)
    return { value: files.length / seconds, storeBytes }
  } finally {
    await server.close()
  }
}

/** Returns the bytes of the tables of returns, with indexes. Throws if a return is missing. */
async function measureStore(url: string, expected: number): Promise<number> {
  const db = createPostgres({ url, maxConnections: 1, statementTimeoutMs: 0 })
  try {
    const [store] = await db.query<{ filings: number; bytes: number }>(
      `select (select count(*) from filing) as filings,
         pg_total_relation_size('filing') + (
           select sum(pg_total_relation_size(inhrelid))::bigint from pg_inherits
           where inhparent in ('filing_block'::regclass, 'filing_rows'::regclass)) as bytes`,
    )
    if (store?.filings !== expected) {
      throw new Error(`Expected ${expected} returns in the store; found ${store?.filings}.`)
    }
    return store.bytes
  } finally {
    await db.close()
  }
}
