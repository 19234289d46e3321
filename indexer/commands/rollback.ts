import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/clients/opensearch.ts'
import { readConfig } from '#src/config.ts'
import { OperatorError } from '#src/errors.ts'
import { switchAlias } from '../indices/build-index.ts'
import {
  type CatalogEntry,
  findLive,
  findPrevious,
  isComplete,
  listIndices,
} from '../indices/index-catalog.ts'
import { holdReindexLock } from '../indices/lock.ts'
import { withServers } from './with-servers.ts'

/** `npm run rollback [-- --to INDEX]` */
export async function runRollback(options: { to?: string }): Promise<void> {
  const config = readConfig()
  await withServers(config, ({ db, opensearch }) =>
    holdReindexLock(db, config.indexPrefix, async () => {
      const { from, to } = await rollBack(opensearch, config.indexPrefix, options.to)
      console.log(`${to} is live again; ${from} is kept until it is pruned.`)
    }),
  )
}

/**
 * Makes the index live that was live before, or the one named.
 * Throws OperatorError when there is none to go back to.
 */
export async function rollBack(
  opensearch: OpenSearch,
  prefix: string,
  wanted?: string,
): Promise<{ from: string; to: string }> {
  const indices = await listIndices(opensearch, prefix)
  const live = findLive(indices)
  if (!live) throw new OperatorError('No index is live; build one with npm run reindex.')
  const target = wanted === undefined ? findPrevious(indices) : findNamed(indices, prefix, wanted)
  if (!target || target === live) {
    throw new OperatorError(
      `There is no other complete index to go back to; npm run status lists those there are.`,
    )
  }
  await switchAlias(opensearch, prefix, live.name, target.name)
  return { from: live.name, to: target.name }
}

// An index of another mapping version has another format and another alias.
const findNamed = (indices: CatalogEntry[], prefix: string, wanted: string) =>
  indices.find(
    (entry) =>
      entry.name === wanted &&
      isComplete(entry) &&
      entry.name.startsWith(`${organizationsAlias(prefix)}-`),
  )
