import { UNASSIGNED_PREFIXES } from '#src/domain/ein.ts'
import { MAX_PATHS } from '#src/domain/facts/row-facts.ts'
import { MATCH_METHODS, type MatchMethod } from '#src/domain/network.ts'
import { type Postgres, readValue, type Session } from '#src/platform/clients/postgres.ts'
import { mintRelease, newestRelease } from '../store/releases.ts'
import { takeLock, tuneTransaction } from '../store/sql.ts'
import { matchRecipients, writeDueEdges } from './match.ts'
import { writeOrganizationKeys } from './organization-keys.ts'
import {
  isNetworkDue,
  type NetworkState,
  openNetworkSql,
  readNetworkState,
  writeNetworkState,
} from './state.ts'

const tablesSql = openNetworkSql('010-tables')
const finishSql = openNetworkSql('070-finish')

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
  const isFirst = await readValue<boolean>(
    session,
    'select not exists (select from money_edge) and not exists (select from network_edge)',
  )
  onProgress({ step: 'match', done: 0, total })
  for (const { batch, funders, rows } of batches) {
    const methods = await buildBatch(session, batch, isFirst ?? false)
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
  const count = 'select count(distinct ein) from network_changed'
  const changed = (await readValue<number>(session, count)) ?? 0
  if (changed === 0) return { changed, release: undefined }
  const release = await mintRelease(session, 'resolve')
  await session.query(finishSql('write-versions'), [release])
  return { changed, release }
}

const edgesSql = openNetworkSql('050-edges')
const mergeSql = openNetworkSql('060-merge')

type MethodCount = { method: MatchMethod; count: number }

/**
 * Resolves the rows of a batch's funders (`due_batch`) and writes what differs into money_edge
 * and network_edge; adds the organizations concerned to `network_changed`. With `isFirst` nothing
 * was stored before the run, so nothing is compared. Returns the number of rows by method.
 */
async function buildBatch(
  session: Session,
  batch: number,
  isFirst: boolean,
): Promise<MethodCount[]> {
  await writeDueEdges(session, batch)
  await matchRecipients(session)
  await session.query('analyze edge_match')
  await session.query(edgesSql('due-network'), [MAX_PATHS])
  await session.query('analyze due_network')
  if (!isFirst) {
    await session.query(mergeSql('remove-money'), [batch])
    await session.query(mergeSql('remove-network'), [batch])
  }
  await session.query(mergeSql('insert-money'), [batch, isFirst])
  await session.query(mergeSql('insert-network'))
  const methods = await session.query<MethodCount>(
    'select match_method as method, count(*) from edge_match group by match_method',
  )
  await session.query('truncate due_edge, due_network, edge_match')
  await session.query('drop table edge_match')
  return methods
}

const sql = openNetworkSql('030-due')

// A batch of this size needs 0.4 GB of temporary disk space (docs/running/sizing.md).
const BATCH_ROWS = 1_000_000

type DueOptions = {
  /**
   * The approximate number of rows in a batch, which determines the memory and disk space of a run.
   */
  batchRows?: number | undefined
  /** Prefixes of EINs that count only if an organization has them. Tests with made EINs set others. */
  unassignedPrefixes?: readonly string[] | undefined
}

/** A batch of funders whose rows are resolved again. */
type DueBatch = { batch: number; funders: number; rows: number }

/**
 * Fills the temporary table `due_batch (ein, rows, batch)` with the funders whose rows are resolved
 * again, and returns the batches. Takes the marks for `network`, and brings filed_ein up to date.
 * Needs `changed_key` and `changed_ein` of `writeOrganizationKeys`; `state` is that before the run.
 */
async function writeDueFunders(
  session: Session,
  state: NetworkState | undefined,
  { batchRows = BATCH_ROWS, unassignedPrefixes = UNASSIGNED_PREFIXES }: DueOptions = {},
): Promise<DueBatch[]> {
  await session.query(sql('due-marked'))
  if (state?.isOfThisVersion) {
    await session.query(sql('due-latest'), [state.organizationsRelease ?? ''])
    await session.query('analyze changed_key, changed_ein')
    await session.query(sql('due-renamed'))
  } else {
    await session.query(sql('due-whole'))
  }
  await session.query('analyze due_funder')
  await session.query(sql('filed-change'), [[...unassignedPrefixes]])
  await session.query(sql('filed-merge'))
  await session.query('analyze due_funder, filed_ein')
  await session.query(sql('due-batch'), [batchRows])
  await session.query('create index on due_batch (batch)')
  await session.query('analyze due_batch')
  return await session.query<DueBatch>(
    `select batch, count(*) as funders, sum(rows)::bigint as rows
     from due_batch group by batch order by batch`,
  )
}
