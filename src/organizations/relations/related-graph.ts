import type { ProfileDeps } from '../deps.ts'
import { type Window, tableOf } from '../filings/table-rows.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Relationship, readRelated, readParty } from './related.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { plainPath } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import type { EdgeCategory, MatchConfidence } from '#src/domain/network.ts'
import { type GraphRow, type GraphRows, readGraphRows } from '../store/read-related-graph.ts'

/** A portion of the relationships of a filing, of `total`. */
export type RelatedPage = {
  organization: Organization
  filing: Filing
  relationships: Relationship[]
  total: number
  /** Of latest returns, whatever year is asked for; with the first portion alone. */
  graph?: RelatedGraph
}

/**
 * Related organizations by the primary form of one tax year, without a year the latest. Three
 * round trips, the graph's two steps beside the last two: who it is, the filing, then its own rows
 * and those that name it at once; a fourth where rows give names alone. Throws ApiError
 * ProfileNotFound for an organization without filings, FilingNotFound, whose message lists the
 * years, and StoreUnavailable.
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
    window.offset === 0 ? readFirstStep(deps, ein) : undefined,
  ])
  const [related, graph] = await Promise.all([
    readRelated(deps, organization, filing, window),
    first && readSecondStep(deps, organization, first),
  ])
  return { organization, filing, ...related, ...(graph && { graph }) }
}

/** An organization of the graph; `steps` is how far it is from the one asked for. */
export type GraphNode = {
  ein: string
  name?: string
  city?: string
  state?: string
  country?: string
  steps: 0 | 1 | 2
  hasProfile: boolean
}

/** What a latest return tells of two organizations: that they are related, or that one pays. */
export type GraphEdge = {
  from: string
  to: string
  kind: 'related' | 'grant' | 'transfer' | 'contract'
  /** What Schedule R says the other is, in words, or the category of the money. */
  type: string
  /** Dollars; absent where none is filed. */
  amount?: number
  /** Rows of the return. */
  count: number
  confidence: MatchConfidence
  form: Form
  taxYear: number
  objectId: string
  /** The rows, the first of many, or the part they stand in. */
  paths: string[]
}

export type RelatedGraph = { nodes: GraphNode[]; edges: GraphEdge[]; isTruncated: boolean }

/**
 * How far a graph goes, so that it can be drawn and stays a matter of milliseconds: rows of each of
 * the four lists (whom it names, who names it, whom it pays, who pays it) of the organization itself
 * and of each one step away, and nodes in all.
 */
export const GRAPH_LIMITS = { first: 15, second: 5, nodes: 120 } as const

/**
 * Parts of Schedule R whose rows say that two organizations are related. Its transactions stand in
 * the money network, and an unrelated partnership (Part VI) is what it is called.
 */
const KIN = {
  disregardedEntities: 'Disregarded entity',
  relatedExempt: 'Related tax-exempt organization',
  relatedPartnerships: 'Related organization taxable as a partnership',
  relatedCorporations: 'Related organization taxable as a corporation or trust',
} as const

const TYPES = new Map(
  (Object.keys(KIN) as (keyof typeof KIN)[]).flatMap((table) =>
    tableOf(table).rows.map(({ path }) => [path, KIN[table]] as const),
  ),
)

/**
 * Money that was paid to somebody with a name: what is only approved is paid in a later year, and
 * Schedule F names no recipients.
 */
const KINDS = {
  ScheduleI: 'grant',
  FoundationPaid: 'grant',
  RelatedTransfer: 'transfer',
  Contractor: 'contract',
} as const satisfies Partial<Record<EdgeCategory, GraphEdge['kind']>>
const CATEGORIES = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** Whom latest returns name beside an organization, read before those beside them are. */
export type FirstStep = GraphRows

/** The first step: a statement that needs nothing but the EIN. Throws ApiError StoreUnavailable. */
export const readFirstStep = (deps: ProfileDeps, ein: string): Promise<FirstStep> =>
  read(deps, [ein], GRAPH_LIMITS.first)

/**
 * The graph two steps out, by the latest return of each organization; one statement more. Nobody
 * is gone on from whom a doubtful match alone leads to: what such a one has to do with whom would
 * be doubtful, too. Throws ApiError StoreUnavailable.
 */
export async function readSecondStep(
  deps: ProfileDeps,
  self: Pick<Organization, 'ein' | 'name' | 'city' | 'state' | 'country'>,
  first: FirstStep,
): Promise<RelatedGraph> {
  const start = toNode({ ...self, hasProfile: true }, self.ein, 0)
  const graph = openGraph(start)
  graph.add(first, GRAPH_LIMITS.first, 1)
  const next = graph.near()
  if (next.length > 0)
    graph.add(await read(deps, next, GRAPH_LIMITS.second), GRAPH_LIMITS.second, 2)
  return graph.close()
}

// One more of each list tells whether it goes on.
const read = (deps: ProfileDeps, eins: readonly string[], limit: number) =>
  readGraphRows(deps.postgres, {
    eins,
    limit: limit + 1,
    sources: [...TYPES.keys()],
    categories: CATEGORIES,
  })

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
      // From both of its ends an edge is found twice.
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

/** The first rows of each list of each organization. */
const cut = (rows: readonly GraphRow[], limit: number): GraphRow[] =>
  [...groupBy(rows, ({ asked, list }) => `${asked} ${list}`).values()].flatMap((list) =>
    list.slice(0, limit),
  )

/** Relations first, then the largest amounts: what is left out at the end matters least. */
const inOrder = (rows: readonly GraphRow[]): GraphRow[] => {
  const weight = ({ category, amount }: GraphRow) =>
    category === null ? Number.POSITIVE_INFINITY : (amount ?? 0)
  return rows.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)))
}

/** Undefined for a row of a part that today's catalogue does not know. */
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

/** The other end, as the row names it where nothing else does. */
const partyOf = ({ element, paths, ...row }: GraphRow): Party =>
  element === null ? row : { ...readParty(paths[0] ?? '', element), hasProfile: row.hasProfile }

type Party = { hasProfile: boolean } & {
  [Key in 'name' | 'city' | 'state' | 'country']?: string | null
}

function toNode(party: Party, ein: string, steps: GraphNode['steps']): GraphNode {
  const { name, city, state, country, hasProfile } = party
  return {
    ein,
    ...(name && { name }),
    ...(city && { city }),
    ...(state && { state }),
    ...(country && { country }),
    steps,
    hasProfile,
  }
}
