import type { NameKind } from '#mappings/organization-document.ts'
import { APPLICATION_PATHS, APPLICATIONS_PART } from '#src/domain/applications.ts'
import type { Capture } from '#src/domain/enrichment.ts'
import { type Narrative, NO_NARRATIVE } from '#src/domain/facts/narrative.ts'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import { openFacts, openNarrative } from '#src/domain/facts/stored-facts.ts'
import type { EntityType, Form } from '#src/domain/form.ts'
import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import type { Band, Rating } from '#src/rating/rating.ts'

/** One organization as stored, with facts of its latest filing. Null is unknown. */
export type OrganizationRow = {
  ein: string
  name: string
  nameRef: string
  names: { name: string; kind: NameKind; ref: string }[] | null
  city: string | null
  state: string | null
  /** As filed or registered: 60601, 606011234, or 60601-1234. */
  zip: string | null
  country: string | null
  primaryForm: Form | null
  forms: Form[]
  entityType: EntityType
  familyId: string | null
  role: 'Central' | 'Member' | 'Independent'
  isRevoked: boolean
  nteeCode: string | null
  /** Two digits, from the registry. */
  subsection: string | null
  /** YYYYMM, 000000 if unknown. */
  ruling: string | null
  /** Registry revenue in dollars and the extract's month, YYYY-MM. */
  registryRevenue: number | null
  registryAsOf: string | null
  /** Address of the registry's row. */
  registryPlace: { city: string | null; state: string | null; zip: string | null } | null
  /** Foundation code of the registry, which identifies supporting organizations. */
  foundation: string | null
  /** The latest current filing of the primary form. */
  objectId: string | null
  taxYear: number | null
  /** YYYY-MM-DD */
  periodEnd: string | null
  facts: Facts | null
  /** The part of its return that says how to apply for a grant, packed; null if none does. */
  applications: Buffer | null
  /** The warnings of its load. */
  warnings: string[] | null
  /** Its texts about purpose and work. */
  narrative: Narrative
  /** Of its primary form; null if it is not scored. */
  rating: (Pick<Rating, 'objectId' | 'taxYear' | 'taxPeriodEnd' | 'policyVersion'> & Scored) | null
  /** Snapshot of a website, which may no longer be the filed one. */
  capture: Capture | null
}

type Scored = { score: number; band: Band }

// Each organization is one row with all of its data, read by primary-key lookups within one
// statement.
const ROWS = `
select o.ein, o.name, o.name_ref as "nameRef", o.city, o.state, o.zip, o.country,
  o.primary_form as "primaryForm", o.forms, o.entity_type as "entityType",
  o.family_id as "familyId", o.role, o.is_revoked as "isRevoked", o.ntee_code as "nteeCode",
  o.subsection, o.ruling,
  b.revenue_amount as "registryRevenue", to_char(b.as_of, 'YYYY-MM') as "registryAsOf",
  case when b.ein is not null then json_build_object('city', b.city, 'state', b.state,
    'zip', b.zip) end as "registryPlace",
  b.foundation,
  o.latest_object_id as "objectId", o.latest_tax_year as "taxYear",
  o.latest_period_end as "periodEnd",
  (
    select json_agg(json_build_object('name', n.name, 'kind', n.kind, 'ref', n.ref))
    from organization_name n where n.ein = o.ein
  ) as names,
  f.facts, f.other_facts as "otherFacts",
  case when f.contents -> 'rows' ?| $1 then (
    select part.content from filing_block part
    where part.object_id = f.object_id and part.block = '${APPLICATIONS_PART}' and part.ordinal = 1
  ) end as applications,
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

// The texts of a thousand rows take about two seconds to embed.
const BATCH = 1_000

/** A row as it is stored. */
export type PackedRow = Omit<OrganizationRow, 'narrative'> & {
  otherFacts: Buffer | null
  narrative: Buffer | null
}

/** Reads all organizations in batches, as fast as they are consumed. */
export const streamOrganizations = (session: Session): AsyncGenerator<PackedRow[]> =>
  session.stream<PackedRow>(ROWS, [APPLICATION_PATHS], BATCH)

/** Throws an Error if the row is damaged. */
export const openRow = ({ narrative, ...row }: PackedRow): OrganizationRow => ({
  ...openFacts(row),
  narrative: row.primaryForm ? openNarrative(row.primaryForm, narrative) : NO_NARRATIVE,
})

/** Counts the organizations of the store. */
export const countOrganizations = async (session: Pick<Session, 'query'>): Promise<number> =>
  (await readValue(session, 'select count(*) from organization')) ?? 0
