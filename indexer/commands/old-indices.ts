import { createInterface } from 'node:readline/promises'
import { organizationsAlias } from '#mappings/organizations.ts'
import { wrap } from '#src/cli/break-lines.ts'
import { countOf } from '#src/domain/money.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { switchAlias } from '../index/build/engine-index.ts'
import {
  type CatalogEntry,
  deleteIndices,
  findLive,
  findOrphans,
  findPrevious,
  holdReindexLock,
  isComplete,
  listAll,
  listIndices,
} from '../index/catalog.ts'
import { withServers } from './servers.ts'

/** `npm run prune [-- --yes]` */
export const runPrune = (options: { yes?: boolean }): Promise<void> =>
  withIndices(async (opensearch, prefix) => {
    const names = await findPrunable(opensearch, prefix)
    if (names.length === 0) return console.log('Nothing to delete.')
    console.log(
      `These indices are neither live nor kept for rollback:\n${names.map((n) => `  ${n}`).join('\n')}`,
    )
    if (!options.yes && !(await isConfirmed())) {
      return console.log('Nothing was deleted. To delete these indices, add --yes.')
    }
    await deleteIndices(opensearch, names)
    console.log(`Deleted ${countOf(names.length, 'index', 'indices')}.`)
  })

/** Runs work while no other command builds, switches, or deletes indices. */
async function withIndices(
  work: (opensearch: OpenSearch, prefix: string) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  const { indexPrefix } = config
  await withServers(config, ({ db, opensearch }) =>
    holdReindexLock(db, indexPrefix, () => work(opensearch, indexPrefix)),
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

/** `npm run rollback [-- --to INDEX]` */
export const runRollback = (options: { to?: string }): Promise<void> =>
  withIndices(async (opensearch, prefix) => {
    const { from, to } = await rollBack(opensearch, prefix, options.to)
    console.log(wrap(`${to} is live again. ${from} is kept until you run npm run prune.`))
  })

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
  if (!live) throw new OperatorError('No index is live. Build one with npm run refresh.')
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
