import { MATCH_METHODS, type MatchMethod } from '#src/domain/network.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { mintRelease, newestRelease } from '../store/releases.ts'
import { openSql, takeLock, tuneTransaction } from '../store/sql.ts'
import { buildBatch } from './build.ts'
import { type DueBatch, type DueOptions, writeDueFunders } from './due.ts'
import { writeOrganizationKeys } from './organization-keys.ts'
import { isNetworkDue, readNetworkState, writeNetworkState } from './state.ts'

const tablesSql = openSql(new URL('./sql/010-tables.sql', import.meta.url))
const finishSql = openSql(new URL('./sql/070-finish.sql', import.meta.url))

export type NetworkProgress = {
  /** `keys`: names of organizations; `match`: rows of filings. */
  step: 'keys' | 'match'
  done: number
  total: number
}

type NetworkOptions = DueOptions & {
  onProgress?: ((progress: NetworkProgress) => void) | undefined
}

export type NetworkResult = {
  /** Organizations whose rows were resolved again. */
  funders: number
  /** The rows of those organizations. */
  rows: number
  /** Those rows by the method that found their recipient. */
  methods: Record<MatchMethod, number>
  /** Organizations whose edges, as giver or recipient, changed. */
  changed: number
  /** The release minted for what changed. */
  release: string | undefined
}

/**
 * Resolves the recipients of the rows of current filings and writes the edges that changed, in one
 * transaction with the release it mints. The first run and a run after a change of rules resolve
 * every funder. Other runs resolve those whose filings changed, that name an organization that was
 * added, removed, or renamed, or that file an EIN for which another filing changed. The next run repeats a killed one; a second run at the same time
 * waits. Throws ApiError StoreUnavailable; nothing is changed then.
 */
export async function resolveNetwork(
  db: Postgres,
  options: NetworkOptions = {},
): Promise<NetworkResult> {
  if (!(await isNetworkDue(db))) return { ...newTally(), changed: 0, release: undefined }
  const { written, ...result } = await db.transaction((session) => resolve(session, options))
  if (written >= MANY) await vacuum(db)
  return result
}

// Index-only scans need a vacuum of the rows; fewer changes wait for the server's own vacuum.
const MANY = 100_000

async function vacuum(db: Postgres): Promise<void> {
  await db.query('vacuum (analyze) money_edge')
  await db.query('vacuum (analyze) network_edge')
}

type Tally = Pick<NetworkResult, 'funders' | 'rows' | 'methods'>

const newTally = (): Tally => ({
  funders: 0,
  rows: 0,
  methods: Object.fromEntries(MATCH_METHODS.map((method) => [method, 0])) as Tally['methods'],
})

async function resolve(
  session: Session,
  { onProgress = () => {}, ...dueOptions }: NetworkOptions,
): Promise<NetworkResult & { written: number }> {
  await prepare(session)
  const state = await readNetworkState(session)
  const seen = await newestRelease(session)
  onProgress({ step: 'keys', done: 0, total: 0 })
  const { organizationsRelease } = await writeOrganizationKeys(session)
  const batches = await writeDueFunders(session, state, dueOptions)
  const tally = await buildAll(session, batches, onProgress)
  // A full run counts again from zero, so wrong counts do not survive it.
  if (!state?.isOfThisVersion) await session.query(finishSql('count-again'))
  await session.query(finishSql('write-counts'))
  const { changed, release } = await writeVersions(session)
  await writeNetworkState(session, organizationsRelease, release ?? seen ?? null)
  return { ...tally, changed, release, written: changed > 0 ? tally.rows : 0 }
}

async function prepare(session: Session): Promise<void> {
  // A second run waits. Organizations must not change during a run: names and latest filings must
  // come from the same moment.
  await takeLock(session, 'network')
  await takeLock(session, 'resolve')
  await tuneTransaction(session)
  await session.query(tablesSql('tables'))
}

async function buildAll(
  session: Session,
  batches: readonly DueBatch[],
  onProgress: (progress: NetworkProgress) => void,
): Promise<Tally> {
  const tally = newTally()
  const total = batches.reduce((sum, { rows }) => sum + rows, 0)
  const [before] = await session.query<{ isFirst: boolean }>(
    `select not exists (select from money_edge) and not exists (select from network_edge)
      as "isFirst"`,
  )
  onProgress({ step: 'match', done: 0, total })
  for (const { batch, funders, rows } of batches) {
    const methods = await buildBatch(session, batch, before?.isFirst ?? false)
    for (const { method, count } of methods) tally.methods[method] += count
    tally.funders += funders
    tally.rows += rows
    onProgress({ step: 'match', done: tally.rows, total })
  }
  return tally
}

/** Mints a release for the organizations whose edges changed, if there are any. */
async function writeVersions(
  session: Session,
): Promise<Pick<NetworkResult, 'changed' | 'release'>> {
  const [row] = await session.query<{ changed: number }>(
    'select count(distinct ein) as changed from network_changed',
  )
  const changed = row?.changed ?? 0
  if (changed === 0) return { changed, release: undefined }
  const release = await mintRelease(session, 'resolve')
  await session.query(finishSql('write-versions'), [release])
  return { changed, release }
}
