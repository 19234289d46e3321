import type { Postgres } from '#src/platform/clients/postgres.ts'
import { POLICY_VERSION } from '#src/rating/rating.ts'
import { FIRST_RELEASE, insertRows, mintRelease } from '#test/integration/indices/store.ts'

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
  const { ein, form = '990', year, facts = {}, isCurrent = true, isGroup = false } = filing
  const { begin = `${year}-01-01`, end = `${year}-12-31` } = filing
  const leaves = Object.entries(facts).map(([key, value]) => {
    return [key, { value, path: `/IRS990/${key}` }]
  })
  const row = {
    ...{ object_id: `20230319934${String(made).padStart(7, '0')}`, ein, form, tax_year: year },
    ...{ tax_period_begin: begin, tax_period_end: end, facts: Object.fromEntries(leaves) },
    ...{ is_current: isCurrent, is_group_return: isGroup },
    ...{ source_archive: 'made', content_sha256: '\\x00' },
  }
  await insertRows(db, 'filing', [row])
  return row.object_id
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
  const { role = 'Independent', isRevoked = false } = owner
  const row = {
    ...{ ein, name: `Made ${ein}`, name_ref: `bmf:2026-04:${ein}:NAME`, ntee_code: ntee },
    ...{ city: 'Akron', state: 'OH', country: 'US', entity_type: 'OperatingOrOtherTaxExempt' },
    ...{ primary_form: form, forms: form === null ? [] : [form], latest_object_id: objectId },
    ...{ latest_tax_year: year, family_id: family, role, is_revoked: isRevoked },
    changed_release: FIRST_RELEASE,
  }
  await insertRows(db, 'organization', [row])
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
  const filed = { ein, object_id: objectId, form: '990', tax_year: year }
  const row = { ...filed, metrics: [], failed_checks: [] }
  await insertRows(db, 'rating_input', [{ ...row, revenue, fingerprint: '' }])
  const scored = score === null ? { state: 'NotEnoughData' } : { state: 'Scored', band: 'Good' }
  const more = { policy_version: policy, categories: [], changed_release: FIRST_RELEASE }
  await insertRows(db, 'rating', [{ ...row, ...scored, ...more, score }])
}

type Eligible = Partial<Owner> & { n: number; revenue?: number | null; score?: number | null }

/** A rated organization of group K that files a 990 for 2023; `change` makes it ineligible. */
export async function addEligible(
  db: Postgres,
  { n, revenue = n * 1_000, score = 70, policy, ...change }: Eligible & { policy?: string },
): Promise<string> {
  const ein = `19${String(n).padStart(7, '0')}`
  const { year = 2023, form = '990' } = change
  const facts: Record<string, number> = revenue === null ? {} : { totalRevenue: revenue }
  const objectId = await addFiling(db, { ein, form: form ?? '990', year, facts })
  await addOrganization(db, { ein, objectId, ntee: 'K31', ...change, form, year })
  await addRating(db, { ein, objectId, year, score, revenue, ...(policy && { policy }) })
  return ein
}
