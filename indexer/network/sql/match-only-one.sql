-- The one of `n` organizations, first and last by EIN, that is not the funder; null where there are
-- more or none.
create or replace function pg_temp.only_one(n bigint, first text, last text, funder text)
returns text language sql immutable parallel safe
return case
  when n = 1 and first <> funder then first
  when n = 2 and first = funder then last
  when n = 2 and last = funder then first
end
