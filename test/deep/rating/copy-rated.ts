import { openFacts, type StoredFacts } from '#src/domain/facts/stored-facts.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

// Prefix 79 was never assigned. Scattered like real EINs, and unique up to ten million.
const EIN = "'79' || to_char(place * 7919 % 10000000, 'FM0000000')"

/**
 * Returns statements that copy each rated organization's latest return to `organizations` new ones
 * with `years` years each, without parts, which ratings do not open. Expenses, revenue, and causes
 * differ, so that ranks differ.
 */
const copyStatements = (organizations: number, years: number): readonly string[] => [
  'drop table if exists rate_template',
  `create table rate_template as
    select row_number() over (order by o.ein) - 1 as template, o.ein as template_ein,
      f.object_id as template_id
    from organization o join filing f on f.object_id = o.latest_object_id
    where o.primary_form in ('990', '990EZ')`,
  `insert into filing (object_id, ein, form, tax_period_begin, tax_period_end, tax_year,
      schema_version, received_on, returned_at, is_amended, is_initial, is_final,
      is_group_return, facts, contents, row_facts, warnings, source_archive, source_member,
      content_sha256, derived_version)
    select (tax_year + 1 - year)::text || to_char(year * 10000000 + place, 'FM00000000000000'),
      ${EIN}, form,
      (tax_period_begin - make_interval(years => year))::date,
      (tax_period_end - make_interval(years => year))::date, tax_year - year, schema_version,
      received_on, returned_at, is_amended, is_initial, is_final, is_group_return,
      case when year > 0 then facts else (select jsonb_object_agg(key, case
          when key in ('functionalExpenses', 'totalExpenses', 'totalRevenue', 'statementRevenue',
            'balanceSheetAssets') and jsonb_typeof(value -> 'value') = 'number'
          then jsonb_set(value, '{value}', to_jsonb(round(
            (value ->> 'value')::numeric * (1 + place * 31 % 1009 / 500.0))))
          else value end)
        from jsonb_each(facts)) end,
      contents, row_facts, warnings, source_archive, source_member,
      sha256(convert_to(object_id || place || ':' || year, 'UTF8')), derived_version
    from generate_series(0, ${organizations - 1}) place
    join rate_template on template = place % (select count(*) from rate_template)
    join filing on object_id = template_id
    cross join generate_series(0, ${years - 1}) year`,
  `insert into organization (ein, name, name_ref, primary_form, forms, entity_type,
      latest_object_id, latest_tax_year, latest_period_end, latest_content_sha256, ntee_code,
      role, changed_release)
    select ${EIN}, name || ' ' || place, name_ref, primary_form, forms, entity_type, f.object_id,
      f.tax_year, f.tax_period_end, f.content_sha256,
      case when place % 20 > 0 then chr(65 + place * 7 % 26) || '20' end, role, changed_release
    from generate_series(0, ${organizations - 1}) place
    join rate_template on template = place % (select count(*) from rate_template)
    join organization o on o.ein = template_ein
    join filing f on f.ein = ${EIN} and f.tax_period_end = o.latest_period_end`,
  'drop table rate_template',
  'analyze filing, organization',
]

/** Fills a store that has some returns with organizations to rate, of `years` each. */
export async function copyRated(
  db: Pick<Postgres, 'query'>,
  organizations: number,
  years: number,
  stop?: AbortSignal,
): Promise<void> {
  // SQL scales all facts below, so they are stored as before version 10.
  type Packed = StoredFacts & { id: string }
  const sql = 'select object_id as id, facts, other_facts as "otherFacts" from filing'
  for (const { id, ...row } of await db.query<Packed>(sql)) {
    const whole = 'update filing set facts = $2, other_facts = null where object_id = $1'
    await db.query(whole, [id, JSON.stringify(openFacts(row).facts)])
  }
  for (const sql of copyStatements(organizations, years)) {
    stop?.throwIfAborted()
    await db.query(sql)
  }
}
