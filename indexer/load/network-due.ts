import type { Session } from '#src/clients/postgres.ts'

/**
 * Marks funders whose filings changed, and organizations that are gone, in the transaction that
 * changes them: the network's next run resolves their edges anew.
 */
export async function markNetworkDue(session: Session, eins: readonly string[]): Promise<void> {
  if (eins.length === 0) return
  await session.query('insert into network_due (ein) select distinct unnest($1::text[])', [
    [...eins],
  ])
}
