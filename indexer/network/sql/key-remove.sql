-- Names and places that organizations no longer have.
delete from organization_key as stored using key_change as change
where change.side < 0 and (stored.ein, stored.key, stored.state, stored.city, stored.is_member)
  = (change.ein, change.key, change.state, change.city, change.is_member)
