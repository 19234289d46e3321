import type { Block, Leaf } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import type { EdgeCategory, MatchConfidence } from '#src/domain/network.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { rowElement } from './read-related.ts'

/** An edge of a latest return from or to a requested organization. */
export type GraphRow = {
  /** The requested organization, and which of its four lists the edge is in. */
  asked: string
  list: 'names' | 'namedBy' | 'gives' | 'receives'
  from: string
  to: string
  /** Null for a row of Schedule R that names a related organization. */
  category: EdgeCategory | null
  /** Sum of the amounts of its rows, and the number of rows with an amount. */
  amount: number | null
  amounts: number
  /** Rows of the return. */
  count: number
  confidence: MatchConfidence
  paths: string[]
  objectId: string
  form: Form
  taxYear: number
  /** The other end, as filed if no organization has its EIN; null for a row of Schedule R. */
  name: string | null
  city: string | null
  state: string | null
  country: string | null
  hasProfile: boolean
  /** The first row, if only Schedule R names the other end. */
  element: Leaf | Block | null
}

type GraphQuestion = {
  eins: readonly string[]
  /** Number of rows of each list of each organization. */
  limit: number
  /** Elements of Schedule R whose rows count. */
  sources: readonly string[]
  categories: readonly EdgeCategory[]
}

// Returns of all years name a national parent tens of thousands of times. The order makes the
// choice repeatable; only reading them would show which are their filers' latest returns.
const MAX_REFERENCES = 2_000
// The first rows show what a relation is; the section lists all of them.
const SHOWN_PATHS = 3

const related = (from: string, to: string, list: string) => `
  select '${list}' as list, ${from} as from_ein, ${to} as to_ein, null::edge_category as category,
    null::float8 as amount, 0 as amounts, count(*)::integer as count,
    'Authoritative'::match_confidence as confidence, r.object_id,
    (array_agg(r.path order by length(r.path), r.path))[1:${SHOWN_PATHS}] as paths,
    null as name, null as city, null as state, null as country`
const PATH = `regexp_replace(r.path, '\\[\\d+\\]', '', 'g') = any($3)`
const money = (list: string) => `
  select '${list}', n.funder_ein, n.recipient_ein, n.category, n.amount, n.amounts, n.count,
    n.match_confidence, n.object_id, n.paths, n.name, n.city, n.state, n.country
  from network_edge n`

// Each list is limited in the order of its index. 'none' sorts after every EIN.
const SQL = `
  select a."isCut", a.ein as asked, e.list, e.from_ein as "from", e.to_ein as "to", e.category, e.amount,
    e.amounts, e.count, e.confidence, e.paths, e.object_id as "objectId", f.form,
    f.tax_year as "taxYear", coalesce(o.name, e.name) as name, coalesce(o.city, e.city) as city,
    coalesce(o.state, e.state) as state, coalesce(o.country, e.country) as country,
    coalesce(o.primary_form is not null, false) as "hasProfile",
    case when o.ein is null and e.category is null
      then ${rowElement('e.object_id', 'e.paths[1]')} end as element
  from (
    select ein, place, (select count(*) from (select from related_reference
      where related_ein = asked.ein limit ${MAX_REFERENCES} + 1) r) > ${MAX_REFERENCES} as "isCut"
    from unnest($1::text[]) with ordinality as asked (ein, place)
  ) a
  left join lateral (
    (${related('filer.ein', 'r.related_ein', 'names')}
      from organization filer
      join related_reference r on r.object_id = filer.latest_object_id
      where filer.ein = a.ein and r.related_ein <> a.ein and ${PATH}
      group by filer.ein, r.object_id, r.related_ein
      order by min(length(r.path)), min(r.path) limit $2)
    union all
    (${related('filer.ein', 'a.ein', 'namedBy')}
      from (select object_id, path from related_reference
        where related_ein = a.ein order by object_id desc limit ${MAX_REFERENCES}) r
      join filing f on f.object_id = r.object_id
      join organization filer on filer.ein = f.ein and filer.latest_object_id = r.object_id
      where filer.ein <> a.ein and ${PATH}
      group by filer.ein, r.object_id
      order by filer.ein limit $2)
    union all
    (${money('gives')}
      where n.funder_ein = a.ein and n.sort_ein < 'none' and n.category = any($4::edge_category[])
      order by n.amount desc, n.sort_ein, n.sort_name, n.category limit $2)
    union all
    (${money('receives')}
      where n.recipient_ein = a.ein and n.category = any($4::edge_category[])
      order by n.amount desc, n.funder_ein, n.category limit $2)
  ) e on true
  left join filing f on f.object_id = e.object_id
  left join organization o on o.ein = case when e.from_ein = a.ein then e.to_ein else e.from_ein end
  order by a.place, e.list, e.amount desc nulls last, e.from_ein, e.to_ein, e.category`

/** `isCut`: more returns name one of the organizations than are read. */
export type GraphRows = { rows: GraphRow[]; isCut: boolean }

type Answer = { isCut: boolean } & (GraphRow | { list: null })

/**
 * Reads the edges of organizations from latest returns: the organizations that their Schedule R names
 * and that name them, the recipients and the payers, largest amounts first. One round trip. Throws
 * ApiError StoreUnavailable.
 */
export async function readGraphRows(
  db: Pick<Postgres, 'query'>,
  { eins, limit, sources, categories }: GraphQuestion,
): Promise<GraphRows> {
  const values = [[...eins], limit, [...sources], [...categories]]
  const answers = await db.query<Answer>(SQL, values)
  return {
    rows: answers.flatMap(({ isCut, ...row }) => (row.list === null ? [] : [row])),
    isCut: answers.some(({ isCut }) => isCut),
  }
}
