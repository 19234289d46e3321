import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { readConfig } from '#src/platform/config.ts'
import { findPython } from '#test/python-environment.ts'
import { REAL } from '#test/real/real-data.ts'
import { MAX_MIB, type Measured, measureCommand } from '#test/world/measure-command.ts'
import { readMembers } from '#test/world/read-zip.ts'
import { type Benchmark, medianRound, type Row, toRow, toSkipped } from './benchmark.ts'
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
        const { seconds, peakMib, storeBytes } = await loadOnce(place, 'bench', filings, stop)
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
  name: string,
  { folder, files }: Filings,
  stop: AbortSignal,
): Promise<Measured & { storeBytes: number }> {
  return await withPostgres(databaseUrl, async (server) => {
    await server.query(`create database ${name}`)
    const url = new URL(databaseUrl)
    url.pathname = `/${name}`
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
    if (store?.filings !== files.length) {
      throw new Error(`Expected ${files.length} returns in the store; found ${store?.filings}.`)
    }
    await server.query(`drop database ${name} with (force)`)
    return { ...measured, storeBytes: store.bytes }
  })
}

type FilingFile = { path: string; bytes: number }
type Filings = { folder: string; files: FilingFile[]; megabytes: number }

/**
 * Writes at least `count` returns, copies of the real ones or else of the demo's. Each copy has its
 * own object id and EINs of the same length, so that sizes are real and the store has none of them.
 */
async function writeFilings(parent: string, count: number): Promise<Filings> {
  const originals = existsSync(REAL) ? readReal() : await readDemo()
  const folder = join(parent, 'filings')
  await mkdir(folder, { recursive: true })
  const files: FilingFile[] = []
  for (let copy = 0; files.length < count; copy += 1) {
    for (const { name, text } of originals) {
      const path = join(folder, `${objectId(name, files.length)}_public.xml`)
      const own = withOtherEin(text, copy)
      await writeFile(path, own)
      files.push({ path, bytes: Buffer.byteLength(own) })
    }
  }
  return { folder, files, megabytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6 }
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

const VERSION = '0.5.1'
const ROUNDS = { whole: 3, quick: 2 }

/** Measures `npm run load` of returns, store included, against two `irsx` processes that only parse. */
export const irsx: Benchmark = {
  name: 'irsx',
  description: 'returns loaded a second, against two irsx processes that only parse',
  run: (run) =>
    withEngines(
      async (place) => {
        const python = await findPython(readConfig().cacheDir, 'irsx', [`irsx==${VERSION}`])
        if (python === undefined) return [toSkipped('irsx', 'no Python with irsx')]
        const size = run.isQuick ? 'quick' : 'whole'
        const filings = await writeFilings(place.files, FILINGS[size])
        const { files, megabytes } = filings
        const rounds: { value: number; reference: number }[] = []
        for (let round = 0; round < ROUNDS[size]; round += 1) {
          const { seconds } = await loadOnce(place, `bench_${round}`, filings, run.stop)
          const value = files.length / seconds
          const reference = files.length / (await timeIrsx(python, files, run.stop))
          run.say(`${value.toFixed(0)} filings/s, irsx ${reference.toFixed(0)}`)
          rounds.push({ value, reference })
        }
        const average = megabytes / files.length
        const { value, reference } = medianRound(rounds)
        return [
          toIrsxRow('load, store included', 'filings/s', value, reference),
          toIrsxRow('load, by XML', 'MB/s', value * average, reference * average),
        ]
      },
      { names: ['postgres'] },
    ),
}

const toIrsxRow = (name: string, unit: string, value: number, reference: number): Row =>
  toRow({
    ...{ name, unit, value, reference },
    against: `2 × irsx ${VERSION}`,
    aim: { atLeast: 2 },
  })

const outcome = z.object({ parsed: z.number(), failed: z.number() })
type Parser = ChildProcessByStdio<Writable, Readable, null>

/**
 * Returns the seconds in which two processes parse the files, half of the bytes each. The clock starts
 * when both have loaded irsx. Throws if one fails on more than one file of a hundred, because failing
 * is fast.
 */
async function timeIrsx(
  python: string,
  files: readonly FilingFile[],
  stop: AbortSignal,
): Promise<number> {
  const script = join(import.meta.dirname, 'parse_with_irsx.py')
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes)
  const halves = [0, 1].map((half) => sorted.filter((_, at) => at % 2 === half))
  const parsers = halves.map(
    (): Parser => spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'], signal: stop }),
  )
  const [seconds] = await Promise.all([
    timeParsers(parsers, halves),
    // Rejects if one could not be started or the run is stopped.
    ...parsers.map((parser) => once(parser, 'close')),
  ])
  return seconds
}

async function timeParsers(parsers: Parser[], halves: FilingFile[][]): Promise<number> {
  await Promise.all(parsers.map(({ stdout }) => once(stdout, 'readable')))
  const started = performance.now()
  const answers = await Promise.all(
    parsers.map((parser, at) => parse(parser, halves[at]?.map(({ path }) => path) ?? [])),
  )
  const seconds = (performance.now() - started) / 1_000
  const failed = answers.reduce((sum, answer) => sum + answer.failed, 0)
  const all = answers.reduce((sum, answer) => sum + answer.parsed, failed)
  if (failed > all / 100) throw new Error(`irsx failed on ${failed} of ${all} files.`)
  return seconds
}

async function parse({ stdin, stdout }: Parser, paths: string[]) {
  // The parser's exit reports the failure; the error on its input adds nothing.
  stdin.on('error', () => undefined)
  stdin.end(JSON.stringify(paths))
  return outcome.parse(await json(stdout))
}
