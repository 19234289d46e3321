import type { Session } from '#src/platform/clients/postgres.ts'

/** What of an organization carries the release in which it last changed. */
export const CHANGE_KINDS = [
  'Organization',
  'Filings',
  'Rating',
  'MoneyNetwork',
  'Screening',
  'Awards',
  'Website',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Where the marks stand; a rating that was taken away leaves its own behind in another table. */
const MARKS: readonly { kind: ChangeKind; table: string; column: string }[] = [
  { kind: 'Organization', table: 'organization', column: 'changed_release' },
  { kind: 'Filings', table: 'filings_version', column: 'release' },
  { kind: 'Rating', table: 'rating', column: 'changed_release' },
  { kind: 'Rating', table: 'rating_removed', column: 'release' },
  { kind: 'MoneyNetwork', table: 'network_version', column: 'release' },
  { kind: 'Screening', table: 'screening_version', column: 'release' },
  { kind: 'Awards', table: 'awards_version', column: 'release' },
  { kind: 'Website', table: 'enrichment', column: 'release' },
]
type Mark = (typeof MARKS)[number]

/** Where an organization stands in the order of changes. */
export type ChangePlace = { release: string; ein: string }

export type ChangedRow = ChangePlace & {
  name: string
  isRemoved: boolean
  /** Whether it filed anything, a postcard included. */
  isFiler: boolean
  /** The release of each kind; null where it never changed, or not since the store keeps it. */
  releases: Record<ChangeKind, string | null>
}

/** What the releases of a store say of one of them. */
export type ReleaseRange = {
  first: string | null
  newest: string | null
  isKnown: boolean
}

const RANGE = `
  select (select min(id) from release) as first, (select max(id) from release) as newest,
    exists (select from release where id = $1) as "isKnown"`

/** First and newest release, and whether `release` is one. Throws ApiError StoreUnavailable. */
export async function readReleaseRange(
  session: Pick<Session, 'query'>,
  release: string,
): Promise<ReleaseRange> {
  const [range] = await session.query<ReleaseRange>(RANGE, [release])
  return range ?? { first: null, newest: null, isKnown: false }
}

/** The next marks of a table, whether or not they are the last of their organizations. */
const scanOf = ({ table, column }: Mark): string =>
  `scan_${table} as materialized (select ein, ${column} as release from ${table}
    where (${column}, ein) > ($1, $2) and ${column} <= $3 order by ${column}, ein limit $5)`

const releaseOf = ({ table, column }: Mark, event: string): string =>
  `(select b.${column} from ${table} b where b.ein = ${event}.ein)`

// An organization stands where it last changed: a mark is passed over when another is later. Each is
// looked up by its key; joined, the planner reads whole tables for a page. Marks of organizations
// that are gone have none to be earlier than.
function eventsOf({ table }: Mark): string {
  const others = MARKS.filter((other) => other.table !== table).map((other) => {
    const release = releaseOf(other, 'a')
    return other.table === 'organization'
      ? `${release} <= a.release`
      : `coalesce(${release}, '') <= a.release`
  })
  return `select a.ein, a.release from scan_${table} a where ${others.join(' and ')}`
}

// Removed ones are few, and looked through whole.
const GONE = `select ein, release from organization_removed
    where (release, ein) > ($1, $2) and release <= $3
      and not exists (select from organization o where o.ein = organization_removed.ein)`

// As far as every table was looked through: behind the first that goes on nothing is told yet.
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
  /** How far marks were looked through, where there are more and the rows are fewer than asked for. */
  edge: ChangePlace | undefined
}

/**
 * Organizations that last changed behind a place and up to a release, oldest change first, then by
 * EIN: at most `limit`, found among the next `scan` marks of each table. Throws ApiError
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
  // One row without an organization carries the edge where nobody is found.
  const rows = found.filter(({ ein }) => ein !== null).map(({ edge: _edge, ...row }) => row)
  return { rows, edge: found[0]?.edge ?? undefined }
}
