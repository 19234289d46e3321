import type { Session } from '../../clients/postgres.ts'

/** What of an organization carries the release in which it last changed. */
export const CHANGE_KINDS = [
  'Organization',
  'Filings',
  'Rating',
  'MoneyNetwork',
  'Screening',
  'Website',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

const MARKS: Record<ChangeKind, { table: string; column: string }> = {
  Organization: { table: 'organization', column: 'changed_release' },
  Filings: { table: 'filings_version', column: 'release' },
  Rating: { table: 'rating', column: 'changed_release' },
  MoneyNetwork: { table: 'network_version', column: 'release' },
  Screening: { table: 'screening_version', column: 'release' },
  Website: { table: 'enrichment', column: 'release' },
}

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
  /** In which awards, subawards or whom they are attached to last changed. */
  awards: string | null
}

const RANGE = `
  select (select min(id) from release) as first, (select max(id) from release) as newest,
    exists (select from release where id = $1) as "isKnown",
    (select release from award_state) as awards`

/** First and newest release, and whether `release` is one. Throws ApiError StoreUnavailable. */
export async function readReleaseRange(
  session: Pick<Session, 'query'>,
  release: string,
): Promise<ReleaseRange> {
  const [range] = await session.query<ReleaseRange>(RANGE, [release])
  return range ?? { first: null, newest: null, isKnown: false, awards: null }
}

// An organization stands where it last changed: a mark is passed over when another is later. Each is
// looked up by its key; joined, the planner reads whole tables for a page. Marks of organizations
// that are gone have none to be earlier than.
function eventsOf(kind: ChangeKind): string {
  const { table, column } = MARKS[kind]
  const others = CHANGE_KINDS.filter((other) => other !== kind).map((other) => {
    const mark = MARKS[other]
    const release = `(select b.${mark.column} from ${mark.table} b where b.ein = a.ein)`
    return other === 'Organization'
      ? `${release} <= a.${column}`
      : `coalesce(${release}, '') <= a.${column}`
  })
  return `(select a.ein, a.${column} as release from ${table} a
    where (a.${column}, a.ein) > ($1, $2) and a.${column} <= $3 and ${others.join(' and ')}
    order by a.${column}, a.ein limit $4)`
}

const GONE = `(select ein, release from organization_removed
    where (release, ein) > ($1, $2) and release <= $3
      and not exists (select from organization o where o.ein = organization_removed.ein)
    order by release, ein limit $4)`

const PAGE = `
  with event as (
    select ein, release from (
      ${[...CHANGE_KINDS.map(eventsOf), GONE].join('\n union ')}
    ) as marked
    order by release, ein limit $4
  )
  select event.ein, event.release, coalesce(o.name, gone.name, '') as name,
    o.ein is null as "isRemoved", coalesce(o.primary_form is not null, false) as "isFiler",
    json_build_object(${CHANGE_KINDS.map(
      (kind) =>
        `'${kind}', (select b.${MARKS[kind].column} from ${MARKS[kind].table} b where b.ein = event.ein)`,
    ).join(', ')}) as releases
  from event
  left join organization o on o.ein = event.ein
  left join organization_removed gone on gone.ein = event.ein
  order by event.release, event.ein`

/**
 * Organizations that last changed behind a place and up to a release, oldest change first, then by
 * EIN. Throws ApiError StoreUnavailable.
 */
export const readChangedRows = (
  session: Pick<Session, 'query'>,
  after: ChangePlace,
  until: string,
  limit: number,
): Promise<ChangedRow[]> =>
  session.query<ChangedRow>(PAGE, [after.release, after.ein, until, limit])
