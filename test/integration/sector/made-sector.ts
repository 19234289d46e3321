import type { Postgres } from '#src/platform/clients/postgres.ts'
import { POLICY_VERSION } from '#src/rating/rating.ts'
import { FIRST_RELEASE, mintRelease } from '#test/integration/indices/store.ts'

type Made = {
  ein: string
  form?: string
  year: number
  begin?: string
  end?: string
  facts?: Record<string, number>
  isCurrent?: boolean
  isGroup?: boolean
}

let made = 0

/** Stores a filing as loaders do; its facts are figures of the catalogue. */
export async function addFiling(db: Postgres, filing: Made): Promise<string> {
  made += 1
  const objectId = `20230319934${String(made).padStart(7, '0')}`
  const { ein, form = '990', year, facts = {}, isCurrent = true, isGroup = false } = filing
  const leaves = Object.entries(facts).map(([key, value]) => [
    key,
    { value, path: `/IRS990/${key}` },
  ])
  await db.query(
    `insert into filing (object_id, ein, form, tax_period_begin, tax_period_end, tax_year, facts,
       is_current, is_group_return, source_archive, content_sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'made', '\\x00')`,
    [
      objectId,
      ein,
      form,
      filing.begin ?? `${year}-01-01`,
      filing.end ?? `${year}-12-31`,
      year,
      JSON.stringify(Object.fromEntries(leaves)),
      isCurrent,
      isGroup,
    ],
  )
  return objectId
}

type Owner = {
  ein: string
  form?: string | null
  objectId?: string
  year?: number
  ntee?: string
  family?: string
  role?: 'Central' | 'Member' | 'Independent'
  isRevoked?: boolean
}

export async function addOrganization(db: Postgres, owner: Owner): Promise<void> {
  await mintRelease(db, FIRST_RELEASE)
  const { ein, form = '990', objectId = null, year = null, ntee = null, family = null } = owner
  await db.query(
    `insert into organization (ein, name, name_ref, city, state, country, primary_form, forms,
       entity_type, latest_object_id, latest_tax_year, ntee_code, family_id, role, is_revoked,
       changed_release)
     values ($1, 'Made ' || $1, 'bmf:2026-04:' || $1 || ':NAME', 'Akron', 'OH', 'US', $2, $3,
       'OperatingOrOtherTaxExempt', $4, $5, $6, $7, $8, $9, $10)`,
    [
      ein,
      form,
      form === null ? [] : [form],
      objectId,
      year,
      ntee,
      family,
      owner.role ?? 'Independent',
      owner.isRevoked ?? false,
      FIRST_RELEASE,
    ],
  )
}

type Rated = {
  ein: string
  objectId: string
  year: number
  score: number | null
  revenue?: number | null
  policy?: string
}

/** Stores a rating with its inputs; one without a score is NotEnoughData. */
export async function addRating(db: Postgres, rated: Rated): Promise<void> {
  const { ein, objectId, year, score, revenue = null, policy = POLICY_VERSION } = rated
  await db.query(
    `insert into rating_input (ein, object_id, form, tax_year, revenue, metrics, failed_checks,
       fingerprint)
     values ($1, $2, '990', $3, $4, '[]', '{}', '')`,
    [ein, objectId, year, revenue],
  )
  await db.query(
    `insert into rating (ein, object_id, form, tax_year, policy_version, state, score, band,
       metrics, categories, failed_checks, changed_release)
     values ($1, $2, '990', $3, $4, $5, $6, $7, '[]', '[]', '{}', $8)`,
    [
      ein,
      objectId,
      year,
      policy,
      score === null ? 'NotEnoughData' : 'Scored',
      score,
      score === null ? null : 'Good',
      FIRST_RELEASE,
    ],
  )
}

type Eligible = Partial<Owner> & { n: number; revenue?: number | null; score?: number | null }

/** A rated organization of group K that files a 990 for 2023; `change` makes it ineligible. */
export async function addEligible(
  db: Postgres,
  { n, revenue = n * 1_000, score = 70, ...change }: Eligible & { policy?: string },
): Promise<string> {
  const ein = `19${String(n).padStart(7, '0')}`
  const year = change.year ?? 2023
  const form = change.form ?? '990'
  const facts: Record<string, number> = revenue === null ? {} : { totalRevenue: revenue }
  const objectId = await addFiling(db, { ein, form, year, facts })
  await addOrganization(db, { ein, objectId, ntee: 'K31', ...change, form, year })
  const policy = change.policy === undefined ? {} : { policy: change.policy }
  await addRating(db, { ein, objectId, year, score, revenue, ...policy })
  return ein
}
