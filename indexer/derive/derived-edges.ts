import type { Session } from '#src/clients/postgres.ts'

/** Where the edges of a portion wait until they are compared (`replaceEdges`). */
export const STAGED_EDGES = 'staged_edge'

const STAGE = [
  `create temp table if not exists ${STAGED_EDGES} (like filed_edge) on commit drop`,
  `truncate ${STAGED_EDGES}`,
]

/** Opens the table for the edges of filings that are derived, empty. */
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
 * Puts what is staged of these filings in the place of what is stored, where the two differ; returns
 * the object ids of those.
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
