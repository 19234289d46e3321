import type { Session } from '#src/platform/clients/postgres.ts'

/** The table in which the edges of a portion wait for `replaceEdges`. */
export const STAGED_EDGES = 'staged_edge'

const STAGE = [
  `create temp table if not exists ${STAGED_EDGES} (like filed_edge) on commit drop`,
  `truncate ${STAGED_EDGES}`,
]

/** Creates the table for the edges of derived filings, or empties it. */
export async function stageEdges(session: Session): Promise<void> {
  for (const sql of STAGE) await session.query(sql)
}

const OTHERWISE = `
  with stored as (select * from filed_edge where object_id = any($1))
  select object_id as id from (
    (table ${STAGED_EDGES} except all table stored)
    union all
    (table stored except all table ${STAGED_EDGES})
  ) as other group by object_id`

/**
 * Replaces the stored edges of these filings by the staged ones if the two differ. Returns the
 * object ids of the filings that differ.
 */
export async function replaceEdges(session: Session, ids: readonly string[]): Promise<Set<string>> {
  const found = await session.query<{ id: string }>(OTHERWISE, [[...ids]])
  const others = found.map(({ id }) => id)
  if (others.length > 0) {
    await session.query('delete from filed_edge where object_id = any($1)', [others])
    await session.query(
      `insert into filed_edge select * from ${STAGED_EDGES} where object_id = any($1)
       order by object_id, ordinal`,
      [others],
    )
  }
  return new Set(others)
}
