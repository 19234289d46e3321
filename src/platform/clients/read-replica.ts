import { ApiError } from '../errors.ts'
import type { Postgres, SqlValue } from './postgres.ts'
import { sqlState } from './postgres-errors.ts'

/** Often enough that a new release is not served late, and one small statement on each server. */
const CHECK_MS = 1_000

const PRIMARY = `
  select pg_current_wal_lsn()::text as position, (select max(id) from release) as release`
// A replica that was promoted has everything that it will get.
const REPLICA = `
  select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasReplayed",
    (select max(id) from release) as release`

type Position = { position: string; release: string | null; at: number }
type Watch = {
  replica: Postgres
  /** Called when reads move to the replica (without a reason) or to the primary. */
  onMove?: (reason?: unknown) => void
}

/**
 * Returns the store with `query`, `stream`, and `snapshot` on the replica; the rest uses the primary,
 * which also serves these reads while the replica is away, cancels them because of a conflict with
 * recovery, or lacks the newest release. So no figure is held under a release it does not belong to.
 * Closes both pools.
 */
export function withReadReplica(primary: Postgres, { replica, onMove }: Watch): Postgres {
  let isUsed = false
  let lagSeconds: number | undefined
  let known: Position | undefined
  /** What the replica must have replayed before it is used (again). */
  let target: Position | undefined
  const move = (toReplica: boolean, reason?: unknown) => {
    if (isUsed !== toReplica) onMove?.(reason)
    isUsed = toReplica
  }
  const leave = (reason: unknown) => {
    target = undefined
    lagSeconds = undefined
    move(false, reason)
  }
  const check = async () => {
    try {
      const [found] = await primary.query<Omit<Position, 'at'>>(PRIMARY)
      if (found) known = { ...found, at: performance.now() }
    } catch (error) {
      // Without the primary, the replica serves what the primary had last.
      if (!isAway(error)) throw error
    }
    target ??= known
    const wanted = target
    if (known === undefined || wanted === undefined) return
    const [row] = await replica.query<{ hasReplayed: boolean; release: string | null }>(REPLICA, [
      wanted.position,
    ])
    // A read has failed in the meantime.
    if (row === undefined || wanted !== target) return
    lagSeconds = row.hasReplayed ? 0 : (performance.now() - wanted.at) / 1_000
    const isCurrent = (row.release ?? '') >= (known.release ?? '')
    move(isCurrent && (isUsed || row.hasReplayed), 'it lacks the newest release')
    if (row.hasReplayed) target = known
  }
  let timer: NodeJS.Timeout | undefined
  const repeat = async () => {
    await check().catch(leave)
    if (!isClosed) timer = setTimeout(repeat, CHECK_MS).unref()
  }
  let isClosed = false
  void repeat()

  const read = async <T>(work: (db: Postgres) => Promise<T>): Promise<T> => {
    if (!isUsed) return await work(primary)
    try {
      return await work(replica)
    } catch (error) {
      if (!isAway(error)) throw error
      leave(error)
      return await work(primary)
    }
  }
  return {
    ...primary,
    query: (sql, values) => read((db) => db.query(sql, values)),
    snapshot: (work) => read((db) => db.snapshot(work)),
    async *stream<Row extends object>(sql: string, values?: SqlValue[], batchSize?: number) {
      let hasBegun = false
      try {
        for await (const rows of (isUsed ? replica : primary).stream<Row>(sql, values, batchSize)) {
          hasBegun = true
          yield rows
        }
      } catch (error) {
        if (hasBegun || !isAway(error)) throw error
        leave(error)
        yield* primary.stream<Row>(sql, values, batchSize)
      }
    },
    replica: () => ({ isUsed, lagSeconds, pool: replica.pool() }),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await Promise.all([primary.close(), replica.close()])
    },
  }
}

// A statement that is too slow (57014) would only be slow again.
const isAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'StoreUnavailable' &&
  sqlState(error.details.cause) !== '57014'
