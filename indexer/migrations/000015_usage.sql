-- Up Migration

-- What each client used of an allowance in a UTC day. `client` is `key:<id>`, or
-- the address of one without a key as src/access/client.ts writes it; never a key or its hash.
create table usage_day (
  day date not null,
  client text not null check (length(client) between 1 and 100),
  allowance text not null check (allowance in ('Data', 'Advanced')),
  used bigint not null check (used >= 0),
  primary key (day, client, allowance)
-- Every count rewrites its row; room in the page keeps the index out of it.
) with (fillfactor = 50);
