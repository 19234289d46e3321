-- Names and places that organizations did not have.
insert into organization_key (ein, key, state, city)
select ein, key, state, city from key_change where side > 0
order by key, state, city, ein
