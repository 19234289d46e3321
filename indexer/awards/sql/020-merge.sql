-- Replaces the pairs of the judged UEIs in uei_mapping, writing only what differs.
-- Returns the EIN of each changed pair, whether a restriction list may find the organization by its
-- UEI, before or now, and whether the pair attaches awards, before or now.
with gone as (
  delete from uei_mapping as known
  where known.uei in (select uei from asked_uei) and not exists (
    select from found_mapping as found where found.uei = known.uei and found.ein = known.ein)
  returning known.ein, known.is_used or known.reason = 'Contested' as concerns,
    known.is_used as attaches
), changed as (
  insert into uei_mapping as known
    (uei, ein, {judged})
  select uei, ein, {judged} from found_mapping
  on conflict (uei, ein) do update set {judged = excluded}
  where ({judged of known}) is distinct from ({judged of excluded})
  returning known.uei, known.ein, known.is_used
)
select ein, concerns, attaches from gone
union all
-- The table is read as it was before this statement.
select ein, true, changed.is_used or coalesce(before.is_used, false)
from changed left join uei_mapping as before using (uei, ein)
