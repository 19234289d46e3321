import { MAX_PATHS } from '#src/domain/facts/row-facts.ts'
import type { MatchMethod } from '#src/domain/network.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { openSql } from '../store/sql.ts'
import { matchRecipients, writeDueEdges } from './match.ts'

const edgesSql = openSql(new URL('./sql/050-edges.sql', import.meta.url))
const mergeSql = openSql(new URL('./sql/060-merge.sql', import.meta.url))

type MethodCount = { method: MatchMethod; count: number }

/**
 * Resolves the rows of a batch's funders (`due_batch`) and writes what differs into money_edge
 * and network_edge; adds the organizations concerned to `network_changed`. With `isFirst` nothing
 * was stored before the run, so nothing is compared. Returns the number of rows by method.
 */
export async function buildBatch(
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
