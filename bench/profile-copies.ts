import type { SqlValue } from '#src/platform/clients/postgres.ts'

/** Discarded with the run: a log of 10 GB would double the disk space. */
export const UNLOGGED: readonly string[] = [
  'alter table filing set unlogged',
  ...Array.from({ length: 16 }, (_, at) => `filing_block_${String(at).padStart(2, '0')}`).map(
    (part) => `alter table ${part} set unlogged`,
  ),
]

/**
 * The organizations: each copies a template's latest filing to 10 to 15 tax years, with scattered EINs
 * of prefix 79, which was never assigned. Every other one's newest filing has all parts.
 */
export const prepareStatements = (organizations: number): readonly string[] => [
  `create unlogged table bench_template as
    select row_number() over (order by o.ein) - 1 as template, o.ein as template_ein,
      f.object_id as template_id, f.tax_year as template_year
    from organization o join filing f on f.object_id = o.latest_object_id
    where f.form in ('990', '990EZ', '990PF') and o.ein not like '70%'`,
  `create unlogged table bench_organization as
    select place, '79' || to_char(place * 7919 % 10000000, 'FM0000000') as ein,
      10 + place % 6 as years, place % 2 = 0 as is_whole, t.*,
      (template_year + 1)::text || to_char(place, 'FM00000000000000') as object_id
    from generate_series(0, ${organizations - 1}) place
    join bench_template t
      on t.template = place / 2 % (select count(*) from bench_template)`,
  'create unique index on bench_organization (place)',
  'analyze bench_template, bench_organization',
]

// An organization's newest filing has its own object id; older ones differ in year and number.
const OBJECT_ID = `case $1::integer when 0 then o.object_id
  else (template_year + 1 - $1)::text || to_char($1 * 10000000 + place, 'FM00000000000000') end`

const FILINGS = `
  insert into filing (object_id, ein, form, tax_period_begin, tax_period_end, tax_year,
    schema_version, received_on, returned_at, is_amended, is_initial, is_final, is_group_return,
    facts, narrative, contents, warnings, source_archive, source_member, content_sha256,
    derived_version)
  select ${OBJECT_ID}, o.ein, form,
    (tax_period_begin - make_interval(years => $1))::date,
    (tax_period_end - make_interval(years => $1))::date, tax_year - $1,
    schema_version, (received_on - make_interval(years => $1))::date,
    returned_at - make_interval(years => $1), is_amended, is_initial, is_final, is_group_return,
    facts, case $1 when 0 then narrative end, contents, warnings, source_archive, source_member,
    content_sha256, derived_version
  from bench_organization o join filing f on f.object_id = template_id
  where years > $1`

// Empty parts: their keys have realistic sizes, but they use little disk space.
const STUBS = `
  insert into filing_block (object_id, block, ordinal, content)
  select ${OBJECT_ID}, block, ordinal, '{}'
  from bench_organization o join filing_block b on b.object_id = template_id
  where years > $1 and not ($1 = 0 and is_whole)`

const WHOLE = `
  insert into filing_block (object_id, block, ordinal, content)
  select o.object_id, block, ordinal, content
  from bench_organization o join filing_block b on b.object_id = template_id
  where is_whole and place / 2 % 8 = $1`

// Empty chunks of long lists for one filing in a hundred. With only the made-up returns' chunks, a
// partition would contain little except the requested rows.
const CHUNKS = `
  insert into filing_rows (object_id, path, chunk, items)
  select object_id, path, chunk, '[]'
  from bench_organization, generate_series(0, 4) chunk,
    (select path from filing_rows order by path limit 1) long
  where place % 8 = 0 and $1 = 0`

/** Returns statements with values that may run in any order: most of the copying. */
export function copyStatements(years: number): [sql: string, values: SqlValue[]][] {
  const counted = (count: number, sql: string): [string, SqlValue[]][] =>
    Array.from({ length: count }, (_, at) => [sql, [at]])
  const whole = [...counted(8, WHOLE), ...counted(1, CHUNKS)]
  return [...counted(years, FILINGS), ...whole, ...counted(years, STUBS)]
}

const ownRef = (ref: string) =>
  `replace(replace(${ref}, template_id, o.object_id), template_ein, o.ein)`

/** Fills the resolver's tables and the registry's with the organizations. */
export const PUBLISH: readonly string[] = [
  `insert into organization (ein, name, name_ref, street, city, state, zip, country, address_ref,
      primary_form, forms, entity_type, latest_object_id, latest_tax_year, latest_period_end,
      ntee_code, subsection, ruling, role, deductibility, is_in_bmf, changed_release,
      latest_content_sha256)
    select o.ein, name || ' ' || place, ${ownRef('name_ref')}, street, city, state, zip, country,
      ${ownRef('address_ref')}, primary_form, forms, entity_type, o.object_id, latest_tax_year,
      latest_period_end, 'P20', '03', '199901', 'Independent', '1', true, changed_release,
      latest_content_sha256
    from bench_organization o join organization t on t.ein = template_ein`,
  `insert into organization_name (ein, name, kind, ref)
    select o.ein, name || ' ' || place, kind, ${ownRef('ref')}
    from bench_organization o join organization_name n on n.ein = template_ein`,
  `insert into bmf (ein, as_of, name, street, city, state, zip, group_exemption, subsection,
      affiliation, classification, ruling, deductibility, foundation, activity, organization,
      status, tax_period, asset_amount, income_amount, revenue_amount, ntee_code, source_file,
      source_row)
    select ein, '2026-04-01', name, street, city, state, zip, '0000', '03', '3', '1000', '199901',
      '1', '15', '000000000', '1', '01', '202412', 1000, 1000, 1000, 'P20', 'bench.csv',
      row_number() over ()
    from organization where ein in (select ein from bench_organization)`,
  `insert into pub78 (ein, as_of, name, city, state, country, deductibility_codes, source_file,
      source_row)
    select ein, '2026-04-01', name, city, state, country, '{PC}', 'bench.txt', 1
    from organization where ein in (select ein from bench_organization where place % 10 < 7)`,
  `insert into revocation (ein, revoked_on, posted_on, as_of, name, source_file, source_row)
    select ein, '2011-05-15', '2011-08-01', '2026-04-01', name, 'bench.txt', 1
    from organization where ein in (select ein from bench_organization where place % 50 = 0)`,
  `insert into related_reference (object_id, path, related_ein)
    select o.object_id, path, other.ein
    from bench_organization o
    join related_reference r on r.object_id = template_id
    join bench_organization other on other.place = (o.place * 31 + length(path)) %
      (select count(*) from bench_organization)
    where o.is_whole`,
  'vacuum analyze',
  'checkpoint',
]
