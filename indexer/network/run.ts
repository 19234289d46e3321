import type { Postgres, Session } from '#src/clients/postgres.ts'
import { MATCH_METHODS, type MatchMethod } from '#src/domain/network.ts'
import { mintRelease } from '../releases.ts'
import { buildBatch } from './build.ts'
import { type DueBatch, writeDueFunders } from './due.ts'
import { writeOrganizationKeys } from './organization-keys.ts'
import { readSql } from './sql.ts'
import { isNetworkDue, readNetworkState, writeNetworkState } from './state.ts'

export type NetworkProgress = {
  /** `keys`: names of organizations; `match`: rows of filings. */
  step: 'keys' | 'match'
  done: number
  total: number
}

export type NetworkOptions = {
  onProgress?: ((progress: NetworkProgress) => void) | undefined
  /** Rows that are resolved at once, about; memory and disk of a run hang on it. */
  batchRows?: number | undefined
}

export type NetworkResult = {
  /** Organizations whose rows were resolved anew. */
  funders: number
  /** Their rows. */
  rows: number
  /** Those rows by the method their recipient was found by. */
  methods: Record<MatchMethod, number>
  /** Organizations whose edges, given or received, differ from before. */
  changed: number
  /** The release minted for what changed. */
  release: string | undefined
}

/**
 * Resolves the recipients of rows of current filings and writes the edges that came out otherwise,
 * in one transaction with the release it mints for them: all at the first run and after a change of
 * rules, else those of funders whose filings changed or who name an organization that came, went or
 * was renamed. Killed, the next run does it; of two at once the second waits. Throws ApiError
 * StoreUnavailable; nothing is changed then.
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

// Answers read indexes alone only where a vacuum has seen the rows; fewer wait for the server's own.
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
  { onProgress = () => {}, batchRows }: NetworkOptions,
): Promise<NetworkResult & { written: number }> {
  await prepare(session)
  const state = await readNetworkState(session)
  const seen = await newestRelease(session)
  onProgress({ step: 'keys', done: 0, total: 0 })
  const { organizationsRelease } = await writeOrganizationKeys(session)
  const batches = await writeDueFunders(session, state, batchRows)
  const tally = await buildAll(session, batches, onProgress)
  // Where all is made anew, so are the counts, whatever they have become.
  if (!state?.isOfThisVersion) await session.query(readSql('count-anew'))
  await session.query(readSql('write-counts'))
  const { changed, release } = await writeVersions(session)
  await writeNetworkState(session, organizationsRelease, release ?? seen ?? null)
  return { ...tally, changed, release, written: changed > 0 ? tally.rows : 0 }
}

async function prepare(session: Session): Promise<void> {
  // Of two runs the second waits. Organizations stay as they are meanwhile: a row must not be held
  // against names of one moment and filings' places of another.
  await session.query("select pg_advisory_xact_lock(hashtextextended('network', 0))::text")
  await session.query("select pg_advisory_xact_lock(hashtextextended('resolve', 0))::text")
  // Sorts and joins of a portion stay in memory; one session at a time takes it.
  await session.query("set local work_mem = '256MB'")
  // Compiling these long statements takes longer than the compiled code then saves.
  await session.query('set local jit = off')
  await session.query(readSql('tables'))
}

async function newestRelease(session: Session): Promise<string | undefined> {
  const [row] = await session.query<{ id: string | null }>('select max(id) as id from release')
  return row?.id ?? undefined
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

/** Gives everybody whose edges differ the release that it mints for them; none for nobody. */
async function writeVersions(
  session: Session,
): Promise<Pick<NetworkResult, 'changed' | 'release'>> {
  const [row] = await session.query<{ changed: number }>(
    'select count(distinct ein) as changed from network_changed',
  )
  const changed = row?.changed ?? 0
  if (changed === 0) return { changed, release: undefined }
  const release = await mintRelease(session, 'resolve')
  await session.query(readSql('write-versions'), [release])
  return { changed, release }
}
