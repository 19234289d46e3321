import type { Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { fetchBatches, openSql } from '../store/sql.ts'
import { namesAgree } from './names-agree.ts'
import { type FiledName, weighFiledNames } from './weigh-filed-names.ts'

const sql = openSql(new URL('./sql/040-match.sql', import.meta.url))

const TABLES = 'match_filed, match_asked, match_held, match_named, match_alike, match_unlisted'

/** Fills the temporary table `due_edge` with the rows of a batch's funders. */
export async function writeDueEdges(session: Session, batch: number): Promise<void> {
  await session.query(sql('due-edge'), [batch])
  await session.query('analyze due_edge')
}

/**
 * Finds the recipient of each row of `due_edge` (the columns of filed_edge with funder_ein) and
 * creates the temporary table `edge_match (object_id, ordinal, recipient_ein, match_method,
 * match_confidence)` with one row for each. Call it within a transaction, after
 * `writeOrganizationKeys`.
 */
export async function matchRecipients(session: Session): Promise<void> {
  await session.query(sql('match-tables'))
  await agreeNames(session)
  await weighUnlisted(session)
  await session.query(sql('edge-match'))
  // If they were dropped without being truncated, they would keep their disk space until the
  // commit.
  await session.query(`truncate ${TABLES}; drop table ${TABLES}`)
}

type Doubted = { ein: string; name: string; city: string; known: string[] }

/** Marks the filed EINs whose organization has a name similar to the one in the row. */
async function agreeNames(session: Session): Promise<void> {
  await session.query('create temporary table match_alike (ein text, name text) on commit drop')
  for await (const batch of fetchBatches<Doubted>(session, 'doubted', sql('match-doubted'))) {
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
  await session.query(sql('match-agreed'))
}

type Unlisted = { ein: string; names: FiledName[] }

/** Fills `match_unlisted` with the EINs that count although no organization has them. */
async function weighUnlisted(session: Session): Promise<void> {
  await session.query(
    `create temporary table match_unlisted (
       ein text, name_key text, confidence match_confidence) on commit drop`,
  )
  for await (const batch of fetchBatches<Unlisted>(session, 'unlisted', sql('match-unlisted'))) {
    const stream = session.copyFrom('copy match_unlisted (ein, name_key, confidence) from stdin')
    await copyLines(
      stream,
      batch.flatMap(({ ein, names }) =>
        [...weighFiledNames(names)].map(([key, confidence]) => toCopyLine([ein, key, confidence])),
      ),
    )
  }
  await session.query('analyze match_unlisted')
}
