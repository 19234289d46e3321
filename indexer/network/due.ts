import type { Session } from '#src/clients/postgres.ts'
import { readSql } from './sql.ts'
import type { NetworkState } from './state.ts'

// Some 200 MB of a run's working tables; a portion of that size takes half a minute.
const BATCH_ROWS = 1_000_000

/** Some of the funders whose rows are resolved anew. */
export type DueBatch = { batch: number; funders: number; rows: number }

/**
 * Fills the temporary table `due_batch (ein, rows, batch)` with the funders whose rows are to be
 * resolved anew, in portions of some `batchRows` rows, and returns the portions. Takes the marks of
 * network_due. Needs `changed_key` and `changed_ein` of `writeOrganizationKeys`; `state` as it was
 * before the run.
 */
export async function writeDueFunders(
  session: Session,
  state: NetworkState | undefined,
  batchRows: number = BATCH_ROWS,
): Promise<DueBatch[]> {
  await session.query(readSql('due-marked'))
  if (state?.isOfThisVersion) await addChanged(session, state.organizationsRelease)
  else await session.query(readSql('due-whole'))
  await session.query('analyze due_funder')
  await session.query(readSql('due-batch'), [batchRows])
  await session.query('create index on due_batch (batch)')
  await session.query('analyze due_batch')
  return await session.query<DueBatch>(
    `select batch, count(*) as funders, sum(rows)::bigint as rows
     from due_batch group by batch order by batch`,
  )
}

async function addChanged(session: Session, release: string | null): Promise<void> {
  await session.query(readSql('due-latest'), [release ?? ''])
  await session.query('analyze changed_key, changed_ein')
  await session.query(readSql('due-renamed'))
}
