import { createInterface } from 'node:readline/promises'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import {
  deleteIndices,
  findLive,
  findOrphans,
  findPrevious,
  holdReindexLock,
  listAll,
} from '../index/catalog.ts'
import { withServers } from './servers.ts'

/** `npm run prune [-- --yes]` */
export async function runPrune(options: { yes?: boolean }): Promise<void> {
  const config = readConfig()
  await withServers(config, ({ db, opensearch }) =>
    holdReindexLock(db, config.indexPrefix, async () => {
      const names = await findPrunable(opensearch, config.indexPrefix)
      if (names.length === 0) return console.log('Nothing to delete.')
      console.log(
        `These indices are neither live nor kept for rollback:\n${names.map((n) => `  ${n}`).join('\n')}`,
      )
      if (!options.yes && !(await isConfirmed())) {
        return console.log('Nothing was deleted. To delete these indices, add --yes.')
      }
      await deleteIndices(opensearch, names)
      console.log(`Deleted ${names.length} ${names.length === 1 ? 'index' : 'indices'}.`)
    }),
  )
}

/**
 * Returns the indices of this service that no API reads, of any mapping version, except the one
 * that rollback returns to. Companions are deleted together with their organizations index, and
 * listed only when they have none. Without a live index, lists nothing: the alias may just be missing.
 */
export async function findPrunable(opensearch: OpenSearch, prefix: string): Promise<string[]> {
  const entries = await listAll(opensearch, prefix)
  if (!findLive(entries)) return []
  const previous = findPrevious(entries)
  const old = entries.filter(
    (entry) => entry.kind === 'organizations' && !entry.isServed && entry !== previous,
  )
  return [...old, ...findOrphans(entries)].map(({ name }) => name)
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question('Delete them? [y/N] ')
  prompt.close()
  return /^y(es)?$/i.test(answer.trim())
}
