-- Replaces the pairs of the judged UEIs in uei_mapping, writing only what differs.
-- Returns the EIN of each changed pair, and whether a restriction list may find the organization by
-- its UEI, before or now.
with gone as (
  delete from uei_mapping as known
  where known.uei in (select uei from asked_uei) and not exists (
    select from found_mapping as found where found.uei = known.uei and found.ein = known.ein)
  returning known.ein, known.is_used or known.reason = 'Contested' as concerns
), changed as (
  insert into uei_mapping as known
    (uei, ein, {judged})
  select uei, ein, {judged} from found_mapping
  on conflict (uei, ein) do update set {judged = excluded}
  where ({judged of known}) is distinct from ({judged of excluded})
  returning known.ein
)
select ein, concerns from gone
union all
select ein, true from changed
