import type { Session } from '#src/clients/postgres.ts'

/**
 * SQL that marks recipients whose awards or subawards changed, in the transaction that changes them;
 * `ueis` gives `recipient_uei` of each row. Whose an identifier is, is known when awards are mapped.
 */
export const markAwardsDue = (ueis: string): string => `
    insert into awards_due (uei)
    select distinct recipient_uei from (${ueis}) as changed where recipient_uei is not null`

// A mark that is made meanwhile stays for the next release.
const RELEASE = `
  with taken as (delete from awards_due returning uei)
  insert into awards_version (ein, release)
  select unnest($2::text[]), $1
  union
  select ein, $1 from uei_mapping where is_used and uei in (select uei from taken)
  on conflict (ein) do update set release = excluded.release`

/**
 * Gives the release to the organizations that marked identifiers attach awards to, and to those
 * `eins` whose identifiers have changed, in the transaction that mints it.
 */
export async function releaseAwards(
  session: Session,
  release: string,
  eins: readonly string[],
): Promise<void> {
  await session.query(RELEASE, [release, [...new Set(eins)]])
}
