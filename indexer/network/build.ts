import type { Session } from '#src/clients/postgres.ts'
import { MOST_PATHS } from '#src/domain/facts/row-facts.ts'
import type { MatchMethod } from '#src/domain/network.ts'
import { matchRecipients } from './match.ts'
import { readSql } from './sql.ts'

export type MethodCount = { method: MatchMethod; count: number }

/**
 * Resolves the rows of a portion's funders (`due_batch`) and writes what differs into money_edge
 * and network_edge; adds whose edges differ to `network_changed`. `isFirst`: nothing was resolved
 * before the run, so there is nothing to compare with. Returns the rows by method.
 */
export async function buildBatch(
  session: Session,
  batch: number,
  isFirst: boolean,
): Promise<MethodCount[]> {
  await session.query(readSql('due-edge'), [batch])
  await session.query('analyze due_edge')
  await matchRecipients(session)
  await session.query('analyze edge_match')
  await session.query(readSql('due-network'), [MOST_PATHS])
  await session.query('analyze due_network')
  await mergeBatch(session, batch, isFirst)
  const methods = await session.query<MethodCount>(
    'select match_method as method, count(*) from edge_match group by match_method',
  )
  await session.query('truncate due_edge, due_network, edge_match')
  await session.query('drop table edge_match')
  return methods
}

async function mergeBatch(session: Session, batch: number, isFirst: boolean): Promise<void> {
  if (!isFirst) {
    await session.query(readSql('remove-money'), [batch])
    await session.query(readSql('remove-network'), [batch])
  }
  await session.query(readSql('insert-money'), [batch, isFirst])
  await session.query(readSql('insert-network'))
}
