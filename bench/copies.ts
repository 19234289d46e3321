import { readCachedVectors, storeVectors } from '#indexer/index/build/embedding-cache.ts'
import { streamOrganizations } from '#indexer/index/build/read-organizations.ts'
import { toOrganizationDocument } from '#indexer/index/documents/organization-document.ts'
import { toCauseText } from '#indexer/index/documents/passages.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

// A reindex reads organizations and their latest filings, so only these are copied. EINs and object
// ids are numbered above the demo's, with a prefix the IRS never assigned and an unused year. Texts
// begin with the number, so that they all differ.
const COPY = `
with numbered as materialized (
  select copy, filer.*, '89' || 5000000 + row_number() over () as new_ein,
    '1999' || to_char(row_number() over (), 'FM00000000000000') as new_object_id
  from organization filer, generate_series(1, $1) copy
  where filer.primary_form <> '990N'
), filings as (
  insert into filing (object_id, ein, form, tax_period_end, tax_year, facts, narrative,
    source_archive, content_sha256)
  select new_object_id, new_ein, form, tax_period_end, tax_year, facts,
    regexp_replace(narrative::text, $2, '\\1Chapter ' || copy || '. ', 'g')::json,
    'copy', content_sha256
  from numbered join filing on object_id = latest_object_id
)
insert into organization (ein, name, name_ref, city, state, country, primary_form, forms,
  entity_type, latest_object_id, latest_tax_year, latest_period_end, ntee_code, role,
  changed_release)
select new_ein, name || ' ' || copy, name_ref, city, state, country, primary_form, forms,
  entity_type, new_object_id, latest_tax_year, latest_period_end, ntee_code, role, changed_release
from numbered returning ein`

// The beginning of a narrative's text.
const TEXT = '("(?:Activity|Mission|Desc|PrimaryExempt)[A-Za-z0-9]*": ?")'

/** Copies every filer of a return, each with its own texts and vectors; returns how many. */
export async function copyFilers(db: Postgres, model: string, copies: number): Promise<number> {
  const added = await db.query(COPY, [copies, TEXT])
  await db.query('vacuum analyze')
  await inventVectors(db, model)
  return added.length
}

/**
 * Stores a vector for each text without one, between those of two other texts: as close to others as
 * real ones, while embedding would take minutes.
 */
async function inventVectors(db: Postgres, model: string): Promise<void> {
  const known: Float32Array[] = []
  const unknown = new Set<string>()
  for await (const rows of streamOrganizations(db)) {
    const documents = rows.map(toOrganizationDocument)
    const texts = documents.flatMap(({ display }) => toCauseText(display.passages) ?? [])
    const vectors = await readCachedVectors(db, model, texts)
    known.push(...vectors.values())
    for (const text of texts) if (!vectors.has(text)) unknown.add(text)
  }
  const texts = [...unknown]
  // Steps without a common factor pair each vector with every other before a pair repeats.
  const pick = (at: number) => known[at % known.length] ?? new Float32Array()
  const vectors = texts.map((_, at) => middle(pick(at), pick(at * 7 + Math.floor(at / 11) + 1)))
  await storeVectors(db, model, texts, vectors)
}

/** Returns the vector of length 1 between two others. */
export function middle(left: Float32Array, right: Float32Array): Float32Array {
  const sum = left.map((component, at) => component + (right[at] ?? 0))
  const length = Math.hypot(...sum)
  return sum.map((component) => component / length)
}
