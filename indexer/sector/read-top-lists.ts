import type { TopList } from '#mappings/sector.ts'
import type { Session } from '#src/clients/postgres.ts'
import { POLICY_VERSION, RATED_FORMS } from '#src/rating/rating.ts'
import { type Candidate, LIST_LENGTH, LISTED_GROUPS, toTopLists } from '#src/sector/top-lists.ts'

/**
 * The top lists of organizations whose latest return is of `filingYear` or later. Eligible is who
 * files a 990 or 990EZ that gives its revenue, is scored on that very return by the current model,
 * has a cause in the registry, and is neither revoked nor a confirmed match of a restriction list:
 * a list reads as a recommendation, whatever its description says.
 */
export async function readTopLists(
  session: Pick<Session, 'query'>,
  filingYear: number,
): Promise<TopList[]> {
  return toTopLists(
    await session.query<Candidate>(CANDIDATES, [
      filingYear,
      [...LISTED_GROUPS],
      POLICY_VERSION,
      [...RATED_FORMS],
      LIST_LENGTH,
    ]),
  )
}

const CANDIDATES = `
with eligible as (
  select o.ein, o.name, o.name_ref as "nameRef", upper(left(ltrim(o.ntee_code), 1)) as "majorGroup",
    r.score, r.band, o.city, o.state, o.country, o.primary_form as form,
    o.latest_object_id as "objectId", o.latest_tax_year as "taxYear",
    (revenue."totalRevenue" ->> 'value')::float8 as revenue,
    revenue."totalRevenue" ->> 'path' as "revenuePath",
    -- A loss is as little known as nothing, as in the index's own prominence.
    log(1 + greatest((revenue."totalRevenue" ->> 'value')::float8, 0)) * r.score as prominence
  from organization o
  join rating r on r.ein = o.ein and r.object_id = o.latest_object_id
  join filing f on f.object_id = o.latest_object_id
  -- Unpacks the facts once a row; the arrow would, once a use.
  cross join lateral jsonb_to_record(f.facts) as revenue ("totalRevenue" jsonb)
  where o.latest_tax_year >= $1
    and upper(left(ltrim(o.ntee_code), 1)) = any($2)
    and r.state = 'Scored' and r.policy_version = $3
    and o.primary_form = any($4)
    and not o.is_revoked
    and jsonb_typeof(revenue."totalRevenue" -> 'value') = 'number'
    and not exists (
      select from screening_match m where m.ein = o.ein and m.status = 'Confirmed'
    )
), ranked as (
  select eligible.*, count(*) over (partition by "majorGroup") as eligible,
    row_number() over (partition by "majorGroup" order by revenue desc, ein) as by_revenue,
    row_number() over (partition by "majorGroup" order by prominence desc, ein) as by_prominence
  from eligible
)
select ein, name, "nameRef", "majorGroup", score, band, city, state, country, form, "objectId",
  "taxYear", revenue, "revenuePath", prominence, eligible
from ranked
where eligible >= $5 and (by_revenue <= $5 or by_prominence <= $5)`
