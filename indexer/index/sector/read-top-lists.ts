import type { ListedOrganization, TopList } from '#mappings/sector.ts'
import { FIGURES } from '#src/figures/figures.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { POLICY_VERSION, RATED_FORMS } from '#src/rating/rating.ts'
import {
  type Candidate,
  LIST_LENGTH,
  LISTED_GROUPS,
  toListed,
  toTopLists,
} from '#src/sector/top-lists.ts'

/**
 * Reads the top lists of organizations whose latest return is of `filingYear` or later. Eligible are
 * filers of a 990 or 990EZ that states its revenue, scored on that very return by the current model,
 * with a cause in the registry, neither revoked nor a confirmed match of a restriction list. A list
 * reads as a recommendation, whatever its description says.
 */
export async function readTopLists(
  session: Pick<Session, 'query'>,
  filingYear: number,
): Promise<TopList[]> {
  return toTopLists(await readCandidates(session, filingYear, LIST_LENGTH))
}

/** Reads the most prominent eligible organization; undefined if there is none. */
export async function readFeatured(
  session: Pick<Session, 'query'>,
  filingYear: number,
): Promise<ListedOrganization | undefined> {
  const [first] = (await readCandidates(session, filingYear, 1)).sort(
    (a, b) => b.prominence - a.prominence || (a.ein < b.ein ? -1 : 1),
  )
  return first && toListed(first)
}

/** Reads the first `length` organizations of each cause that has as many. */
const readCandidates = (
  session: Pick<Session, 'query'>,
  filingYear: number,
  length: number,
): Promise<Candidate[]> =>
  session.query<Candidate>(CANDIDATES, [
    filingYear,
    [...LISTED_GROUPS],
    POLICY_VERSION,
    [...RATED_FORMS],
    length,
  ])

// Ordered by the figures the rating read; facts are loaded only for listed organizations.
const CANDIDATES = `
with eligible as (
  select o.ein, o.latest_object_id as object_id,
    upper(left(ltrim(o.ntee_code), 1)) as "majorGroup", r.score, r.band, i.revenue,
    -- A loss counts as 0, as in the index's own prominence.
    log(1 + greatest(i.revenue, 0)) * r.score as prominence
  from organization o
  join rating r on r.ein = o.ein and r.object_id = o.latest_object_id
  join rating_input i on i.ein = o.ein and i.object_id = o.latest_object_id
  where o.latest_tax_year >= $1
    and upper(left(ltrim(o.ntee_code), 1)) = any($2)
    and r.state = 'Scored' and r.policy_version = $3
    and o.primary_form = any($4)
    and not o.is_revoked
    and i.revenue is not null
    and not exists (
      select from screening_match m where m.ein = o.ein and m.status = 'Confirmed'
    )
), ranked as (
  select eligible.*, count(*) over (partition by "majorGroup") as eligible,
    row_number() over (partition by "majorGroup" order by revenue desc, ein) as by_revenue,
    row_number() over (partition by "majorGroup" order by prominence desc, ein) as by_prominence
  from eligible
)
select o.ein, o.name, o.name_ref as "nameRef", "majorGroup", score, band, o.city, o.state,
  o.country, o.primary_form as form, object_id as "objectId", o.latest_tax_year as "taxYear",
  o.latest_period_end as "periodEnd",
  revenue, f.facts -> '${FIGURES.revenue.fact}' ->> 'path' as "revenuePath", prominence, eligible
from ranked join organization o using (ein) join filing f using (object_id)
where eligible >= $5 and (by_revenue <= $5 or by_prominence <= $5)`
