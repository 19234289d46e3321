import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Form } from '../../domain/form.ts'

/** A row of Schedule R of one organization that names the other as related. */
type ReferenceBetween = {
  ein: string
  form: Form
  taxYear: number
  objectId: string
  schemaVersion: string | null
  sourceArchive: string
  path: string
}

// Ten years of two rows each, by both; more repeat the same relation.
const MOST = 40

const SQL = `
  select f.ein, f.form, f.tax_year as "taxYear", f.object_id as "objectId",
    f.schema_version as "schemaVersion", f.source_archive as "sourceArchive", r.path
  from related_reference r join filing f on f.object_id = r.object_id
  where f.is_current
    and ((f.ein = $1 and r.related_ein = $2) or (f.ein = $2 and r.related_ein = $1))
  order by f.tax_period_end desc, f.object_id, length(r.path), r.path
  limit ${MOST}`

/**
 * Reads the rows of Schedule R by which two organizations name each other, newest first. Throws
 * ApiError StoreUnavailable.
 */
export const readReferencesBetween = (
  db: Pick<Postgres, 'query'>,
  ein: string,
  other: string,
): Promise<ReferenceBetween[]> => db.query<ReferenceBetween>(SQL, [ein, other])
