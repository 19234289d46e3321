import { readConfig } from '#src/config.ts'
import { findModel } from '#src/embedding/model.ts'
import { showEngineProgress } from '#src/engines/progress.ts'
import { OperatorError } from '#src/errors.ts'
import { checkLive } from '../indices/check-live.ts'
import { withServers } from './with-servers.ts'

// More faults than this say no more about the cause.
const SHOWN = 20

/** `npm run verify`; throws OperatorError when the live index is not as the store says. */
export async function runVerify(): Promise<void> {
  const config = readConfig()
  const check = await withServers(config, async ({ db, opensearch }) => {
    const { id } = await findModel(config, showEngineProgress())
    return await checkLive(db, opensearch, config.indexPrefix, id)
  })
  for (const fault of check.faults.slice(0, SHOWN)) console.log(fault)
  if (check.isBehind) {
    console.log('The store is newer than the index; npm run reindex -- --changed brings it up.')
  }
  if (check.faults.length > 0) {
    throw new OperatorError(
      `${check.index} has ${check.faults.length} faults; build another with npm run reindex.`,
    )
  }
  console.log(
    `${check.index} is sound: ${check.documents.toLocaleString('en-US')} organizations, ${check.compared} of them compared field by field.`,
  )
}
