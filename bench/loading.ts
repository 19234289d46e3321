import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REAL } from '#test/real/real-data.ts'
import { MAX_MIB, type Measured, measureCommand } from '#test/world/measure-command.ts'
import { readMembers } from '#test/world/read-zip.ts'
import { type Benchmark, toRow, toSkipped } from './benchmark.ts'
import { type Place, withEngines, withPostgres } from './environment.ts'
import { DEMO } from './store/sources.ts'

/** Enough that the command's start is a small part, as in a real load. */
const FILINGS = { whole: 4_800, quick: 480 }
// What docs/running/sizing.md promises for the first load.
const MEGABYTES_PER_SECOND = 15

/** Measures `npm run load` of returns into an empty store. */
export const loading: Benchmark = {
  name: 'loading',
  description: 'a load of returns into an empty store: its speed, disk space, and memory',
  run: ({ isQuick, stop }) =>
    withEngines(
      async (place) => {
        const filings = await writeFilings(place.files, FILINGS[isQuick ? 'quick' : 'whole'])
        const { seconds, peakMib, storeBytes } = await loadOnce(place, filings, stop)
        const { megabytes } = filings
        return [
          toRow({
            name: 'load, by XML',
            value: megabytes / seconds,
            unit: 'MB/s',
            against: 'sizing.md',
            reference: MEGABYTES_PER_SECOND,
            aim: { atLeast: 1 },
          }),
          toRow({
            name: 'load, store on disk',
            value: storeBytes / 1e6,
            unit: 'MB',
            against: 'the XML',
            reference: megabytes,
          }),
          peakMib === undefined
            ? toSkipped('loader, peak memory', 'available only on Linux (/proc)')
            : toRow({
                name: 'loader, peak memory',
                value: peakMib,
                unit: 'MiB',
                against: 'limit',
                reference: MAX_MIB,
                aim: { atMost: 1 },
              }),
        ]
      },
      { names: ['postgres'] },
    ),
}

/** Loads into a new database, which is dropped afterwards. Throws if a return is missing. */
async function loadOnce(
  { databaseUrl, env }: Place,
  { folder, count }: Filings,
  stop: AbortSignal,
): Promise<Measured & { storeBytes: number }> {
  return await withPostgres(databaseUrl, async (server) => {
    await server.query('create database bench')
    const url = new URL(databaseUrl)
    url.pathname = '/bench'
    const measured = await measureCommand(
      { ...env, DATABASE_URL: url.href },
      ['load', folder],
      stop,
    )
    const [store] = await withPostgres(url.href, (db) =>
      db.query<{ filings: number; bytes: number }>(
        `select (select count(*) from filing) as filings, pg_total_relation_size('filing') + (
           select sum(pg_total_relation_size(inhrelid))::bigint from pg_inherits
           where inhparent in ('filing_block'::regclass, 'filing_rows'::regclass)) as bytes`,
      ),
    )
    if (store?.filings !== count) {
      throw new Error(`Expected ${count} returns in the store; found ${store?.filings}.`)
    }
    await server.query('drop database bench with (force)')
    return { ...measured, storeBytes: store.bytes }
  })
}

type Filings = { folder: string; count: number; megabytes: number }

/**
 * Writes at least `least` returns, copies of the real ones or else of the demo's. Each copy has its
 * own object id and EINs of the same length, so that sizes are real and the store has none of them.
 */
async function writeFilings(parent: string, least: number): Promise<Filings> {
  const originals = existsSync(REAL) ? readReal() : await readDemo()
  const folder = join(parent, 'filings')
  await mkdir(folder, { recursive: true })
  let [count, bytes] = [0, 0]
  for (let copy = 0; count < least; copy += 1) {
    for (const { name, text } of originals) {
      const own = withOtherEin(text, copy)
      await writeFile(join(folder, `${objectId(name, count)}_public.xml`), own)
      count += 1
      bytes += Buffer.byteLength(own)
    }
  }
  return { folder, count, megabytes: bytes / 1e6 }
}

const readReal = () =>
  readdirSync(REAL).map((name) => ({ name, text: readFileSync(join(REAL, name), 'utf8') }))

const readDemo = async () => (await Promise.all(DEMO.returns.map(readMembers))).flat()

// Digits 1–4 (year) and 6–8 (day of receipt) stay; the rest is a counter.
function objectId(name: string, at: number): string {
  const start = /(?<!\d)(20\d{6})\d{10}(?!\d)/.exec(name)?.[1] ?? '20230136'
  return `${start}${String(at).padStart(10, '0')}`
}

const FILER_EIN = /<(?:\w+:)?Filer\b[^>]*>\s*<(?:\w+:)?EIN>(\d{9})</

// 07 is a prefix the IRS never assigned. One organization's returns stay together in a copy.
function withOtherEin(text: string, copy: number): string {
  const ein = FILER_EIN.exec(text)?.[1]
  if (ein === undefined) return text
  const other = `07${String((Number(ein) * 31 + copy * 7_919) % 10_000_000).padStart(7, '0')}`
  return text.replaceAll(ein, other)
}
