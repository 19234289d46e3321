import type { Session } from '#src/clients/postgres.ts'
import { copyLines, toCopyLine } from '../load/copy.ts'
import { namesAgree } from './names-agree.ts'
import { readSql } from './sql.ts'

/**
 * Finds the recipient of each row of the temporary table `due_edge` (the columns of filed_edge with
 * funder_ein) and fills the temporary table `edge_match (object_id, ordinal, recipient_ein,
 * match_method, match_confidence)`, one row for each, which must not be there before. To be called
 * within a transaction, after `writeOrganizationKeys`.
 */
export async function matchRecipients(session: Session): Promise<void> {
  await session.query(readSql('match-only-one'))
  for (const step of ['match-filed', 'match-named'] as const) {
    await session.query(readSql(step))
    await session.query(`analyze ${step.replaceAll('-', '_')}`)
  }
  await agreeNames(session)
  await session.query(readSql('edge-match'))
  await session.query('drop table match_filed, match_named, match_alike')
}

type Doubted = { ein: string; name: string; city: string; known: string[] }

/** Marks the filed EINs whose organization has a name much like the one beside them. */
async function agreeNames(session: Session): Promise<void> {
  await session.query('create temporary table match_alike (ein text, name text) on commit drop')
  for await (const batch of doubted(session)) {
    const alike = batch.filter(({ name, city, known }) =>
      known.some((other) => namesAgree(name, other, city)),
    )
    const stream = session.copyFrom('copy match_alike (ein, name) from stdin')
    await copyLines(
      stream,
      alike.map(({ ein, name }) => toCopyLine([ein, name])),
    )
  }
  await session.query('analyze match_alike')
  await session.query(readSql('match-agreed'))
}

/** In batches by a cursor of SQL, since the connection copies between two of them. */
async function* doubted(session: Session): AsyncGenerator<Doubted[]> {
  await session.query(`declare doubted no scroll cursor for ${readSql('match-doubted')}`)
  for (;;) {
    const batch = await session.query<Doubted>('fetch 5000 from doubted')
    if (batch.length === 0) break
    yield batch
  }
  await session.query('close doubted')
}
