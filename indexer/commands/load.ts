import { join } from 'node:path'
import { z } from 'zod'
import { type Config, readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import type { FailedSource } from '../load/run.ts'
import { loadAndResolve } from '../pipeline/load.ts'
import { recognizePaths } from '../sources/recognize.ts'
import { AUDIT_KINDS, PAID_KINDS } from '../sources/source.ts'
import { expected, parseOptions } from './expected.ts'
import { formatSummary, type Summary, summarizeKinds } from './load-summary.ts'
import { showNetworkProgress } from './network.ts'
import { count, showSteps } from './progress.ts'
import { type Store, withStore } from './servers.ts'

export const loadOptions = z.object({
  asOf: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, expected('--as-of', 'a month such as 2026-04'))
    .optional(),
  maxRejects: z
    .string()
    // No coercion: it would turn an empty string, such as an unset variable, into 0.
    .regex(/^\d{1,9}$/, expected('--max-rejects', 'a whole number'))
    .transform(Number)
    .optional(),
  replace: z.boolean().default(false),
  json: z.boolean().default(false),
})
type LoadOptions = z.output<typeof loadOptions>

/**
 * `npm run load -- PATH…`: loads the contents of the paths and prints a summary. Returns
 * whether ratings or the index are due. Throws OperatorError for a wrong option or path, and when too
 * much was rejected.
 */
export async function load(paths: string[], raw: Record<string, unknown>): Promise<boolean> {
  const options = parseOptions(loadOptions, raw)
  const config = readConfig()
  const { summary, failed } = await withStore(config, (store) =>
    loadPaths(store, config, paths, options),
  )
  console.log(options.json ? JSON.stringify(summary, null, 2) : formatSummary(summary))
  if (failed.length > 0) throw failureOf(failed)
  const fault = faultOf(summary)
  if (fault !== undefined) throw new OperatorError(fault)
  // Awards are read from the store only, so ratings and the index do not depend on them.
  const isPaidOnly = summary.kinds.every(({ kind }) => PAID_KINDS.includes(kind))
  return summary.release !== undefined && !isPaidOnly
}

/** Returns the error that lists the failed sources; the rest of the load is kept. */
export function failureOf(failed: FailedSource[]): OperatorError {
  const named = failed.map(({ path, cause }) => {
    const message = cause instanceof Error ? cause.message : String(cause)
    return `${path} (${message.split('\n', 1)[0]})`
  })
  const sentence =
    `Some filings from these sources were not loaded: ${named.join(', ')}. The other sources were ` +
    'loaded. Correct the cause, then load these sources again.'
  return new OperatorError(sentence, { cause: failed[0]?.cause })
}

/** Returns why a load failed as a whole; undefined if it did not. */
function faultOf({ kinds, isStopped, unreadable }: Summary): string | undefined {
  if (isStopped) {
    return (
      'Stopped: too many rejects. Everything loaded so far is kept. Correct the files or set a ' +
      'higher --max-rejects, then load the files again. Rejected files are read again.'
    )
  }
  if (kinds.length === 0 && unreadable.length > 0) {
    return 'Nothing was loaded: no file could be read. The report lists the reasons.'
  }
  if (kinds.length === 0)
    return 'Nothing was loaded: the paths contain no file that the loader recognizes. See docs/running/loading.md.'
  const isAllRejected = kinds.every(({ rows, rejected }) => rows === rejected && rejected > 0)
  return isAllRejected
    ? 'Nothing was loaded: all rows and returns were rejected. The report lists the reasons.'
    : undefined
}

async function loadPaths(
  { db, url, ca }: Store,
  config: Config,
  paths: string[],
  options: LoadOptions,
): Promise<{ summary: Summary; failed: FailedSource[] }> {
  const started = performance.now()
  const found = await recognizePaths(paths, options.asOf)
  const loading = showLoadProgress()
  const network = showNetworkProgress()
  const { result, resolved, ...loaded } = await loadAndResolve(
    db,
    found,
    join(config.dataDir, 'reports'),
    {
      url,
      ca,
      workers: config.loadWorkers,
      maxRejects: options.maxRejects,
      mayReplaceOthers: options.replace,
      onProgress: ({ doneBytes, bytes, rejected }) =>
        loading.update({ step: 'load', done: doneBytes / 1e6, total: bytes / 1e6, rejected }),
      onLoaded: loading.stop,
      onBegin: () => process.stderr.write('Resolving organizations.\n'),
      onNetwork: network.update,
    },
  ).finally(network.stop)
  const summary = {
    kinds: summarizeKinds(result),
    seconds: (performance.now() - started) / 1_000,
    ...loaded,
    unreadable: found.rejected,
    skipped: found.unknown,
    isStopped: result.isStopped,
    release: resolved?.release,
    network: resolved?.network,
    mapping: found.tables.some(({ kind }) => AUDIT_KINDS.includes(kind))
      ? resolved?.mapping
      : undefined,
  }
  return { summary, failed: result.failed }
}

type LoadProgress = { step: 'load'; done: number; total: number; rejected: number }

const showLoadProgress = () =>
  showSteps<LoadProgress>({
    interrupted: 'Stopped. Run the same command to continue.',
    unit: ' MB/s',
    line: ({ done, total, rejected }) =>
      `Loaded ${count(done)} of ${count(total)} MB, ${count(rejected)} rejected`,
  })
