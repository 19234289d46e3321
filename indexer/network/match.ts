import type { Session } from '#src/clients/postgres.ts'
import { copyLines, toCopyLine } from '../load/copy.ts'
import { namesAgree } from './names-agree.ts'
import { readSql } from './sql.ts'

/** The questions, each after those whose answers it needs; each fills the table of its name. */
const STEPS = ['match-filed', 'match-asked', 'match-held', 'match-named'] as const

const TABLES = 'match_filed, match_asked, match_held, match_named, match_alike'

/**
 * Finds the recipient of each row of the temporary table `due_edge` (the columns of filed_edge with
 * funder_ein) and fills the temporary table `edge_match (object_id, ordinal, recipient_ein,
 * match_method, match_confidence)`, one row for each, which must not be there before. To be called
 * within a transaction, after `writeOrganizationKeys`.
 */
export async function matchRecipients(session: Session): Promise<void> {
  await session.query(readSql('match-only-one'))
  for (const step of STEPS) {
    await session.query(readSql(step))
    // The planner cannot guess how many rows name the same recipient.
    await session.query(`analyze ${step.replaceAll('-', '_')}`)
  }
  await agreeNames(session)
  await session.query(readSql('edge-match'))
  // Dropped alone, they would hold their disk until the commit.
  await session.query(`truncate ${TABLES}; drop table ${TABLES}`)
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
