import type { Session } from '#src/clients/postgres.ts'

/**
 * Waits until no resolve is running; none starts before the transaction ends. A mark that is made
 * under it is either seen by a resolve or left for the next one.
 */
export const LOCK_RESOLVE =
  "select pg_advisory_xact_lock_shared(hashtextextended('resolve', 0))::text"

/** Marks organizations for the next resolve, in a transaction that holds LOCK_RESOLVE. */
export async function markResolveDue(session: Session, eins: readonly string[]): Promise<void> {
  await session.query('insert into resolve_due (ein) select unnest($1::text[])', [[...eins]])
}

/** Takes the marks of the organizations in the temporary table `wanted`, in their resolve. */
export async function takeResolveDue(session: Session): Promise<void> {
  await session.query('delete from resolve_due using wanted where resolve_due.ein = wanted.ein')
}
