import type { CapturedFields } from '#src/domain/enrichment.ts'
import type { Evidence } from '#src/domain/evidence.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { RestrictionList } from '#src/rating/restriction.ts'
import { type AwardSource, awardSource, type WebSource } from '../evidence/evidence-ref.ts'

// Rows outside filings that Refs identify, and the filers of rows about an organization. Every
// reader returns undefined if there is no such row, and throws ApiError StoreUnavailable.

type Db = Pick<Postgres, 'query'>

/** A row of a registry list by column of the store; dates are YYYY-MM-DD. */
export type RegistryFields = Record<string, string | number | string[] | null>

const REGISTRY = {
  bmf: 'select to_jsonb(r) as fields from bmf r where r.ein = $1',
  pub78: 'select to_jsonb(r) as fields from pub78 r where r.ein = $1',
} as const

/** Reads the newest row of an organization in the Business Master File or Publication 78. */
export async function readRegistryRow(
  db: Db,
  list: 'bmf' | 'pub78',
  ein: string,
): Promise<RegistryFields | undefined> {
  const [row] = await db.query<{ fields: RegistryFields }>(REGISTRY[list], [ein])
  return row?.fields
}

/** Reads one revocation of an organization. */
export async function readRevocation(
  db: Db,
  ein: string,
  revokedOn: string,
): Promise<RegistryFields | undefined> {
  // Compared as text, because a Ref may contain a date that does not exist.
  const sql = `select to_jsonb(r) as fields from revocation r
    where r.ein = $1 and r.revoked_on::text = $2`
  const [row] = await db.query<{ fields: RegistryFields }>(sql, [ein, revokedOn])
  return row?.fields
}

/** Reads the name of an organization in an older extract of the Business Master File. */
export async function readFormerName(
  db: Db,
  ein: string,
  kind: 'name' | 'sort_name',
  asOf: string,
): Promise<string | undefined> {
  const sql = `select name from bmf_name
    where ein = $1 and kind = $2
      and $3 between to_char(first_as_of, 'YYYY-MM') and to_char(last_as_of, 'YYYY-MM')
    order by to_char(last_as_of, 'YYYY-MM') = $3 desc, last_as_of, name limit 1`
  const [row] = await db.query<{ name: string }>(sql, [ein, kind, asOf])
  return row?.name
}

/** A stored entry of a restriction list; dates are YYYY-MM-DD. */
export type RestrictedEntry = {
  as_of: string
  name: string
  programs: string[]
  remarks: string | null
  /** The publication date in the list, if it has one. */
  published_on: string | null
  /** The row of the list by column, for lists with one row per entry (SAM). */
  written: Record<string, string> | null
  names: { kind: string; name: string }[]
  addresses: Record<'street' | 'city' | 'state' | 'zip' | 'country', string | null>[]
}

/** Reads an entry of a restriction list with its names and addresses. */
export async function readRestriction(
  db: Db,
  list: RestrictionList,
  entry: string,
): Promise<RestrictedEntry | undefined> {
  const sql = `select as_of, name, programs, remarks, published_on, written,
      ${piecesOf('name', ['kind', 'name'])} as names,
      ${piecesOf('address', ['street', 'city', 'state', 'zip', 'country'])} as addresses
    from restricted_current as party where list = $1 and entry = $2`
  const [row] = await db.query<RestrictedEntry>(sql, [list, entry])
  return row
}

/** Returns SQL for the names or addresses of an entry, by number. */
const piecesOf = (part: 'name' | 'address', columns: readonly string[]): string => `
  (select coalesce(json_agg(json_build_object(
      ${columns.map((column) => `'${column}', piece.${column}`).join(', ')})
      order by length(number), number), '[]')
    from restricted_${part} as piece
    where piece.list = party.list and piece.entry = party.entry)`

type Listing = { number: string; title?: string | null }

/** A row of table award or subaward by column. */
export type StoredAward = {
  row: Record<string, string | number | boolean | Listing[] | null>
  source: AwardSource
}

/** Reads an award or subaward by its key, if it is attributed to the EIN. */
export async function readAward(
  db: Db,
  kind: 'award' | 'subaward',
  { key, ein }: { key: string; ein: string },
): Promise<StoredAward | undefined> {
  const sql = `
    select to_jsonb(given) as row, ${awardSource(kind)} as source
    from ${kind} as given
    where ${kind}_key = $1 and recipient_uei in (
      select uei from uei_mapping where ein = $2 and is_used)`
  const [row] = await db.query<StoredAward>(sql, [key, ein])
  return row
}

/** Reads a snapshot of an organization's website by the id of its content. */
export async function readSnapshot(
  db: Db,
  ein: string,
  contentId: string,
): Promise<{ fields: CapturedFields; source: WebSource } | undefined> {
  const sql = `
    select fields, json_build_object('url', url, 'capturedAt',
      to_char(captured_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as source
    from web_capture where ein = $1 and content_id = $2`
  const [row] = await db.query<{ fields: CapturedFields; source: WebSource }>(sql, [ein, contentId])
  return row
}

export type Icon = { mediaType: string; content: Buffer }

/** Reads an image by the SHA-256 of its bytes, in hex. */
export async function readIcon(db: Db, sha256: string): Promise<Icon | undefined> {
  const sql = `select media_type as "mediaType", content from web_icon
    where sha256 = decode($1, 'hex')`
  const [row] = await db.query<Icon>(sql, [sha256])
  return row
}

/**
 * Reads the EIN of the filer of a return that, at the path, names an organization as related or as a
 * recipient of money.
 */
export async function readReferrer(
  db: Db,
  { objectId, path, ein }: { objectId: string; path: string; ein: string },
): Promise<string | undefined> {
  // The path is a row that names the organization, a leaf of such a row, or the part with such a row,
  // because an edge of many rows is cited by its part.
  const sql = `
    select f.ein
    from filing f
    where f.object_id = $1 and (
      exists (select from related_reference r
        where r.object_id = $1 and r.related_ein = $2
          and (r.path = $3 or starts_with($3, r.path || '/')))
      or exists (select from money_edge m join filed_edge e using (object_id, ordinal)
        where m.recipient_ein = $2 and m.object_id = $1
          and (e.path = $3 or starts_with($3, e.path || '/') or starts_with(e.path, $3 || '/'))))`
  const [row] = await db.query<{ ein: string }>(sql, [objectId, ein, path])
  return row?.ein
}

/** Refs that do not name their organization. */
type Ownerless = Exclude<Evidence, { ein: string }>

/**
 * Reads the organization that a Ref without an EIN belongs to: the filer, or the first organization
 * that an award or an entry of a restriction list is attributed to.
 */
export async function readOwner(db: Db, evidence: Ownerless): Promise<string | undefined> {
  const [row] = await db.query<{ ein: string }>(...ownerQuery(evidence))
  return row?.ein
}

function ownerQuery(evidence: Ownerless): [sql: string, parameters: string[]] {
  if (evidence.kind === 'filing') {
    return ['select ein from filing where object_id = $1', [evidence.objectId]]
  }
  if ('entry' in evidence) {
    const list = evidence.kind === 'sdn' ? 'OFAC' : 'SAM'
    const sql =
      'select ein from screening_match where list = $1 and entry = $2 order by ein limit 1'
    return [sql, [list, evidence.entry]]
  }
  const sql = `
    select m.ein from ${evidence.kind} as given
    join uei_mapping m on m.uei = given.recipient_uei and m.is_used
    where given.${evidence.kind}_key = $1 order by m.ein limit 1`
  return [sql, [evidence.key]]
}
