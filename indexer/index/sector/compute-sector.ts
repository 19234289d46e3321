import {
  type SectorDocument,
  type StatsBody,
  sectorProperties,
  sectorSettings,
  type TopList,
  type TopListsBody,
} from '#mappings/sector.ts'
import { FIGURES } from '#src/figures/figures.ts'
import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { POLICY_VERSION, RATED_FORMS } from '#src/rating/rating.ts'
import { toComposition } from '#src/sector/front.ts'
import { type Candidate, LIST_LENGTH, LISTED_GROUPS, toTopLists } from '#src/sector/top-lists.ts'
import type { IndexPart } from '../part.ts'
import { readYears } from './read-years.ts'

/**
 * Computes the sums over the whole store as documents of the sector index: always one `stats` and one
 * `top-lists`, and a `sector-year` for each tax year with 990 returns. Reads every 990 once.
 * `session` is a snapshot; `computedAt` an ISO time.
 */
export async function computeSector(
  session: Pick<Session, 'query'>,
  release: string,
  computedAt: string,
): Promise<SectorDocument[]> {
  const counts = await readCounts(session)
  const { years, ...sums } = await readYears(session)
  const filingYear = counts.modalLatestYear
  const lists = filingYear === undefined ? [] : await readTopLists(session, filingYear)
  const stats: StatsBody = { release, computedAt, ...counts, ...sums }
  const topLists: TopListsBody = {
    release,
    computedAt,
    ...(filingYear !== undefined && { filingYear }),
    lists,
  }
  return [
    { kind: 'stats', body: stats },
    ...years.map((body): SectorDocument => ({ kind: 'sector-year', taxYear: body.taxYear, body })),
    { kind: 'top-lists', body: topLists },
  ]
}

/** Returns the id of a document in the sector index: `stats`, `sector-year-2022`, `top-lists`. */
const sectorId = (document: SectorDocument): string =>
  document.kind === 'sector-year' ? `sector-year-${document.taxYear}` : document.kind

type Counted = Pick<
  StatsBody,
  'charities' | 'filings' | 'filingsByForm' | 'modalLatestYear' | 'composition'
>

/**
 * Counts organizations, filings, and registry rows, and finds the filers' most common latest year.
 */
async function readCounts(session: Pick<Session, 'query'>): Promise<Counted> {
  const forms = await session.query<{ form: string; count: number }>(
    'select form, count(*) from filing where is_current group by form order by form',
  )
  const filers = 'select count(*) from organization where primary_form is not null'
  const charities = (await readValue<number>(session, filers)) ?? 0
  const modalLatestYear = await readValue<number>(session, MODAL_YEAR)
  const composition = await readComposition(session)
  return {
    charities,
    filings: forms.reduce((sum, { count }) => sum + count, 0),
    filingsByForm: Object.fromEntries(forms.map(({ form, count }) => [form, count])),
    ...(modalLatestYear !== undefined && { modalLatestYear }),
    ...(composition && { composition }),
  }
}

// Postcards arrive months before returns and would move the year ahead of what can be compared;
// they count only if no organization has filed a return. Ties go to the later year.
const MODAL_YEAR = `
select latest_tax_year as year
from organization
where latest_tax_year is not null and (
  primary_form <> '990N' or not exists (select from organization where primary_form <> '990N')
)
group by latest_tax_year
order by count(*) desc, latest_tax_year desc
limit 1`

async function readComposition(
  session: Pick<Session, 'query'>,
): Promise<StatsBody['composition'] | undefined> {
  const groups = await session.query<{ subsection: string | null; count: number }>(
    'select subsection, count(*) from organization where is_in_bmf group by subsection',
  )
  const asOf = await readValue<string>(session, 'select max(as_of) from bmf')
  return asOf ? toComposition(groups, asOf) : undefined
}

/** Sums over the whole store. Each document is its own batch, so that a build compares each. */
export const sectorPart: IndexPart = {
  kind: 'sector',
  settings: sectorSettings,
  properties: () => sectorProperties,
  async *stream({ session, release, builtAt }) {
    for (const document of await computeSector(session, release, builtAt)) {
      yield [{ id: sectorId(document), document }]
    }
  },
}

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
