import type { Session } from '#src/platform/clients/postgres.ts'

/*
 * Marks record what a later step has to do. A step writes marks in the transaction that changes the
 * data. The step that takes them deletes only the rows it sees, so a mark made in between stays.
 */

/**
 * Waits for a running resolve and keeps the next one from starting until the transaction ends. A
 * mark made under this lock is either seen by a resolve or left for the next one.
 */
export const LOCK_RESOLVE =
  "select pg_advisory_xact_lock_shared(hashtextextended('resolve', 0))::text"

/** Marks organizations for the next resolve. The transaction must hold LOCK_RESOLVE. */
export async function markResolveDue(session: Session, eins: readonly string[]): Promise<void> {
  await session.query('insert into resolve_due (ein) select unnest($1::text[])', [[...eins]])
}

/** Takes the marks of the organizations in the temporary table `wanted`. */
export async function takeResolveDue(session: Session): Promise<void> {
  await session.query('delete from resolve_due using wanted where resolve_due.ein = wanted.ein')
}

/** Marks funders whose filings changed, and removed organizations, for the next network run. */
export async function markNetworkDue(session: Session, eins: readonly string[]): Promise<void> {
  await markEach(session, 'network_due', eins)
}

/**
 * Marks organizations whose filings changed. Needed because an earlier year's return leaves the
 * organization's own row as it was.
 */
export async function markFilingsDue(session: Session, eins: readonly string[]): Promise<void> {
  await markEach(session, 'filings_due', eins)
}

async function markEach(session: Session, table: string, eins: readonly string[]): Promise<void> {
  if (eins.length === 0) return
  await session.query(`insert into ${table} (ein) select distinct unnest($1::text[])`, [[...eins]])
}

const RELEASE_FILINGS = `
  with taken as (delete from filings_due returning ein)
  insert into filings_version (ein, release) select distinct ein, $1 from taken
  on conflict (ein) do update set release = excluded.release`

/** Stamps the release on every organization marked by `markFilingsDue`. */
export async function releaseFilings(session: Session, release: string): Promise<void> {
  await session.query(RELEASE_FILINGS, [release])
}

/**
 * Returns SQL that marks recipients whose awards or subawards changed; `ueis` selects
 * `recipient_uei` of each changed row. The organization a UEI belongs to is known only after awards
 * are mapped.
 */
export const markAwardsDue = (ueis: string): string => `
    insert into awards_due (uei)
    select distinct recipient_uei from (${ueis}) as changed where recipient_uei is not null`

const RELEASE_AWARDS = `
  with taken as (delete from awards_due returning uei)
  insert into awards_version (ein, release)
  select unnest($2::text[]), $1
  union
  select ein, $1 from uei_mapping where is_used and uei in (select uei from taken)
  on conflict (ein) do update set release = excluded.release`

/**
 * Stamps the release on the organizations to which marked UEIs attach awards, and on `eins`, whose
 * mapping changed.
 */
export async function releaseAwards(
  session: Session,
  release: string,
  eins: readonly string[],
): Promise<void> {
  await session.query(RELEASE_AWARDS, [release, [...new Set(eins)]])
}
