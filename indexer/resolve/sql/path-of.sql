-- Path of a fact in a Ref. As in src/domain/evidence.ts, a postcard's leaves out its only block.
create function pg_temp.path_of(is_postcard boolean, fact jsonb) returns text
language sql immutable
return case when is_postcard then substr(fact ->> 'path', length('/IRS990N') + 1)
  else fact ->> 'path' end
