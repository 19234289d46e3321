import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import { type Postgres, readValue } from '#src/platform/clients/postgres.ts'

/** Counts the filings that wait to be derived by the rules of this version. */
export const countWaiting = async (db: Pick<Postgres, 'query'>): Promise<number> =>
  (await readValue(db, 'select count(*) from filing where derived_version < $1', [
    DERIVED_VERSION,
  ])) ?? 0
