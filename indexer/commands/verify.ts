import { wrap } from '#src/cli/break-lines.ts'
import { countOf } from '#src/domain/money.ts'
import { readConfig } from '#src/platform/config.ts'
import { findModel } from '#src/platform/embedding/model.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { OperatorError } from '#src/platform/errors.ts'
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
    const { id } = await findModel(config, showEngineProgress())
    const check = await checkLive(db, opensearch, config.indexPrefix, id)
    return { check, network: await db.snapshot(findNetworkFaults) }
  })
  for (const fault of [...check.faults.slice(0, SHOWN), ...network]) console.log(fault)
  for (const line of describeQuarantine(check.quarantined)) console.log(line)
  if (check.isBehind) {
    console.log('The store is newer than the index. To update it, run npm run reindex.')
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
