-- Whose filings changed since the last run. A mark that is made meanwhile stays for the next one.
with taken as (delete from network_due returning ein)
insert into due_funder (ein) select distinct ein from taken on conflict do nothing
