import { join } from 'node:path'
import { formatCount } from '#src/domain/money.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { measureCommand } from '#test/world/measure-command.ts'
import type { Run } from '../benchmark.ts'
import { type Place, withPostgres } from '../environment.ts'
import { storeReturns } from './made-returns.ts'
import {
  type Fields,
  type Made,
  mixRows,
  readRegistry,
  toMade,
  toRevenue,
  writeExtracts,
} from './registry.ts'
import { findSources } from './sources.ts'

/**
 * Fills an empty store with this many organizations. A third have filed text and so a vector, as in
 * the country (docs/running/sizing.md), because a document with a vector costs the engine six times as
 * much as one without.
 */
export async function fillStore(
  { files, env, databaseUrl }: Place,
  organizations: number,
  { say, stop }: Run,
): Promise<void> {
  const run = async (what: string, args: string[]) => {
    const { seconds } = await measureCommand(env, args, stop)
    say(`${what} took ${seconds.toFixed(0)} s`)
  }
  const sources = findSources()
  await run('loading returns', ['load', ...sources.returns])
  const registry = readRegistry(sources)
  // Half of a small store is from the registry, with the judged names' organizations.
  const rows = registry.rows.slice(0, organizations / 2)
  const made = organizations - rows.length
  const extracts = join(files, 'registry')
  await writeExtracts(extracts, [...rows, ...mixRows({ ...registry, rows }, made)])
  const filers = Math.round(organizations / 3)
  const started = performance.now()
  const embedder = await createEmbedder(readConfig(env), undefined, 2)
  await withPostgres(databaseUrl, async (db) => {
    const owners = spread(mixRows({ ...registry, rows }, made), filers, made)
    const revenues = registry.rows.flatMap(toRevenue)
    // Texts of the real returns are enough for a small store.
    const missionsFile = organizations > 100_000 ? sources.missions : undefined
    await storeReturns(db, embedder, owners, { revenues, missionsFile }, stop)
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    say(`storing ${formatCount(filers)} returns with vectors took ${seconds} s`)
    await run(`loading ${formatCount(organizations)} registry rows`, ['load', extracts])
    await db.query('vacuum analyze')
  }).finally(embedder.close)
}

/** Yields `some` of `all` made organizations, evenly spread. */
function* spread(rows: Iterable<Fields>, some: number, all: number): Generator<Made> {
  let due = 0
  for (const fields of rows) {
    due += some
    if (due < all) continue
    due -= all
    yield toMade(fields)
  }
}
