import type { Session } from '#src/clients/postgres.ts'

/**
 * Marks organizations whose filings changed, in the transaction that changes them: the next release
 * is the one they changed in. Their own rows stay as they are when an earlier year's return comes.
 */
export async function markFilingsDue(session: Session, eins: readonly string[]): Promise<void> {
  if (eins.length === 0) return
  await session.query('insert into filings_due (ein) select distinct unnest($1::text[])', [
    [...eins],
  ])
}

// A mark that is made meanwhile stays for the next release.
const RELEASE = `
  with taken as (delete from filings_due returning ein)
  insert into filings_version (ein, release) select distinct ein, $1 from taken
  on conflict (ein) do update set release = excluded.release`

/** Gives the release to all that are marked, in the transaction that mints it. */
export async function releaseFilings(session: Session, release: string): Promise<void> {
  await session.query(RELEASE, [release])
}
