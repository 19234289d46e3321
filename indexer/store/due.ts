import type { Session } from '#src/platform/clients/postgres.ts'

/*
 * Marks record what a later step has to do. A step writes marks in the transaction that changes the
 * data. The step that takes them does so first in its own transaction, so everything marked is
 * visible to it, a mark made in between stays, and a killed step leaves its marks.
 */

/**
 * Keys are EINs, except for `awards`: UEIs of recipients whose awards or subawards changed, because
 * the organization a UEI belongs to is known only after awards are mapped. `filings` are
 * organizations whose filings changed; an earlier year's return leaves the organization's own row as
 * it was. `network` are funders whose filings changed, and removed organizations.
 */
export type Step = 'resolve' | 'map' | 'screen' | 'network' | 'filings' | 'awards'

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

/**
 * Returns SQL that marks recipients whose awards or subawards changed; `ueis` selects
 * `recipient_uei` of each changed row.
 */
export const markAwardsDue = (ueis: string): string => `
    insert into due (step, key)
    select distinct 'awards', recipient_uei from (${ueis}) as changed
    where recipient_uei is not null`

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

const RELEASE_FILINGS = `
  with taken as (delete from due where step = 'filings' returning key)
  insert into filings_version (ein, release) select distinct key, $1 from taken
  on conflict (ein) do update set release = excluded.release`

/** Stamps the release on every organization marked for `filings`. */
export async function releaseFilings(session: Session, release: string): Promise<void> {
  await session.query(RELEASE_FILINGS, [release])
}

const RELEASE_AWARDS = `
  with taken as (delete from due where step = 'awards' returning key)
  insert into awards_version (ein, release)
  select unnest($2::text[]), $1
  union
  select ein, $1 from uei_mapping where is_used and uei in (select key from taken)
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
