import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { findPython } from '#test/python-environment.ts'
import type { FilingFile } from './filings.ts'

const VERSION = '0.5.1'

/** Returns the Python of an environment with irsx; undefined if it cannot be created. */
export const findIrsx = (cacheDir: string): Promise<string | undefined> =>
  findPython(cacheDir, 'irsx', [`irsx==${VERSION}`])

const outcome = z.object({ parsed: z.number(), failed: z.number() })
type Parser = ChildProcessByStdio<Writable, Readable, null>

/**
 * Returns the seconds in which two processes parse the files, half of the bytes each. The clock starts
 * when both have loaded irsx. Throws if one fails on more than one file of a hundred, because failing
 * is fast.
 */
export async function timeIrsx(
  python: string,
  files: readonly FilingFile[],
  stop: AbortSignal,
): Promise<number> {
  const script = join(import.meta.dirname, 'parse_with_irsx.py')
  const halves = halve(files)
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

/** Largest first, each to the process with less so far. */
function halve(files: readonly FilingFile[]): [FilingFile[], FilingFile[]] {
  const halves: [FilingFile[], FilingFile[]] = [[], []]
  const bytes = [0, 0]
  for (const file of files.toSorted((a, b) => b.bytes - a.bytes)) {
    const at = (bytes[0] ?? 0) <= (bytes[1] ?? 0) ? 0 : 1
    halves[at].push(file)
    bytes[at] = (bytes[at] ?? 0) + file.bytes
  }
  return halves
}
