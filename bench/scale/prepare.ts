import { join } from 'node:path'
import { formatCount } from '#src/domain/money.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import type { Scale } from '../benchmark.ts'
import { measureCommand } from '../commands.ts'
import { configOf, type Engines, withFiles } from '../folders.ts'
import { serverEnvironment } from '../reindex.ts'
import type { KeptFolder } from './kept-folder.ts'
import { storeMoney } from './made-money.ts'
import { storePeople } from './made-people.ts'
import { storeReturns } from './made-returns.ts'
import {
  type Fields,
  type Made,
  mixRows,
  readRealRows,
  toMade,
  toRevenue,
  writeExtracts,
} from './mixed-registry.ts'
import { dropParties, numberParties } from './parties.ts'
import { REAL } from './shared-data.ts'

export type Sizes = { organizations: number; people: number; grants: number }

/** Fills the folder's store with what is missing. */
export async function prepare(
  folder: KeptFolder,
  engines: Engines,
  sizes: Sizes,
  scale: Scale,
): Promise<void> {
  const db = createPostgres({ url: engines.databaseUrl, statementTimeoutMs: 0 })
  try {
    if (folder.sizeOf('organizations') === undefined) {
      await withFiles((files) => prepareOrganizations(files, folder, engines, db, sizes, scale))
    }
    const parts: Part[] = [
      { name: 'grants', rows: sizes.grants, store: storeMoney },
      { name: 'people', rows: sizes.people, store: storePeople },
    ]
    const missing = parts.filter(({ name }) => folder.sizeOf(name) === undefined)
    if (missing.length > 0) await prepareParts(missing, folder, db, scale)
  } finally {
    await db.close()
  }
}

/** What the made organizations have many of. */
type Part = { name: string; rows: number; store: typeof storeMoney }

async function prepareParts(
  parts: readonly Part[],
  folder: KeptFolder,
  db: Postgres,
  { say, stop }: Scale,
): Promise<void> {
  const parties = await numberParties(db)
  for (const { name, rows, store } of parts) {
    const started = performance.now()
    await store(db, parties, rows, stop)
    await folder.complete(name, rows)
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    say(`storing ${formatCount(rows)} ${name} took ${seconds} s`)
  }
  await dropParties(db)
}

async function prepareOrganizations(
  files: string,
  folder: KeptFolder,
  engines: Engines,
  db: Postgres,
  { organizations }: Sizes,
  { say, stop }: Scale,
): Promise<void> {
  const env = serverEnvironment(folder.dataDir, engines)
  const run = async (what: string, args: string[]) => {
    const { seconds } = await measureCommand('indexer/cli.ts', args, env, stop)
    say(`${what} took ${seconds.toFixed(0)} s`)
  }
  await run('loading real returns', ['load', ...REAL.filings])
  const real = readRealRows()
  // A small run has half of its organizations from the registry, the judged names' among them.
  const rows = real.rows.slice(0, organizations / 2)
  const made = organizations - rows.length
  const extracts = join(files, 'registry')
  await writeExtracts(extracts, [...rows, ...mixRows({ ...real, rows }, made)])
  const filers = Math.round(organizations / 3)
  const started = performance.now()
  const embedder = await createEmbedder(configOf(folder.dataDir), undefined, 2)
  try {
    const owners = spread(mixRows({ ...real, rows }, made), filers, made)
    await storeReturns(db, embedder, owners, real.rows.flatMap(toRevenue), stop)
  } finally {
    await embedder.close()
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  say(`storing ${formatCount(filers)} returns with vectors took ${seconds} s`)
  await run(`loading ${formatCount(organizations)} registry rows`, ['load', extracts])
  await db.query('vacuum analyze')
  await folder.complete('organizations', organizations)
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
