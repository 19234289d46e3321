import type { Session } from '#src/platform/clients/postgres.ts'

/**
 * The kinds of data about an organization whose last change has a release, and the tables that contain
 * the releases. A removed rating is recorded in a table of its own.
 */
const MARKS = [
  { kind: 'Organization', table: 'organization', column: 'changed_release' },
  { kind: 'Filings', table: 'filings_version', column: 'release' },
  { kind: 'Rating', table: 'rating', column: 'changed_release' },
  { kind: 'Rating', table: 'rating_removed', column: 'release' },
  { kind: 'MoneyNetwork', table: 'network_version', column: 'release' },
  { kind: 'Screening', table: 'screening_version', column: 'release' },
  { kind: 'Awards', table: 'awards_version', column: 'release' },
  { kind: 'Website', table: 'enrichment', column: 'release' },
] as const
type Mark = (typeof MARKS)[number]
export type ChangeKind = Mark['kind']
export const CHANGE_KINDS: readonly ChangeKind[] = [...new Set(MARKS.map(({ kind }) => kind))]

/** The position of an organization in the order of changes. */
export type ChangePlace = { release: string; ein: string }

export type ChangedRow = ChangePlace & {
  name: string
  isRemoved: boolean
  /** Whether it filed a return or a postcard. */
  isFiler: boolean
  /**
   * The release of each kind; null if it never changed, or has not changed since the store began to
   * record it.
   */
  releases: Record<ChangeKind, string | null>
}

/** The releases of a store, and whether a given one is among them. */
export type ReleaseRange = {
  first: string | null
  newest: string | null
  isKnown: boolean
}

const RANGE = `
  select (select min(id) from release) as first, (select max(id) from release) as newest,
    exists (select from release where id = $1) as "isKnown"`

/** Reads the range of releases. Throws ApiError StoreUnavailable. */
export async function readReleaseRange(
  session: Pick<Session, 'query'>,
  release: string,
): Promise<ReleaseRange> {
  const [range] = await session.query<ReleaseRange>(RANGE, [release])
  return range ?? { first: null, newest: null, isKnown: false }
}

/** Returns SQL for the next changes in a table, even if a later one exists in another table. */
const scanOf = ({ table, column }: Mark): string =>
  `scan_${table} as materialized (select ein, ${column} as release from ${table}
    where (${column}, ein) > ($1, $2) and ${column} <= $3 order by ${column}, ein limit $5)`

const releaseOf = ({ table, column }: Mark, event: string): string =>
  `(select b.${column} from ${table} b where b.ein = ${event}.ein)`

// An organization is listed only at its last change, so a change is skipped if another is later.
// The others are looked up by key, because with joins the planner reads whole tables for a page.
// Changes of a removed organization are skipped, because it has no row.
function eventsOf({ table }: Mark): string {
  const others = MARKS.filter((other) => other.table !== table).map((other) => {
    const release = releaseOf(other, 'a')
    return other.table === 'organization'
      ? `${release} <= a.release`
      : `coalesce(${release}, '') <= a.release`
  })
  return `select a.ein, a.release from scan_${table} a where ${others.join(' and ')}`
}

// Few organizations are removed, so all of them are scanned.
const GONE = `select ein, release from organization_removed
    where (release, ein) > ($1, $2) and release <= $3
      and not exists (select from organization o where o.ein = organization_removed.ein)`

// The position up to which every table was scanned. Changes after it may be incomplete.
const EDGE = MARKS.map(
  ({ table }) => `(select release, ein from scan_${table}
      where (select count(*) from scan_${table}) = $5 order by release desc, ein desc limit 1)`,
).join(' union all ')

const releasesOf = (kind: ChangeKind): string[] =>
  MARKS.filter((mark) => mark.kind === kind).map((mark) => releaseOf(mark, 'event'))

const PAGE = `
  with ${MARKS.map(scanOf).join(', ')},
  edge as (select release, ein from (${EDGE}) as reached order by release, ein limit 1),
  event as (
    select ein, release from (${[...MARKS.map(eventsOf), GONE].join(' union ')}) as marked
    where not exists (select from edge)
      or (release, ein) <= ((select release from edge), (select ein from edge))
    order by release, ein limit $4
  )
  select (select to_json(edge) from edge) as edge, event.ein, event.release,
    coalesce(o.name, gone.name, '') as name, o.ein is null as "isRemoved",
    coalesce(o.primary_form is not null, false) as "isFiler",
    json_build_object(${CHANGE_KINDS.map(
      (kind) => `'${kind}', greatest(${releasesOf(kind).join(', ')})`,
    ).join(', ')}) as releases
  from (values (1)) as always
  left join event on true
  left join organization o on o.ein = event.ein
  left join organization_removed gone on gone.ein = event.ein
  order by event.release, event.ein`

type Row = ChangedRow & { edge: ChangePlace | null }

export type ChangedPage = {
  rows: ChangedRow[]
  /** The position up to which changes were scanned; undefined if there are no more. */
  edge: ChangePlace | undefined
}

/**
 * Reads organizations that last changed after a position and up to a release, oldest change first,
 * then by EIN: at most `limit`, from the next `scan` changes of each table. Throws ApiError
 * StoreUnavailable.
 */
export async function readChangedRows(
  session: Pick<Session, 'query'>,
  after: ChangePlace,
  until: string,
  { limit, scan }: { limit: number; scan: number },
): Promise<ChangedPage> {
  const values = [after.release, after.ein, until, limit, scan]
  const found = await session.query<Row>(PAGE, values)
  // If no organization is found, one row without an EIN has the edge.
  const rows = found.filter(({ ein }) => ein !== null).map(({ edge: _edge, ...row }) => row)
  return { rows, edge: found[0]?.edge ?? undefined }
}
