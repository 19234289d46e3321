import { isFiledStill } from '#src/domain/enrichment.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Enrichment, Organization } from '../organization.ts'
import { EXCLUSION } from './read-filing.ts'
import { SCREENING } from './screening.ts'

// The text of the page is long, and no answer of the store shows it whole.
const ENRICHMENT = `(
  select json_build_object('website', e.website, 'contentId', e.content_id,
    'filed', (select facts #>> '{website,value}' from filing latest
      where latest.object_id = o.latest_object_id),
    'fields', c.fields - 'Text', 'capturedAt', ${toIso('e.captured_at')},
    'source', json_build_object('url', c.url, 'capturedAt', ${toIso('c.captured_at')}))
  from enrichment e join web_capture c using (ein, content_id) where e.ein = o.ein)`

// A postcard carries no day of receipt: what stands there is the first extract it was seen in.
const SQL = `
  select o.ein, o.name, o.name_ref as "nameRef", o.street, o.city, o.state, o.zip, o.country,
    o.address_ref as "addressRef", o.primary_form as "primaryForm", o.entity_type as "entityType",
    o.ntee_code as "nteeCode", o.family_id as "familyId", o.role, o.is_revoked as "isRevoked",
    (select coalesce(json_agg(json_build_object('name', n.name, 'kind', n.kind, 'ref', n.ref)
        order by n.kind, n.name), '[]')
      from organization_name n where n.ein = o.ein) as names,
    (select json_build_object('asOf', to_char(b.as_of, 'YYYY-MM'), 'name', b.name,
        'sortName', b.sort_name, 'street', b.street, 'city', b.city, 'state', b.state,
        'zip', b.zip, 'groupExemption', b.group_exemption, 'subsection', b.subsection,
        'affiliation', b.affiliation, 'classification', b.classification, 'ruling', b.ruling,
        'deductibility', b.deductibility, 'foundation', b.foundation, 'status', b.status,
        'taxPeriod', b.tax_period, 'assetAmount', b.asset_amount,
        'incomeAmount', b.income_amount, 'revenueAmount', b.revenue_amount,
        'nteeCode', b.ntee_code)
      from bmf b where b.ein = o.ein) as registry,
    (select json_build_object('asOf', to_char(p.as_of, 'YYYY-MM'), 'name', p.name,
        'deductibilityCodes', p.deductibility_codes)
      from pub78 p where p.ein = o.ein) as "publication78",
    (select coalesce(json_agg(json_build_object('revokedOn', r.revoked_on,
        'postedOn', r.posted_on, 'reinstatedOn', r.reinstated_on,
        'asOf', to_char(r.as_of, 'YYYY-MM')) order by r.revoked_on desc), '[]')
      from revocation r where r.ein = o.ein) as revocations,
    (select coalesce(json_agg(json_build_object('objectId', f.object_id, 'form', f.form,
        'taxYear', f.tax_year, 'taxPeriodBegin', f.tax_period_begin,
        'taxPeriodEnd', f.tax_period_end, 'schemaVersion', f.schema_version,
        'receivedOn', case when f.form <> '990N' then f.received_on end, 'isCurrent', f.is_current,
        'exclusion', ${EXCLUSION}, 'isAmended', f.is_amended,
        'isInitial', f.is_initial, 'isFinal', f.is_final, 'isGroupReturn', f.is_group_return,
        'warnings', f.warnings, 'sourceArchive', f.source_archive,
        'sourceMember', f.source_member)
        order by f.tax_period_end desc, f.is_current desc, f.received_on desc nulls last,
          f.returned_at desc nulls last, f.object_id collate "C" desc), '[]')
      from filing f where f.ein = o.ein) as filings,
    exists (select from related_reference r join filing f using (object_id)
      where r.related_ein = o.ein and f.ein <> o.ein and f.is_current and not exists (
        select from filing later
        where later.ein = f.ein and later.form = f.form and later.is_current
          and later.tax_period_end > f.tax_period_end)) as "isNamedAsRelated",
    (select json_build_object('form', r.form, 'objectId', r.object_id, 'taxYear', r.tax_year,
        'policyVersion', r.policy_version, 'state', r.state, 'score', r.score, 'band', r.band,
        'metrics', r.metrics, 'categories', r.categories, 'failedChecks', r.failed_checks)
      from rating r where r.ein = o.ein) as rating,
    ${SCREENING},
    ${ENRICHMENT} as enrichment,
    (select max(id) from release) as release
  from organization o
  where o.ein = $1`

/**
 * Who an organization is and which filings it has, in one round trip; undefined for an EIN that
 * nothing loaded names. Throws ApiError StoreUnavailable.
 */
export async function readOrganization(
  db: Pick<Postgres, 'query'>,
  ein: string,
): Promise<Organization | undefined> {
  const [row] = await db.query<Read>(SQL, [ein])
  return row && { ...row, enrichment: row.enrichment && toEnrichment(row.enrichment) }
}

/** Why filings of an EIN are excluded, also of one that no organization has. */
export async function readExclusionReasons(
  db: Pick<Postgres, 'query'>,
  ein: string,
): Promise<string[]> {
  const sql = `
    select reason from filing join filing_exclusion using (object_id)
    where ein = $1 order by tax_period_end desc, object_id`
  const rows = await db.query<{ reason: string }>(sql, [ein])
  return rows.map(({ reason }) => reason)
}

type ReadEnrichment = Enrichment & { filed: string | null }
type Read = Omit<Organization, 'enrichment'> & { enrichment: ReadEnrichment | null }

const toEnrichment = ({ filed, ...enrichment }: ReadEnrichment): Enrichment | null =>
  isFiledStill(enrichment, filed) ? enrichment : null

function toIso(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
