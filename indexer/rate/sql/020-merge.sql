-- Writes the ratings that differ from the stored ones. A rating gets the release $1 only if
-- something that indexes and lists show changed; a percentile that moved without the score is not.
with written as (
  insert into rating (
    ein, object_id, form, tax_year, policy_version, state, score, band, metrics, unranked,
    categories, failed_checks, input_fingerprint, fingerprint, changed_release)
  select
    ein, object_id, form, tax_year, policy_version, state, score, band, metrics, unranked,
    categories, failed_checks, input_fingerprint, fingerprint, $1
  from rate_scored
  on conflict (ein) do update set
    object_id = excluded.object_id, form = excluded.form, tax_year = excluded.tax_year,
    policy_version = excluded.policy_version, state = excluded.state, score = excluded.score,
    band = excluded.band, metrics = excluded.metrics, unranked = excluded.unranked,
    categories = excluded.categories, failed_checks = excluded.failed_checks,
    input_fingerprint = excluded.input_fingerprint,
    fingerprint = excluded.fingerprint,
    changed_release = case
      when (rating.object_id, rating.form, rating.tax_year, rating.policy_version, rating.state,
          rating.score, rating.band, rating.failed_checks)
        is distinct from (excluded.object_id, excluded.form, excluded.tax_year,
          excluded.policy_version, excluded.state, excluded.score, excluded.band,
          excluded.failed_checks)
      then excluded.changed_release else rating.changed_release end
  returning changed_release
)
select count(*) filter (where changed_release = $1) as changed from written
