-- Names and places that organizations did not have.
insert into organization_key (ein, key, state, city, is_member)
select ein, key, state, city, is_member from key_change where side > 0
order by key, state, city, ein
