-- Under which names, in which states, somebody came or went: rows that name them are matched anew.
create temporary table changed_key on commit drop as
select distinct key, state from key_change
