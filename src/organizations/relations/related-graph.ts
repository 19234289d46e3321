import type { Block, Leaf } from '#src/domain/blocks.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { plainPath } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import type { EdgeCategory, MatchConfidence } from '#src/domain/network.ts'

import type { ProfileDeps } from '../deps.ts'
import { tableOf, type Window } from '../filings/table-rows.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { rowElement } from '../store/read-related.ts'
import { RELATIONSHIPS, type Relationship, readParty, readRelated } from './related.ts'

/** An organization of the graph; `steps` is its distance from the requested one. */
export type GraphNode = {
  ein: string
  name?: string
  city?: string
  state?: string
  country?: string
  steps: 0 | 1 | 2
  hasProfile: boolean
}

/** A relation or payment between two organizations, from a latest return. */
export type GraphEdge = {
  from: string
  to: string
  kind: 'related' | 'grant' | 'transfer' | 'contract'
  /** The type of relation in words, or the category of the money. */
  type: string
  /** Dollars; absent if no amount is filed. */
  amount?: number
  /** Number of rows of the return. */
  count: number
  confidence: MatchConfidence
  form: Form
  taxYear: number
  objectId: string
  /** The rows, the first rows if there are many, or their part. */
  paths: string[]
}

export type RelatedGraph = { nodes: GraphNode[]; edges: GraphEdge[]; isTruncated: boolean }

/** A range of the relationships of a filing, of `total`. */
export type RelatedPage = {
  organization: Organization
  filing: Filing
  relationships: Relationship[]
  total: number
  /** From latest returns, whatever year is requested; only with the first portion. */
  graph?: RelatedGraph
}

/**
 * Reads related organizations by the primary form of a tax year, by default the latest. Three round
 * trips, with the graph at the same time, and a fourth if rows have names without EINs. Throws ApiError
 * ProfileNotFound for an organization without filings, FilingNotFound, whose message lists the years,
 * and StoreUnavailable.
 */
export async function readRelatedPage(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
  window: Window,
): Promise<RelatedPage> {
  const organization = await openFiler(deps, ein)
  const [filing, first] = await Promise.all([
    openFiling(deps, organization, { year }),
    window.offset === 0 ? readGraphRows(deps, [ein], GRAPH_LIMITS.first) : undefined,
  ])
  const [related, graph] = await Promise.all([
    readRelated(deps, organization, filing, window),
    first && readSecondStep(deps, organization, first),
  ])
  return { organization, filing, ...related, ...(graph && { graph }) }
}

/**
 * Limits that keep the graph readable and fast: rows of each of the four lists (names, namedBy, gives,
 * receives) of the organization and of each organization one step away, and nodes in total.
 */
export const GRAPH_LIMITS = { first: 15, second: 5, nodes: 120 } as const

/**
 * The type of relation by path, for the parts of Schedule R about related organizations. Transactions
 * are in the money network, and Part VI lists unrelated partnerships.
 */
const TYPES = new Map(
  (
    ['disregardedEntities', 'relatedExempt', 'relatedPartnerships', 'relatedCorporations'] as const
  ).flatMap((table) =>
    tableOf(table).rows.map(({ path }) => [path, RELATIONSHIPS[table]] as const),
  ),
)

/**
 * Categories of money paid to a named recipient. Approved grants are paid in a later year, and Schedule
 * F names no recipients.
 */
const KINDS = {
  ScheduleI: 'grant',
  FoundationPaid: 'grant',
  RelatedTransfer: 'transfer',
  Contractor: 'contract',
} as const satisfies Partial<Record<EdgeCategory, GraphEdge['kind']>>
const CATEGORIES = Object.keys(KINDS) as (keyof typeof KINDS)[]

/**
 * Reads the second step of a graph from the latest return of each organization; one statement. It
 * does not continue from an organization with only weak matches, because a wrong EIN would add
 * another organization's relations. Throws ApiError StoreUnavailable.
 */
async function readSecondStep(
  deps: ProfileDeps,
  self: Pick<Organization, 'ein' | 'name' | 'city' | 'state' | 'country'>,
  first: GraphRows,
): Promise<RelatedGraph> {
  const start = toNode({ ...self, hasProfile: true }, self.ein, 0)
  const graph = openGraph(start)
  graph.add(first, GRAPH_LIMITS.first, 1)
  const next = graph.near()
  if (next.length > 0)
    graph.add(await readGraphRows(deps, next, GRAPH_LIMITS.second), GRAPH_LIMITS.second, 2)
  return graph.close()
}

