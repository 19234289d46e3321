import type { Session } from '#src/platform/clients/postgres.ts'

/*
 * Marks record what a later step has to do. A step writes marks in the transaction that changes the
 * data. The step that takes them does so first in its own transaction, so everything marked is
 * visible to it, a mark made in between stays, and a killed step leaves its marks.
 */

/** Keys are EINs. `network` are funders whose filings changed, and removed organizations. */
export type Step = 'resolve' | 'map' | 'screen' | 'network' | 'awards'

/** Marks every organization. */
export const EVERY = '*'
/** Marks no organization, so that the step only mints a release. */
export const NONE = ''

export async function markDue(
  session: Session,
  steps: readonly Step[],
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await session.query(
    `insert into due (step, key)
     select step, key from unnest($1::text[]) as step,
       (select distinct unnest($2::text[]) as key) as keys`,
    [[...steps], [...keys]],
  )
}

/** Returns SQL that marks the awards if `changed` selects any row. */
export const markAwardsDue = (changed: string): string => `
    insert into due (step, key) select 'awards', '${EVERY}' from (${changed}) as changed limit 1`

export async function isDue(session: Pick<Session, 'query'>, ...steps: Step[]): Promise<boolean> {
  const rows = await session.query('select from due where step = any($1) limit 1', [steps])
  return rows.length > 0
}

// Resolving 100,000 organizations of 2.9 million took 29 s, all of them 234 s.
const MAX_KEYS = 100_000

/** Returns the organizations marked for a step and takes the marks; undefined means all. */
export async function takeDue(session: Session, step: Step): Promise<string[] | undefined> {
  const rows = await session.query<{ key: string }>(
    `with taken as (delete from due where step = $1 returning key)
     select distinct key from taken limit $2`,
    [step, MAX_KEYS + 1],
  )
  const keys = rows.map(({ key }) => key)
  return keys.length > MAX_KEYS || keys.includes(EVERY) ? undefined : keys
}
