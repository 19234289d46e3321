import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { POLICY_VERSION, RATED_FORMS } from '#src/rating/rating.ts'

// The growth figures look back three years, plus or minus a week. Checks compare with the return
// before, and a return further back than this is never the year before.
const REACH = "interval '4 years'"

/** SQL of the NTEE major group of organization `o`, A to Y: Z is "Unknown", which is not a cause. */
export const MAJOR_GROUP = "substring(upper(trim(o.ntee_code)) from '^[A-Y]')"

const CANDIDATES = `
  select o.ein, ${MAJOR_GROUP} as major_group, f.object_id, f.form, f.tax_period_end, f.content_sha256,
    f.derived_version
  from organization o join filing f on f.object_id = o.latest_object_id
  where o.primary_form = any($1) and f.form = o.primary_form`

// Everything a rating's inputs are read from, represented by a value that changes with it. Revenue
// is a fact of the return and changes with it.
const DUE = `
  insert into rate_due (ein, object_id, fingerprint)
  with candidate as (${CANDIDATES}), earlier as (
    select c.ein, string_agg(
      concat_ws(':', e.object_id, encode(e.content_sha256, 'hex'), e.derived_version), ','
      order by e.object_id collate "C") as print
    from candidate c
    join filing e on e.ein = c.ein and e.form = c.form and e.is_current
      and e.tax_period_end < c.tax_period_end
      and e.tax_period_end >= c.tax_period_end - ${REACH}
    group by c.ein
  ), printed as (
    select c.ein, c.object_id, sha256(convert_to(concat_ws('|', $2::text, $3::text, c.object_id,
        encode(c.content_sha256, 'hex'), c.derived_version, coalesce(c.major_group, ''),
        earlier.print), 'UTF8')) as fingerprint
    from candidate c left join earlier using (ein)
  )
  select printed.* from printed left join rating_input input using (ein)
  where input.fingerprint is distinct from printed.fingerprint`

/**
 * Fills the session's table `rate_due` (ein, object_id of its latest return, fingerprint) with the
 * organizations whose stored rating inputs are outdated; returns how many.
 */
export async function writeDue(session: Session): Promise<number> {
  await session.query('drop table if exists pg_temp.rate_due')
  await session.query(
    'create temporary table rate_due (ein text primary key, object_id text, fingerprint bytea)',
  )
  // Joining and sorting millions of narrow rows stays in memory; JIT compilation takes longer than
  // it saves.
  await session.query(
    "select set_config('work_mem', '256MB', false), set_config('jit', 'off', false)",
  )
  await session.query(DUE, [[...RATED_FORMS], POLICY_VERSION, DERIVED_VERSION])
  await session.query('analyze rate_due')
  return (await readValue(session, 'select count(*) from rate_due')) ?? 0
}

/** Drops the table and resets the connection's settings. */
export async function dropDue(session: Session): Promise<void> {
  await session.query('drop table rate_due')
  await session.query('reset work_mem')
  await session.query('reset jit')
}

const REMOVE = `
  delete from rating_input input where not exists (
    select from organization o
    where o.ein = input.ein and o.primary_form = any($1) and o.latest_object_id is not null)`

/** Removes the inputs of organizations that are gone or no longer rated. */
export async function removeInputs(session: Session): Promise<void> {
  await session.query(REMOVE, [[...RATED_FORMS]])
}

/** Counts the organizations that `npm run rate` would read again, or whose rating it would remove. */
export async function countUnrated(db: Pick<Session, 'query'>): Promise<number> {
  return (await readValue(db, UNRATED, [[...RATED_FORMS], POLICY_VERSION])) ?? 0
}

// Ignores earlier years: checking them would take as long as rating the organizations they changed.
const UNRATED = `
  select count(*) from organization o
  full join rating r using (ein) left join rating_input input using (ein)
  where (o.primary_form = any($1) and (r.object_id, r.policy_version, r.input_fingerprint,
        input.major_group)
      is distinct from (o.latest_object_id, $2, input.fingerprint, ${MAJOR_GROUP}))
    or (r.ein is not null and not coalesce(o.primary_form = any($1), false))`