function openGraph(start: GraphNode) {
  const nodes = new Map([[start.ein, start]])
  const edges = new Map<string, GraphEdge>()
  let isTruncated = false
  const addNode = (row: GraphRow, steps: 1 | 2): boolean => {
    const ein = row.from === row.asked ? row.to : row.from
    if (nodes.has(ein)) return true
    if (nodes.size >= GRAPH_LIMITS.nodes) return false
    nodes.set(ein, toNode(partyOf(row), ein, steps))
    return true
  }
  const add = ({ rows, isCut }: GraphRows, limit: number, steps: 1 | 2): void => {
    const kept = cut(rows, limit)
    isTruncated ||= isCut || kept.length < rows.length
    for (const row of inOrder(kept)) {
      const edge = toEdge(row)
      if (!edge) continue
      if (addNode(row, steps)) edges.set(keyOf(row), edge)
      else isTruncated = true
    }
  }
  return {
    add,
    near: () => {
      const sure = [...edges.values()].filter(({ confidence }) => confidence !== 'Weak')
      const reached = new Set(sure.flatMap(({ from, to }) => [from, to]))
      return [...nodes.keys()].filter((ein) => ein !== start.ein && reached.has(ein))
    },
    close: (): RelatedGraph => ({
      nodes: [...nodes.values()],
      edges: [...edges.values()],
      isTruncated,
    }),
  }
}

const keyOf = ({ from, to, category, objectId }: GraphRow): string =>
  [from, to, category ?? '', objectId].join(' ')

/** Returns the first rows of each list of each organization. */
const cut = (rows: readonly GraphRow[], limit: number): GraphRow[] =>
  [...groupBy(rows, ({ asked, list }) => `${asked} ${list}`).values()].flatMap((list) =>
    list.slice(0, limit),
  )

/** Sorts relations first, then by amount, so that the least important edges are left out. */
const inOrder = (rows: readonly GraphRow[]): GraphRow[] => {
  const weight = ({ category, amount }: GraphRow) =>
    category === null ? Number.POSITIVE_INFINITY : (amount ?? 0)
  return rows.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)))
}

/** Returns undefined for a row of a part that the current catalogue does not have. */
function toEdge(row: GraphRow): GraphEdge | undefined {
  const { from, to, category, count, confidence, form, taxYear, objectId, paths } = row
  const type = category ?? TYPES.get(plainPath(paths[0] ?? ''))
  const kind = category === null ? 'related' : KINDS[category as keyof typeof KINDS]
  if (type === undefined) return undefined
  return {
    from,
    to,
    kind,
    type,
    ...(row.amounts > 0 && row.amount !== null && { amount: row.amount }),
    count,
    confidence,
    form,
    taxYear,
    objectId,
    paths,
  }
}

/** Returns the other end, using the row if no other source names it. */
const partyOf = ({ element, paths, ...row }: GraphRow): Party =>
  element === null ? row : { ...readParty(paths[0] ?? '', element), hasProfile: row.hasProfile }

type Party = { hasProfile: boolean } & {
  [Key in 'name' | 'city' | 'state' | 'country']?: string | null
}

function toNode(party: Party, ein: string, steps: GraphNode['steps']): GraphNode {
  const { name, city, state, country, hasProfile } = party
  const filled = { name: name || null, city: city || null, state: state || null }
  return knownFields({ ein, ...filled, country: country || null, steps, hasProfile })
}

/** An edge of a latest return from or to a requested organization. */
type GraphRow = {
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
type GraphRows = { rows: GraphRow[]; isCut: boolean }

type Answer = { isCut: boolean } & (GraphRow | { list: null })

/**
 * Reads the edges of organizations from latest returns: the organizations that their Schedule R names
 * and that name them, the recipients and the payers, largest amounts first. One round trip. Throws
 * ApiError StoreUnavailable.
 */
async function readGraphRows(
  { postgres }: ProfileDeps,
  eins: readonly string[],
  limit: number,
): Promise<GraphRows> {
  // One more row of each list shows whether there are more.
  const values = [[...eins], limit + 1, [...TYPES.keys()], CATEGORIES]
  const answers = await postgres.query<Answer>(SQL, values)
  return {
    rows: answers.flatMap(({ isCut, ...row }) => (row.list === null ? [] : [row])),
    isCut: answers.some(({ isCut }) => isCut),
  }
}
