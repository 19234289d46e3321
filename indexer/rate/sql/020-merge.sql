-- Writes the ratings that differ from the stored ones. A rating gets the release $1 only if
-- something that indexes and lists show changed; a percentile that moved without the score is not.
with written as (
  insert into rating (ein, {shown}, {hidden}, changed_release)
  select ein, {shown}, {hidden}, $1 from rate_scored
  on conflict (ein) do update set {shown = excluded}, {hidden = excluded},
    changed_release = case
      when ({shown of rating}) is distinct from ({shown of excluded})
      then excluded.changed_release else rating.changed_release end
  returning changed_release
)
select count(*) filter (where changed_release = $1) as changed from written
