-- Who bears one of these names in its state. Members of a group ruling often bear the name of their
-- central organization and are told from it by another line alone.
create temporary table match_held on commit drop as
select k.key, k.state, k.city, k.ein, not k.is_member as is_own
from (select distinct key, state from match_asked) a
join organization_key k on k.key = a.key and k.state = a.state
