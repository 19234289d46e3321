import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { switchAlias } from '../index/build/engine-index.ts'
import {
  type CatalogEntry,
  findLive,
  findPrevious,
  holdReindexLock,
  isComplete,
  listIndices,
} from '../index/catalog.ts'
import { withServers } from './servers.ts'

/** `npm run rollback [-- --to INDEX]` */
export async function runRollback(options: { to?: string }): Promise<void> {
  const config = readConfig()
  await withServers(config, ({ db, opensearch }) =>
    holdReindexLock(db, config.indexPrefix, async () => {
      const { from, to } = await rollBack(opensearch, config.indexPrefix, options.to)
      console.log(`${to} is live again. ${from} is kept until you run npm run prune.`)
    }),
  )
}

/**
 * Makes the previous index live, or the given one. Throws OperatorError when there is none to
 * return to.
 */
export async function rollBack(
  opensearch: OpenSearch,
  prefix: string,
  wanted?: string,
): Promise<{ from: string; to: string }> {
  const { live, target } = chooseTarget(await listIndices(opensearch, prefix), prefix, wanted)
  await switchAlias(opensearch, prefix, target.name)
  return { from: live.name, to: target.name }
}

/** Returns the live index and the one to return to. Throws OperatorError when there is none. */
export function chooseTarget(
  indices: CatalogEntry[],
  prefix: string,
  wanted: string | undefined,
): { live: CatalogEntry; target: CatalogEntry } {
  const live = findLive(indices)
  if (!live) throw new OperatorError('No index is live. Build one with npm run reindex.')
  const others = indices.filter((entry) => entry !== live && isReadable(entry, prefix))
  const target =
    wanted === undefined ? findPrevious(indices) : others.find(({ name }) => name === wanted)
  if (!target || target === live) throw new OperatorError(noTarget(others, live.name, wanted))
  return { live, target }
}

const isReadable = (entry: CatalogEntry, prefix: string): boolean =>
  isComplete(entry) && entry.name.startsWith(`${organizationsAlias(prefix)}-`)

/** Returns why there is no index to return to, with those there are. */
function noTarget(others: CatalogEntry[], live: string, wanted: string | undefined): string {
  if (wanted === live) return `${live} is already live.`
  if (others.length === 0) return 'There is no other complete index to return to.'
  const names = others.map(({ name }) => name).join(', ')
  return wanted === undefined
    ? `The live index does not record the previous one. Choose an index with --to: ${names}.`
    : `There is no complete index named ${wanted}. Choose one of: ${names}.`
}
