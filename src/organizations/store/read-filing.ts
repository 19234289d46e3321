import type { Form } from '#src/domain/form.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { EARLIER_FACTS } from '#src/rating/cross-checks/check.ts'
import type { Filing } from '../organization.ts'

/**
 * SQL for the version of filing `f`: the hash of its content and the version of the rules. A response
 * is read in several statements, and a load may replace the filing between them.
 */
export const FILING_VERSION = `encode(f.content_sha256, 'hex') || ' ' || f.derived_version`

/** Throws ApiError StoreUnavailable if a statement read another version than the previous ones. */
export function requireVersion(expected: string, read: string | null | undefined): void {
  if (read !== expected) throw replaced()
}

/** Does the same as `requireVersion`, for a filing in the years of its form. */
export function requireVersionIn(
  filing: { objectId: string; version: string },
  years: readonly { objectId: string; version: string }[],
): void {
  requireVersion(
    filing.version,
    years.find(({ objectId }) => objectId === filing.objectId)?.version,
  )
}

/** Returns the error for a filing that changed between two statements of one response. */
export const replaced = (): ApiError =>
  new ApiError('StoreUnavailable', { message: 'The filing is being replaced. Try again.' })

/** SQL for the reason filing `f` is excluded. */
export const EXCLUSION = `
  (select reason from filing_exclusion x where x.object_id = f.object_id)`

/** SQL columns of filing `f`. The day a postcard was received is unknown. */
export const FILING_COLUMNS = `
  object_id as "objectId", ein, form, tax_year as "taxYear", tax_period_begin as "taxPeriodBegin",
  tax_period_end as "taxPeriodEnd", schema_version as "schemaVersion",
  case when form <> '990N' then received_on end as "receivedOn", is_current as "isCurrent",
  ${EXCLUSION} as exclusion, is_amended as "isAmended",
  is_initial as "isInitial", is_final as "isFinal", is_group_return as "isGroupReturn",
  warnings, source_archive as "sourceArchive", source_member as "sourceMember",
  ${FILING_VERSION} as version, facts, contents, row_facts as "rowFacts"`

/** SQL for the return before filing `f`; $2 is the keys of `EARLIER_FACTS`. */
export const EARLIER = `
  (select json_build_object('objectId', e.object_id, 'form', e.form, 'taxYear', e.tax_year,
      'taxPeriodBegin', e.tax_period_begin, 'taxPeriodEnd', e.tax_period_end,
      'isAmended', e.is_amended, 'receivedOn', e.received_on,
      'facts', (select coalesce(json_object_agg(fact.key, fact.value), '{}')
        from jsonb_each(e.facts) fact where fact.key = any($2)))
    from filing e
    where e.ein = f.ein and e.form = f.form and e.is_current
      and e.tax_period_end < f.tax_period_end
    order by e.tax_period_end desc limit 1) as earlier`

/** A row whose contents are null until `npm run derive` has run. */
export type Held<Read> = Omit<Read, 'contents'> & { contents: Filing['contents'] | null }

/**
 * Reads a filing with its facts, narrative, and contents; undefined if the id is unknown. Throws
 * ApiError StoreUnavailable, also if the filing waits for `npm run derive`.
 */
export async function readFiling(
  db: Pick<Postgres, 'query'>,
  objectId: string,
): Promise<Filing | undefined> {
  const sql = `select ${FILING_COLUMNS}, narrative, ${EARLIER} from filing f where object_id = $1`
  const [row] = await db.query<Held<Filing>>(sql, [objectId, [...EARLIER_FACTS]])
  return row && requireContents<Filing>(row)
}

/** A filing in a series of years, without its narrative and contents. */
export type YearlyFiling = Pick<
  Filing,
  | 'objectId'
  | 'form'
  | 'taxYear'
  | 'taxPeriodBegin'
  | 'taxPeriodEnd'
  | 'facts'
  | 'isAmended'
  | 'isGroupReturn'
  | 'warnings'
>

const YEARLY_COLUMNS = `
  object_id as "objectId", form, tax_year as "taxYear",
  tax_period_begin as "taxPeriodBegin", tax_period_end as "taxPeriodEnd", facts,
  is_amended as "isAmended", is_group_return as "isGroupReturn", warnings`

/** Reads the current filings of a form, oldest period first. */
export async function readYears(
  db: Pick<Postgres, 'query'>,
  ein: string,
  form: Form,
): Promise<(YearlyFiling & Pick<Filing, 'version'>)[]> {
  const sql = `
    select ${YEARLY_COLUMNS}, ${FILING_VERSION} as version
    from filing f where ein = $1 and form = $2 and is_current
    order by tax_period_end`
  return await db.query(sql, [ein, form])
}

/** A filing with what is needed to read its tables. */
export type ListedFiling = Pick<
  Filing,
  | 'objectId'
  | 'form'
  | 'taxYear'
  | 'taxPeriodEnd'
  | 'schemaVersion'
  | 'facts'
  | 'warnings'
  | 'contents'
  | 'version'
>

/**
 * Reads filings by object id, newest tax year first; one round trip. Throws ApiError StoreUnavailable, also
 * if a filing waits for `npm run derive` or has been replaced.
 */
export async function readListedFilings(
  db: Pick<Postgres, 'query'>,
  objectIds: readonly string[],
): Promise<ListedFiling[]> {
  const sql = `
    select object_id as "objectId", form, tax_year as "taxYear", tax_period_end as "taxPeriodEnd",
      schema_version as "schemaVersion", facts, warnings, contents, ${FILING_VERSION} as version
    from filing f where object_id = any($1) order by tax_year desc`
  const rows = await db.query<Held<ListedFiling>>(sql, [[...objectIds]])
  if (rows.length < objectIds.length) throw replaced()
  return rows.map((row) => requireContents(row))
}

/** Throws ApiError StoreUnavailable with a message if a filing waits for `npm run derive`. */
export function requireContents<Read extends { objectId: string }>(
  row: Held<Read & Pick<Filing, 'contents'>>,
  message = 'This filing is being processed after a service update. Try again later.',
): Read & Pick<Filing, 'contents'> {
  const { contents } = row
  if (contents !== null) return { ...row, contents } as Read & Pick<Filing, 'contents'>
  throw new ApiError('StoreUnavailable', {
    message,
    cause: new Error(`Filing ${row.objectId} has no contents. Run npm run derive.`),
  })
}
