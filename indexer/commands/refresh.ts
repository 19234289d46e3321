import { countOf } from '#src/domain/money.ts'
import { readConfig } from '#src/platform/config.ts'
import { toDuration } from '#src/platform/engines/durations.ts'
import { makeAllDue } from '../network/state.ts'
import { SOURCES } from '../sources/origins.ts'
import { runDerive } from './derive.ts'
import { runEnrich } from './enrich.ts'
import { downloadsOf, fetchSources, recentYears, withDownloads } from './fetch.ts'
import { load } from './load.ts'
import { runPrune } from './old-indices.ts'
import { runRate } from './rate.ts'
import { runReindex } from './reindex.ts'
import { withStore } from './servers.ts'
import { runVerify } from './verify.ts'

/**
 * `npm run refresh`: runs everything that is due after a load or an update, in order; a command
 * without work takes seconds. With `network`, all of the network is due; with `websites`, the
 * websites that are due are read, too. With `monthly`, new files are fetched and loaded first. Throws
 * the error of the command that failed.
 */
export async function runRefresh({ monthly = false, ...due }: Due & { monthly?: boolean } = {}) {
  if (monthly) await runMonthly(due)
  else await runDue(due, (_, work) => work())
}

type Due = { network?: boolean; websites?: boolean }
type Step = (name: string, work: () => Promise<unknown>) => Promise<unknown>

async function runDue({ network = false, websites = false }: Due, step: Step): Promise<void> {
  if (network) await withStore(readConfig(), ({ db }) => makeAllDue(db))
  // Deriving also resolves what is due.
  await step('derive', runDerive)
  await step('rate', () => runRate({}))
  try {
    // Only on request: it sends requests to other hosts.
    if (websites) await step('enrich', () => runEnrich({}))
  } finally {
    // Loaded and rated data goes live even if no website could be reached.
    await step('reindex', () => runReindex({ onlyIfDue: true }))
  }
}

// The data is up to date except for the files that the output lists.
const SOME_FILES_FAILED = 2

/**
 * Fetches the files of this month and of recent years, and brings the service up to date with them. Each
 * step skips what is done, so the next run continues after one that was killed. Sets exit code 2 if
 * files could not be fetched. Throws the error of the step that failed.
 */
async function runMonthly(due: Due): Promise<void> {
  const config = readConfig()
  await withDownloads(config, async () => {
    let failed = 0
    const fetchRecent = async () => {
      failed = await fetchSources(config, SOURCES, { years: recentYears })
    }
    await time('fetch', fetchRecent)
    await time('load', () => load([downloadsOf(config)], {}))
    await runDue(due, time)
    await time('verify', runVerify)
    await time('prune', () => runPrune({ yes: true }))
    if (failed === 0) return
    console.log(
      `All steps are done, but ${countOf(failed, 'file')} could not be fetched (see above).`,
    )
    process.exitCode = SOME_FILES_FAILED
  })
}

async function time(step: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`Step ${step}: done in ${toDuration((performance.now() - started) / 1_000)}.`)
}
