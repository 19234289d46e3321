import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { takeLock } from './sql.ts'

type ReleaseCause = 'load' | 'resolve' | 'rate' | 'enrich'

// Two runs may end in the same millisecond, and clocks are sometimes set back, so the next id is
// always above the newest one.
const MINT = `
  with now as (
    select greatest(
      date_trunc('milliseconds', clock_timestamp()),
      (select max(minted_at) from release) + interval '1 millisecond'
    ) as minted_at
  )
  insert into release (id, minted_at, cause)
  select to_char(minted_at at time zone 'UTC', 'YYYYMMDD"t"HH24MISSMS"z"'), minted_at, $1 from now
  returning id`

/**
 * Records a release and returns its id. Call it in the transaction that makes the changes of the
 * release: if the release were visible earlier, an index without the changes could appear up to
 * date.
 */
export async function mintRelease(session: Session, cause: ReleaseCause): Promise<string> {
  // A second run waits until the first has committed: releases become visible in the order of their ids.
  await takeLock(session, 'release')
  const id = await readValue<string>(session, MINT, [cause])
  if (id === undefined) throw new Error('Postgres returned no release.')
  return id
}

/** Returns the store's newest release, or undefined before the first load. */
export const newestRelease = (session: Pick<Session, 'query'>): Promise<string | undefined> =>
  readValue(session, 'select max(id) from release')
