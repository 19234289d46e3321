-- Who bears one of these names in its state. `is_own`: not as the member of a group ruling; members
-- often bear the name of their central organization and are told from it by another line alone.
create temporary table match_held on commit drop as
select k.key, k.state, k.city, k.ein, o.role <> 'Member' as is_own
from (select distinct key, state from match_asked) a
join organization_key k on k.key = a.key and k.state = a.state
join organization o using (ein)
