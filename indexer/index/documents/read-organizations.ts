import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { type OrganizationRow, READ_KEYS } from './organization-row.ts'

// Each organization is one row with all of its data, read by primary-key lookups within one
// statement.
const ROWS = `
select o.ein, o.name, o.name_ref as "nameRef", o.city, o.state, o.zip, o.country,
  o.primary_form as "primaryForm", o.forms, o.entity_type as "entityType",
  o.family_id as "familyId", o.role, o.is_revoked as "isRevoked", o.ntee_code as "nteeCode",
  o.subsection, o.ruling,
  b.revenue_amount as "registryRevenue", to_char(b.as_of, 'YYYY-MM') as "registryAsOf",
  b.foundation,
  o.latest_object_id as "objectId", o.latest_tax_year as "taxYear",
  o.latest_period_end as "periodEnd",
  (
    select json_agg(json_build_object('name', n.name, 'kind', n.kind, 'ref', n.ref))
    from organization_name n where n.ein = o.ein
  ) as names,
  case when f.facts is not null then (
    select json_object_agg(fact.key, fact.value)
    from jsonb_each(f.facts) fact where fact.key = any($1)
  ) end as facts,
  f.warnings, f.narrative,
  case when r.state = 'Scored' then json_build_object('objectId', r.object_id,
    'taxYear', r.tax_year, 'taxPeriodEnd', case when r.object_id = f.object_id then f.tax_period_end
      else (select tax_period_end from filing rated where rated.object_id = r.object_id) end,
    'policyVersion', r.policy_version, 'score', r.score, 'band', r.band)
  end as rating,
  case when c.ein is not null then json_build_object('website', e.website,
    'contentId', c.content_id, 'fields', c.fields) end as capture
from organization o
left join bmf b on b.ein = o.ein
left join filing f on f.object_id = o.latest_object_id
left join rating r on r.ein = o.ein and r.form = o.primary_form
left join enrichment e on e.ein = o.ein
left join web_capture c on c.ein = o.ein and c.content_id = e.content_id`

// A thousand rows are about 5 MB of narrative and two seconds of embedding.
const BATCH = 1_000

/** Reads all organizations in batches, as fast as they are consumed. */
export const streamOrganizations = (session: Session): AsyncGenerator<OrganizationRow[]> =>
  session.stream<OrganizationRow>(ROWS, [[...READ_KEYS]], BATCH)

/** Counts the organizations of the store. */
export const countOrganizations = async (session: Pick<Session, 'query'>): Promise<number> =>
  (await readValue(session, 'select count(*) from organization')) ?? 0
