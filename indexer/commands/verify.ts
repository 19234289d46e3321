import { wrap } from '#src/cli/break-lines.ts'
import { countOf } from '#src/domain/money.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { checkInvariants } from '#src/search/invariants/check.ts'
import { describeQuarantine } from '../index/quarantine.ts'
import { checkLive } from '../index/verify/check-part.ts'
import { findNetworkFaults } from '../network/check.ts'
import { withServers } from './servers.ts'

// More faults than this reveal nothing more about the cause.
const SHOWN = 20

/**
 * `npm run verify`. Throws OperatorError when the live index or the network differs from the
 * contents of the store.
 */
export async function runVerify(): Promise<void> {
  const config = readConfig()
  const { check, network } = await withServers(config, async ({ db, opensearch }) => {
    const embedder = await createEmbedder(config, showEngineProgress())
    try {
      const { indexPrefix } = config
      const embeddingModel = embedder.model
      const check = await checkLive(db, opensearch, indexPrefix, embeddingModel)
      const deps = { opensearch, store: db, indexPrefix, index: check.index, embeddingModel }
      // Searches of an index with faults reveal nothing more about their cause.
      if (check.faults.length === 0) {
        const embed = openQueryVectors(embedder)
        check.faults.push(...(await checkInvariants({ ...deps, embed })).failures)
      }
      return { check, network: await db.snapshot(findNetworkFaults) }
    } finally {
      await embedder.close()
    }
  })
  for (const fault of [...check.faults.slice(0, SHOWN), ...network]) console.log(fault)
  for (const line of describeQuarantine(check.quarantined)) console.log(line)
  if (check.isBehind) {
    console.log('The store is newer than the index. To update it, run npm run refresh.')
  }
  if (check.faults.length > 0) {
    throw new OperatorError(
      `${check.index} has ${countOf(check.faults.length, 'fault')}. Build a new index with npm run reindex.`,
    )
  }
  if (network.length > 0) {
    throw new OperatorError(
      'The network differs from the filings. Rebuild it with npm run refresh -- --network.',
    )
  }
  const compared = countOf(check.compared, 'entry', 'entries')
  const contents = check.isBehind
    ? 'is complete'
    : `matches the store (${compared} compared field by field)`
  console.log(wrap(`${check.index} ${contents}. The network matches the filings.`))
}
