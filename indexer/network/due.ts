import { UNASSIGNED_PREFIXES } from '#src/domain/ein.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { openSql } from '../store/sql.ts'
import type { NetworkState } from './state.ts'

const sql = openSql(new URL('./sql/030-due.sql', import.meta.url))

// A batch of this size needs 0.4 GB of temporary disk space (docs/running/sizing.md).
const BATCH_ROWS = 1_000_000

export type DueOptions = {
  /**
   * The approximate number of rows in a batch, which determines the memory and disk space of a run.
   */
  batchRows?: number | undefined
  /** Prefixes of EINs that count only if an organization has them. Tests with made EINs set others. */
  unassignedPrefixes?: readonly string[] | undefined
}

/** A batch of funders whose rows are resolved again. */
export type DueBatch = { batch: number; funders: number; rows: number }

/**
 * Fills the temporary table `due_batch (ein, rows, batch)` with the funders whose rows are resolved
 * again, and returns the batches. Takes the marks for `network`, and brings filed_ein up to date.
 * Needs `changed_key` and `changed_ein` of `writeOrganizationKeys`; `state` is that before the run.
 */
export async function writeDueFunders(
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
