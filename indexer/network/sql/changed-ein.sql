-- Whose names came or went, or who came without a name that can be compared: rows that give their
-- EIN are matched anew.
create temporary table changed_ein on commit drop as
select ein from key_change
union
select ein from key_due where not exists (
  select from resolved_key where resolved_key.ein = key_due.ein)
