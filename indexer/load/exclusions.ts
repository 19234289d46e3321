import type { Form } from '#src/domain/form.ts'
import { type Postgres, readValue, type Session } from '#src/platform/clients/postgres.ts'
import { markCurrentFilings } from '../store/current-filings.ts'
import { markDue } from '../store/due.ts'

/** A stored filing; `current` is the object id of the current filing of its form and period. */
export type StoredFiling = {
  ein: string
  form: Form
  taxPeriodEnd: string
  current: string | null
}

export type Exclusion = {
  objectId: string
  reason: string
  excludedAt: Date
  /** Null while the filing is not loaded. */
  ein: string | null
  form: Form | null
  taxPeriodEnd: string | null
}

const EXCLUDE = `
  with earlier as (select reason from filing_exclusion where object_id = $1)
  insert into filing_exclusion (object_id, reason) values ($1, $2)
  on conflict (object_id) do update set reason = excluded.reason, excluded_at = now()
  returning (select reason from earlier) as replaced`

/**
 * Excludes a filing, or replaces the reason of an exclusion, and marks its organization as due.
 * `replaced` is the earlier reason, or null. `filing` is undefined if it is not loaded; the
 * exclusion then applies once it is.
 */
export async function excludeFiling(
  db: Postgres,
  objectId: string,
  reason: string,
): Promise<{ replaced: string | null; filing: StoredFiling | undefined }> {
  return await db.transaction(async (session) => {
    const replaced = (await readValue<string>(session, EXCLUDE, [objectId, reason])) ?? null
    return { replaced, filing: await markChanged(session, objectId) }
  })
}

/**
 * Removes an exclusion and marks the filing's organization as due. `isFound` is false when the
 * filing was not excluded; `filing` is undefined if it is not loaded.
 */
export async function includeFiling(
  db: Postgres,
  objectId: string,
): Promise<{ isFound: boolean; filing: StoredFiling | undefined }> {
  return await db.transaction(async (session) => {
    const taken = await session.query(
      'delete from filing_exclusion where object_id = $1 returning object_id',
      [objectId],
    )
    if (taken.length === 0) return { isFound: false, filing: undefined }
    return { isFound: true, filing: await markChanged(session, objectId) }
  })
}

const STORED = `
  select f.ein, f.form, f.tax_period_end as "taxPeriodEnd",
    (select object_id from filing c where c.ein = f.ein and c.form = f.form
      and c.tax_period_end = f.tax_period_end and c.is_current) as current
  from filing f where f.object_id = $1`

async function markChanged(session: Session, objectId: string): Promise<StoredFiling | undefined> {
  await markCurrentFilings(session, [objectId])
  const [filing] = await session.query<StoredFiling>(STORED, [objectId])
  if (filing === undefined) return undefined
  await markDue(session, ['network', 'resolve'], [filing.ein])
  return filing
}

/** Returns every exclusion, the latest first. */
export async function listExclusions(db: Pick<Postgres, 'query'>): Promise<Exclusion[]> {
  return await db.query<Exclusion>(
    `select object_id as "objectId", reason, excluded_at as "excludedAt", ein, form,
       tax_period_end as "taxPeriodEnd"
     from filing_exclusion left join filing using (object_id)
     order by excluded_at desc, object_id`,
  )
}
