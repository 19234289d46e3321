-- Up Migration

-- Long: about an hour for 5 million returns, and free disk space for a copy of their parts
-- Packed JSON text (src/domain/packed-json.ts). Stored text stays as it is until `npm run derive` packs it.
alter table filing_block alter column content type bytea using convert_to(content::text, 'UTF8');
alter table filing_rows alter column items type bytea using convert_to(items::text, 'UTF8');

-- Packed text cannot be compressed again.
do $$
begin
  for part in 0..15 loop
    execute format(
      'alter table filing_block_%s alter column content set storage external', to_char(part, 'FM00'));
    execute format(
      'alter table filing_rows_%s alter column items set storage external', to_char(part, 'FM00'));
  end loop;
end $$;
