-- The organization is known by a name much like the one filed.
update match_filed f set agrees = true
from match_alike a
where (a.ein, a.name) = (f.ein, f.name)
