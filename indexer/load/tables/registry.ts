import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import { FORM_BLOCK } from '#src/domain/form.ts'
import * as readers from '../../sources/kinds/registry.ts'
import { ORIGIN, type TabularKind, type TabularReader } from '../../sources/source.ts'
import { LOCK_CURRENT, markCurrent } from '../../store/current-filings.ts'
import { EVERY, NONE } from '../../store/due.ts'
import { audit, auditIdentifier, award, awardTransaction, subaward } from './awards.ts'
import { countWritten, factsOf, mergeLatest, ORIGIN_TYPES, type Table } from './merge.ts'

/** Returns the statement that keeps the row of the newest extract for each key. */
const mergeExtract = (table: string, reader: TabularReader, keys: readonly string[]): string =>
  countWritten(
    mergeLatest({
      table,
      keys,
      facts: factsOf(reader, keys),
      origin: ORIGIN,
      versionOf: (row) => `${row}.as_of`,
    }),
  )

// An older extract, whose facts do not count, may still add a former name.
const mergeNames = (column: 'name' | 'sort_name'): string => `
    insert into bmf_name (ein, kind, name, first_as_of, last_as_of)
    select distinct ein, '${column}', ${column}, as_of, as_of from staged
    where ${column} is not null
    order by ein, ${column}
    on conflict (ein, kind, name) do update
      set first_as_of = least(bmf_name.first_as_of, excluded.first_as_of),
        last_as_of = greatest(bmf_name.last_as_of, excluded.last_as_of)
      where excluded.first_as_of < bmf_name.first_as_of
        or excluded.last_as_of > bmf_name.last_as_of`

/** The newest row of each EIN, and every name with its months. */
export const bmf: Table = {
  due: { resolve: EVERY },
  // An older extract may still add a former name.
  isDueUnchanged: true,
  types: {
    asset_amount: 'bigint',
    income_amount: 'bigint',
    revenue_amount: 'bigint',
    ...ORIGIN_TYPES,
  },
  merge: [mergeNames('name'), mergeNames('sort_name'), mergeExtract('bmf', readers.bmf, ['ein'])],
}

export const pub78: Table = {
  due: { resolve: EVERY },
  types: { deductibility_codes: 'text[]', ...ORIGIN_TYPES },
  merge: [mergeExtract('pub78', readers.pub78, ['ein'])],
}

/** The newest row of each event: an EIN can be revoked more than once. */
export const revocation: Table = {
  due: { resolve: EVERY },
  types: { revoked_on: 'date', posted_on: 'date', reinstated_on: 'date', ...ORIGIN_TYPES },
  merge: [mergeExtract('revocation', readers.revocation, ['ein', 'revoked_on'])],
}

/** The newest row of each return; the table keeps its year, not its line. */
export const filingIndex: Table = {
  due: { resolve: NONE },
  types: { index_year: 'smallint', ...ORIGIN_TYPES },
  merge: [
    countWritten(
      mergeLatest({
        table: 'filing_index',
        keys: ['object_id'],
        facts: readers.filingIndex.columns.filter(
          (name) => !['object_id', 'source_row'].includes(name),
        ),
        origin: [],
        versionOf: (row) => `${row}.index_year`,
      }),
    ),
  ],
}

/** Each postcard as a filing of form 990N with its block. */
const postcard: Table = {
  due: { resolve: EVERY },
  isDueUnchanged: true,
  types: {
    tax_period_begin: 'date',
    tax_period_end: 'date',
    tax_year: 'smallint',
    is_final: 'boolean',
    facts: 'jsonb',
    content: 'bytea',
    contents: 'jsonb',
    row_facts: 'jsonb',
    content_sha256: 'bytea',
    ...ORIGIN_TYPES,
  },
  merge: [
    `delete from staged using staged as later
      where later.object_id = staged.object_id and later.source_row > staged.source_row`,
    'alter table staged add is_new boolean not null default true',
    `update staged set is_new = false
      where exists (select from filing where filing.object_id = staged.object_id)`,
    `insert into filing_block (object_id, block, ordinal, content)
      select object_id, '${FORM_BLOCK['990N']}', 1, content from staged where is_new
      on conflict do nothing`,
    // A postcard has no day of receipt. If there are two for one period, the one published later
    // counts, so `received_on` is the first month in which it appeared, whatever the order of the
    // files.
    `insert into filing (object_id, ein, form, tax_period_begin, tax_period_end, tax_year,
        received_on, is_final, facts, contents, row_facts, derived_version, source_archive, source_member,
        content_sha256)
      select object_id, ein, '990N', tax_period_begin, tax_period_end, tax_year,
        as_of, is_final, facts, contents, row_facts, ${DERIVED_VERSION}, source_archive,
        'row ' || source_row, content_sha256
      from staged order by object_id
      on conflict (object_id) do update set received_on = excluded.received_on
        where excluded.received_on < filing.received_on`,
    LOCK_CURRENT,
    markCurrent("select distinct ein, '990N' as form, tax_period_end from staged"),
    `select count(*) filter (where is_new)::int as loaded, 0 as replaced,
      count(*) filter (where not is_new)::int as unchanged from staged`,
  ],
}

const TABLES: Partial<Record<TabularKind, Table>> = {
  index: filingIndex,
  postcard,
  bmf,
  pub78,
  revocation,
  award,
  'award-transaction': awardTransaction,
  subaward,
  audit,
  'audit-identifier': auditIdentifier,
}

/** Returns how the rows of a kind of table are merged. Restriction lists are replaced instead. */
export function tableOf(kind: TabularKind): Table {
  const table = TABLES[kind]
  if (table === undefined) throw new Error(`${kind} is not merged.`)
  return table
}
