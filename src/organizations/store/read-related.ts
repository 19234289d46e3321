import { type Block, type Leaf, readElement } from '#src/domain/blocks.ts'
import { CHUNK } from '#src/domain/filing-contents.ts'
import { toCityKey, toNameKey } from '#src/domain/name-keys.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import { type PartRow, readPartRows, SHARED } from '#src/domain/part-rows.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { CitedFiling } from '../evidence/evidence-ref.ts'
import type { Filing } from '../organization.ts'
import { FILING_VERSION, requireVersion } from './read-organization.ts'

/** A row of another organization's Schedule R that names this one, and the filer. */
export type ReferenceRow = {
  filing: CitedFiling
  ein: string
  name: string
  city: string | null
  state: string | null
  country: string | null
  path: string
  element: Leaf | Block | null
  /** Whether the organization's own Schedule R names the filer, too. */
  isNamed: boolean
}

type ReferenceQuestion = {
  ein: string
  /** The organization's own filing, and the requested rows of its Schedule R. */
  filing: Pick<Filing, 'objectId' | 'version'>
  paths: readonly string[]
  /** The portion of the filers that its own Schedule R does not name, by EIN. */
  offset: number
  limit: number
}

// Counts only references from the latest current return of each form of the other organization.
const REFERENCES = `
  with reference as (
    select r.object_id, r.path, f.ein, f.form, f.tax_year, f.schema_version, f.source_archive
    from related_reference r
    join filing f on f.object_id = r.object_id
    where r.related_ein = $1 and f.ein <> $1 and f.is_current and not exists (
      select 1 from filing later
      where later.ein = f.ein and later.form = f.form and later.is_current
        and later.tax_period_end > f.tax_period_end)
  ),
  own as (select related_ein, path from related_reference where object_id = $2),
  others as (
    select ein, row_number() over (order by ein) - 1 as place
    from (select ein from reference except select related_ein from own) unnamed
  ),
  wanted as (
    select ein, false as is_named from others where place >= $4 and place < $4 + $5
    union
    select related_ein, true from own where path = any($3)
  )
  select (select count(*) from others) as total,
    (select ${FILING_VERSION} from filing f where f.object_id = $2) as version, found.*
  from (select) one
  left join lateral (
    select r.object_id as "objectId", r.form, r.tax_year as "taxYear",
      r.schema_version as "schemaVersion", r.source_archive as "sourceArchive",
      r.ein, o.name, o.city, o.state, o.country, r.path, w.is_named as "isNamed",
      chunk.items, part.block, part.ordinal, part.content
    from wanted w
    join reference r on r.ein = w.ein
    join organization o on o.ein = r.ein
    left join filing_rows chunk on chunk.object_id = r.object_id
      and chunk.path = regexp_replace(r.path, '\\[\\d+\\]$', '')
      and chunk.chunk = (substring(r.path from '\\[(\\d+)\\]$')::integer - 1) / ${CHUNK}
    left join lateral (
      select own.block, own.ordinal, own.content from filing_block own
      where chunk.items is null and own.object_id = r.object_id and own.ordinal <= 1
        and own.block in (split_part(r.path, '/', 2), '${SHARED.block}')
      order by own.block desc limit 1) part on true
  ) found on true
  order by found.ein, found."objectId", length(found.path), found.path`

type Found = Omit<ReferenceRow, 'filing' | 'element'> &
  ReferenceRow['filing'] &
  ({ items: Buffer } | ({ items: null } & (PartRow | { content: null })))
type Answer = { total: number; version: string | null } & (Found | { objectId: null })

/**
 * Reads the rows of others' latest returns that name an organization: the filers that the requested
 * rows name, and a portion of the `total` others. One round trip. Throws ApiError StoreUnavailable,
 * also while the organization's own filing is being replaced.
 */
export async function readReferences(
  db: Pick<Postgres, 'query'>,
  { ein, filing, paths, offset, limit }: ReferenceQuestion,
): Promise<{ references: ReferenceRow[]; total: number }> {
  const answers = await db.query<Answer>(REFERENCES, [
    ein,
    filing.objectId,
    [...paths],
    offset,
    limit,
  ])
  requireVersion(filing.version, answers[0]?.version)
  const references = answers.flatMap((answer) =>
    answer.objectId === null ? [] : [toReference(answer)],
  )
  return { references, total: answers[0]?.total ?? 0 }
}

function toReference(found: Found): ReferenceRow {
  const { objectId, form, taxYear, schemaVersion, sourceArchive } = found
  const { ein, name, city, state, country, path, isNamed } = found
  const filing = { objectId, form, taxYear, schemaVersion, sourceArchive }
  const element = elementAt(found) ?? null
  return { filing, ein, name, city, state, country, path, element, isNamed }
}

/** Returns a row from its chunk if its list is stored separately, otherwise from its part. */
function elementAt(found: Found) {
  const { path } = found
  if (found.items) {
    const place = Number(/\[(\d+)\]$/.exec(path)?.[1]) - 1
    return readPacked<(Leaf | Block)[]>(found.items)[place % CHUNK]
  }
  if (!found.content) return undefined
  return readElement(readPartRows([found], [{ block: path.split('/')[1] ?? '', ordinal: 1 }]), path)
}

/** A filed name, with its city and state if filed. */
type FiledName = { name: string; city?: string; state?: string }

/** `Authoritative`: the same return reports the EIN elsewhere; `Strong`: found by name and place. */
type KnownName = { ein: string; confidence: 'Authoritative' | 'Strong' }

// A payment to a related organization has its EIN in filed_edge. A receipt is not an edge, so its
// name is looked up among the related organizations.
const KNOWN_NAMES = `
  with asked as (
    select place::integer - 1 as place, key, state, city
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as one (key, state, city, place)
    where key <> ''
  )
  select place, confidence, min(ein) as ein
  from (
    select a.place, 'Strong' as confidence, k.ein
    from asked a
    join organization_key k on k.key = a.key and k.state = a.state and k.city = a.city
    where a.state <> '' and a.city <> ''
    union all
    select a.place, 'Authoritative', e.ein
    from asked a
    join filed_edge e on e.object_id = $4 and e.name_key = a.key and e.is_ein_related
    where a.city = ''
    union all
    select a.place, 'Authoritative', k.ein
    from asked a
    join organization_key k on k.key = a.key
    join related_reference r on r.object_id = $4 and r.related_ein = k.ein
    where a.city = ''
  ) found
  group by place, confidence
  having min(ein) = max(ein)`

/**
 * Finds the organizations that names on a return's Schedule R mean, in the order of the names. With
 * a place, this is the one organization with that name there. Without a place, it is the one that
 * the same Schedule R lists with an EIN. Undefined if there is none or more than one. At most one
 * round trip. Throws ApiError StoreUnavailable.
 */
export async function readKnownNames(
  db: Pick<Postgres, 'query'>,
  objectId: string,
  names: readonly FiledName[],
): Promise<(KnownName | undefined)[]> {
  if (names.length === 0) return []
  const found = await db.query<KnownName & { place: number }>(KNOWN_NAMES, [
    names.map(({ name }) => toNameKey(name)),
    names.map(({ state = '' }) => state),
    names.map(({ city = '' }) => toCityKey(city)),
    objectId,
  ])
  const known = new Map(found.map(({ place, ein, confidence }) => [place, { ein, confidence }]))
  return names.map((_, at) => known.get(at))
}
