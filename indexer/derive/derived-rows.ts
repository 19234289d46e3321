import type { Session } from '#src/platform/clients/postgres.ts'

/** The tables in which the rows of a portion wait for `replaceRows`. */
export const STAGED = { edges: 'staged_edge', people: 'staged_person' }

const TABLES = { edges: 'filed_edge', people: 'filed_person' } as const
type Kind = keyof typeof TABLES
const KINDS = Object.keys(TABLES) as Kind[]

/** Creates the tables for the edges and people of derived filings, or empties them. */
export async function stageRows(session: Session): Promise<void> {
  for (const kind of KINDS) {
    await session.query(
      `create temp table if not exists ${STAGED[kind]} (like ${TABLES[kind]}) on commit drop`,
    )
    await session.query(`truncate ${STAGED[kind]}`)
  }
}

/**
 * Replaces the stored edges and people of these filings by the staged ones if the two differ. Returns
 * the object ids of the filings that differ, by kind.
 */
export async function replaceRows(
  session: Session,
  ids: readonly string[],
): Promise<Record<Kind, Set<string>>> {
  const edges = await replaceKind(session, 'edges', ids)
  return { edges, people: await replaceKind(session, 'people', ids) }
}

async function replaceKind(
  session: Session,
  kind: Kind,
  ids: readonly string[],
): Promise<Set<string>> {
  const [staged, table] = [STAGED[kind], TABLES[kind]]
  const found = await session.query<{ id: string }>(
    `with stored as (select * from ${table} where object_id = any($1))
     select object_id as id from (
       (table ${staged} except all table stored)
       union all
       (table stored except all table ${staged})
     ) as other group by object_id`,
    [[...ids]],
  )
  const others = found.map(({ id }) => id)
  if (others.length > 0) {
    await session.query(`delete from ${table} where object_id = any($1)`, [others])
    await session.query(
      `insert into ${table} select * from ${staged} where object_id = any($1)
       order by object_id, ordinal`,
      [others],
    )
  }
  return new Set(others)
}
