import { parseFiledEin } from '#src/domain/ein.ts'
import { FORM_BLOCK } from '#src/domain/form.ts'
import { readPostcardDate } from '../records/list-dates.ts'
import { POSTCARD_FIELDS, toPostcard } from '../records/postcard.ts'
import { fileOf, monthOf } from './merge-newer.ts'
import { firstPipeRow, pipeReader } from './pipe.ts'
import type { TabularReader } from './source.ts'

const COLUMNS = POSTCARD_FIELDS.length

/** The e-postcard file: each row is a filing of form 990N. */
export const reader: TabularReader = {
  kind: 'postcard',
  recognizes: (head) => {
    const fields = firstPipeRow(head)
    return (
      fields.length === COLUMNS &&
      parseFiledEin(fields[0] ?? '') !== undefined &&
      readPostcardDate(fields[6] ?? '') !== undefined
    )
  },
  staging: {
    object_id: 'text',
    ein: 'text',
    tax_period_begin: 'date',
    tax_period_end: 'date',
    tax_year: 'smallint',
    is_final: 'boolean',
    facts: 'jsonb',
    content: 'json',
    content_sha256: 'bytea',
    source_archive: 'text',
    source_row: 'integer',
    as_of: 'date',
    is_new: 'boolean',
  },
  read: pipeReader(COLUMNS, (fields, { row, line, source }) => {
    const postcard = toPostcard(fields, row, line)
    if ('code' in postcard) return postcard
    const values = [
      postcard.objectId,
      postcard.ein,
      postcard.taxPeriodBegin,
      postcard.taxPeriodEnd,
      postcard.taxYear,
      postcard.isFinal,
      JSON.stringify(postcard.facts),
      JSON.stringify(postcard.content),
      `\\x${postcard.sha256.toString('hex')}`,
      fileOf(source),
      row,
      monthOf(source),
      true,
    ]
    return { row, values }
  }),
  merge: [
    `delete from staged using staged as later
      where later.object_id = staged.object_id and later.source_row > staged.source_row`,
    `update staged set is_new = false
      where exists (select from filing where filing.object_id = staged.object_id)`,
    `insert into filing_block (object_id, block, ordinal, content)
      select object_id, '${FORM_BLOCK['990N']}', 1, content from staged where is_new
      on conflict do nothing`,
    // A postcard carries no day of receipt. Of two for one period the one published later counts,
    // so that day is the first month it was seen in, whatever order the files come in.
    `insert into filing (object_id, ein, form, tax_period_begin, tax_period_end, tax_year,
        received_on, is_final, facts, source_archive, source_member, content_sha256)
      select object_id, ein, '990N', tax_period_begin, tax_period_end, tax_year,
        as_of, is_final, facts, source_archive, 'row ' || source_row, content_sha256
      from staged order by object_id
      on conflict (object_id) do update set received_on = excluded.received_on
        where excluded.received_on < filing.received_on`,
    `select pg_advisory_xact_lock(hashtextextended('filing.is_current', 0))::text`,
    // The same order as for returns: indexer/load/current-filings.ts.
    `with ranked as (
        select filing.object_id, row_number() over (
          partition by filing.ein, filing.tax_period_end
          order by received_on desc nulls last, object_id collate "C" desc
        ) = 1 as should_be
        from filing join (select distinct ein, tax_period_end from staged) as touched
          using (ein, tax_period_end)
        where filing.form = '990N'
      )
      update filing set is_current = should_be from ranked
      where filing.object_id = ranked.object_id and filing.is_current <> should_be`,
    `select count(*) filter (where is_new)::int as loaded, 0 as replaced,
      count(*) filter (where not is_new)::int as unchanged from staged`,
  ],
}
