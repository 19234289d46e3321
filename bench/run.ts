import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { Command } from 'commander'
import { asTyped, runCommand } from '#src/cli/run-command.ts'
import { listenForStop } from '#src/cli/stop.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { type Benchmark, formatTable, type Row } from './benchmark.ts'
import { growth } from './growth/growth.ts'
import { knee } from './knee.ts'
import { loading } from './loading.ts'
import { reindex } from './reindex.ts'
import { scale } from './scale/scale.ts'
import { requests, search } from './search.ts'

const BENCHMARKS: readonly Benchmark[] = [loading, reindex, search, requests, scale, growth, knee]

type Options = { quick?: boolean; json?: string; keep?: string; addresses?: string }

const NAME_WIDTH = Math.max(...BENCHMARKS.map(({ name }) => name.length))

const program = new Command('bench')
  .description('Measures the service against bare calls and limits, in ratios.')
  .configureHelp(asTyped)
  .argument('[names...]', 'benchmarks to run (default: all but scale, growth, and knee)')
  .option(
    '--quick',
    'small sizes and few rounds, to check that the benchmarks work, not how fast they are',
  )
  .option('--json <file>', 'also write the rows to this file')
  .option(
    '--keep <folder>',
    'data folder that scale or growth prepares once and uses again (default: in the cache folder)',
  )
  .option(
    '--addresses <urls>',
    'running services on --keep that knee measures, with commas between',
  )
  .addHelpText('after', ({ command }) => {
    const help = command.createHelp()
    help.prepareContext({ helpWidth: process.stdout.columns ?? 80 })
    const items = BENCHMARKS.map(({ name, description }) =>
      help.formatItem(name, NAME_WIDTH, description, help),
    )
    return ['', 'Benchmarks:', ...items].join('\n')
  })
  .action(async (wanted: string[], options: Options) => {
    const stop = listenForStop()
    await runCommand(async () => {
      try {
        await runBenchmarks(choose(wanted), options, stop)
      } catch (error) {
        throw stop.aborted
          ? new OperatorError(
              'Stopped. All temporary files were deleted, and all processes have ended.',
            )
          : error
      }
    })
  })

await program.parseAsync()

function choose(wanted: readonly string[]): readonly Benchmark[] {
  const unknown = wanted.find((name) => !BENCHMARKS.some((one) => one.name === name))
  if (unknown !== undefined) {
    const known = BENCHMARKS.map(({ name }) => name).join(', ')
    throw new OperatorError(`There is no benchmark named ${unknown}. Choose from: ${known}.`)
  }
  if (wanted.length === 0) return BENCHMARKS.filter(({ isOnRequest }) => !isOnRequest)
  return BENCHMARKS.filter(({ name }) => wanted.includes(name))
}

async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  options: Options,
  stop: AbortSignal,
): Promise<void> {
  const rows: Row[] = []
  const busy: string[] = []
  for (const { name, run } of benchmarks) {
    const before = loadAverage()
    const started = performance.now()
    const say = (sentence: string) => console.error(`${name}: ${sentence}`)
    const { quick: isQuick = false, keep } = options
    const addresses = options.addresses?.split(',')
    rows.push(...(await run({ isQuick, keep, addresses, say, stop })))
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    busy.push(`${name} ${before}–${loadAverage()} (${seconds} s)`)
  }
  console.log(formatTable(rows))
  const size = options.quick ? 'Quick run' : 'Run'
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  console.log(`${size} of ${new Date().toISOString().slice(0, 10)} on ${machine}.`)
  console.log(`Load average before–after: ${busy.join(', ')}.`)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`)
}

/** Returns the load average of the last minute. A benchmark that keeps both cores busy shows 2. */
function loadAverage(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}
