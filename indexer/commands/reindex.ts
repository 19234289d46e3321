import { wrap } from '#src/cli/break-lines.ts'
import { countOf } from '#src/domain/money.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { type ReindexDeps, type ReindexResult, reindex } from '../index/build/reindex.ts'
import { describeQuarantine } from '../index/quarantine.ts'
import { count, showSteps } from './progress.ts'
import { withServers } from './servers.ts'

type Options = { onlyIfDue?: boolean; despiteFailedChecks?: boolean }

/**
 * `npm run reindex`. With `onlyIfDue`, builds nothing while the live index is up to date; with
 * `despiteFailedChecks`, makes an index live that fails checks of its searches.
 */
export async function runReindex({
  onlyIfDue = false,
  despiteFailedChecks = false,
}: Options): Promise<void> {
  const config = readConfig()
  const started = performance.now()
  const result = await withServers(config, async (servers) => {
    const embedder = await createEmbedder(config, showEngineProgress(), config.loadWorkers)
    const deps = {
      ...servers,
      embedder,
      prefix: config.indexPrefix,
      replicas: config.opensearch.replicas,
      shards: config.opensearch.shards,
      despiteFailedChecks,
      onProgress: showReindexProgress(),
      onNote: (sentence: string) => console.error(wrap(sentence)),
    }
    return await reindex(deps, onlyIfDue).finally(embedder.close)
  })
  console.log(describeResult(result, (performance.now() - started) / 1000))
  for (const line of describeQuarantine(result.quarantined)) console.log(line)
}

function describeResult(result: ReindexResult, seconds: number): string {
  if (!result.isBuilt) return wrap(`Nothing to do: ${result.index} already has the newest release.`)
  const { index, documents, embedded } = result
  return wrap(
    `${index} is live with ${countOf(documents, 'organization')} ` +
      `(${countOf(embedded, 'text')} embedded, ${seconds.toFixed(1)} s).`,
  )
}

type ReindexStep = { step: string; done: number; total: number; embedded: string }

/** Shows a reindex in lines with the rate and the remaining time. */
export function showReindexProgress(stream?: NodeJS.WriteStream): ReindexDeps['onProgress'] {
  // Never stopped: the build is checked and switched after the last progress.
  const { update } = showSteps<ReindexStep>(
    {
      interrupted:
        'Stopped. Searches still use the live index. Run the same command to build again; ' +
        'texts embedded so far are kept.',
      isFixed: true,
      line: ({ step, done, total, embedded }) =>
        `Indexed ${count(done)} of ${count(total)} ${step}, ${embedded} embedded`,
    },
    stream,
  )
  return ({ kind, embedded, ...progress }) =>
    update({ ...progress, step: kind, embedded: count(embedded) })
}
