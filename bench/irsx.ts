import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { readConfig } from '#src/platform/config.ts'
import { findPython } from '#test/python-environment.ts'
import { type Benchmark, medianRound, type Row, toRow, toSkipped } from './benchmark.ts'
import { withEngines } from './environment.ts'
import { countMegabytes, FILINGS, type FilingFile, loadOnce, writeFilings } from './loading.ts'

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
        const files = await writeFilings(place.files, FILINGS[size])
        const rounds: { value: number; reference: number }[] = []
        for (let round = 0; round < ROUNDS[size]; round += 1) {
          const { seconds } = await loadOnce(place, `bench_${round}`, files, run.stop)
          const value = files.length / seconds
          const reference = files.length / (await timeIrsx(python, files, run.stop))
          run.say(`${value.toFixed(0)} filings/s, irsx ${reference.toFixed(0)}`)
          rounds.push({ value, reference })
        }
        const megabytes = countMegabytes(files) / files.length
        const { value, reference } = medianRound(rounds)
        return [
          toIrsxRow('load, store included', 'filings/s', value, reference),
          toIrsxRow('load, by XML', 'MB/s', value * megabytes, reference * megabytes),
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
