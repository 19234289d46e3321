import { countWritten } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

/** Every further EIN and UEI of an audit, with the newest file that told of it. */
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
