import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

/** Counts the filings that wait to be derived by the rules of this version. */
export async function countWaiting(db: Pick<Postgres, 'query'>): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*) from filing where derived_version < $1',
    [DERIVED_VERSION],
  )
  return row?.count ?? 0
}
