-- What Publication 78 says of each organization.
create temporary table deductible on commit drop as
select pub78.ein, pub78.name, pub78.city, pub78.state, listed.alpha2 as country,
  array_to_string(pub78.deductibility_codes, ',') as codes,
  'pub78:' || to_char(pub78.as_of, 'YYYY-MM') || ':' || pub78.ein || ':' as ref
from wanted join pub78 using (ein)
left join country_code as listed
  on listed.spelling = 'name' and listed.written = pub78.country
