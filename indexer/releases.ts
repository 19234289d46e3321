import type { Session } from '#src/clients/postgres.ts'

export type ReleaseCause = 'load' | 'resolve' | 'rate' | 'enrich'

// Two runs may end in the same millisecond, and clocks are set back: the next id is always above
// the newest one. The lock makes the second wait until the first is there to be seen, so that
// releases appear in the order of their ids.
const LOCK = "select pg_advisory_xact_lock(hashtextextended('release', 0))::text"
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
 * Records a release and returns its id. It belongs into the transaction that makes what the
 * release stands for: seen earlier, an index would be taken for one that has it.
 */
export async function mintRelease(session: Session, cause: ReleaseCause): Promise<string> {
  await session.query(LOCK)
  const [release] = await session.query<{ id: string }>(MINT, [cause])
  if (release === undefined) throw new Error('The release was not returned.')
  return release.id
}
