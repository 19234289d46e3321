-- Up Migration

-- Long: about ten minutes for 12 million rows, and free disk space for a copy of the larger table
-- What a summary or transaction states about its award, in columns like those of `award`: JSON takes
-- twice the space.
do $$
declare
  own text;
  stated text;
  part text;
begin
  select string_agg(quote_ident(column_name), ', ' order by ordinal_position) into stated
  from information_schema.columns
  where table_schema = current_schema() and table_name = 'award'
    and column_name not in ('award_key', 'last_modified', 'is_from_transactions',
      'is_amount_summed', 'as_of', 'source_file', 'source_row', 'source_id');
  foreach part in array array['award_summary', 'award_transaction'] loop
    execute format('alter table %I rename to stored', part);
    select string_agg('stored.' || quote_ident(column_name), ', ' order by ordinal_position) into own
    from information_schema.columns
    where table_schema = current_schema() and table_name = 'stored' and column_name <> 'award';
    execute format('create table %I as select %s, %s from stored cross join lateral (
      select %3$s from jsonb_populate_record(null::award, stored.award)) as its', part, own, stated);
    drop table stored;
  end loop;
end $$;

alter table award_summary
  add primary key (award_key),
  alter as_of set not null, alter source_file set not null, alter source_row set not null,
  alter source_id set not null;
alter table award_transaction
  add primary key (transaction_key, is_undated),
  alter is_correction set not null, alter is_correction set default false,
  alter is_deleted set not null, alter is_deleted set default false,
  alter is_undated set default false,
  alter as_of set not null, alter source_file set not null, alter source_row set not null,
  alter source_id set not null;
create index award_transaction_by_award on award_transaction (award_key);
