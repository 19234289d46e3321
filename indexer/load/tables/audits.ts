import { countWritten, mergeLatest, ORIGIN_TYPES, type Table } from './merge.ts'

/** The latest state of each audit, as filed. */
export const audit: Table = {
  types: { audit_year: 'smallint', accepted_on: 'date', ...ORIGIN_TYPES },
  merge: [
    countWritten(
      mergeLatest({
        table: 'audit',
        keys: ['report_id'],
        facts: ['audit_year', 'uei', 'ein', 'auditor_ein', 'name', 'city', 'state', 'accepted_on'],
        versionOf: (row) => `coalesce(${row}.accepted_on, '-infinity'), ${row}.as_of`,
      }),
    ),
  ],
}

/** Every further EIN and UEI of an audit, with the newest file that has it. */
export const auditIdentifier: Table = {
  types: ORIGIN_TYPES,
  merge: [
    countWritten(`
      insert into audit_identifier
        (report_id, kind, value, as_of, source_file, source_row, source_id)
      select distinct on (report_id, kind, value)
        report_id, kind, value, as_of, source_file, source_row, source_id
      from staged order by report_id, kind, value, source_row desc
      on conflict (report_id, kind, value) do update
        set as_of = excluded.as_of, source_file = excluded.source_file,
          source_row = excluded.source_row, source_id = excluded.source_id
        where audit_identifier.as_of < excluded.as_of
      returning xmax = 0 as is_new`),
  ],
}
