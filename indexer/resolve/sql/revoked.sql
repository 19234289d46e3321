-- The last revocation of each organization that ever lost its exemption.
create temporary table revoked on commit drop as
select distinct on (ein) revocation.*, held.alpha2,
  'revocation:' || ein || ':' || revoked_on || ':' as ref
from wanted join revocation using (ein)
left join country_code as held on held.spelling = 'fips' and held.written = revocation.country
order by ein, revoked_on desc
