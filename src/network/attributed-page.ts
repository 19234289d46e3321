import { z } from 'zod'
import type { Session } from '../clients/postgres.ts'
import { toNameKey } from '../domain/name-keys.ts'
import { readRowCursor, toRowCursor } from '../profiles/cursor.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import type { Organization } from '../profiles/organization.ts'
import { requireFiler } from './require-filer.ts'
import {
  type AttributedRow,
  type Attribution,
  type RowKey,
  readAttribution,
  readExtent,
  type UsedMapping,
} from './store/read-attribution.ts'

export type Wanted = { cursor?: string | undefined; limit: number }

/** A row with what attributes it to the organization. */
export type Attributed<Row> = Row & {
  /** The recipient's name as told is a known name of the organization: legal, former, DBA, BMF. */
  nameMatches: boolean
  mapping: UsedMapping
}

export type AttributedPage<Row> = {
  ein: string
  rows: Attributed<Row>[]
  /** Of all pages; absent where no identifier is known to be the organization's, so none can be told. */
  count?: number
  /** Rows of this page whose name matches none. */
  warnings: number
  nextCursor?: string
}

/** How rows of a table are read and named. */
export type Listed<Row> = {
  table: 'award' | 'subaward'
  read(
    session: Pick<Session, 'query'>,
    ueis: readonly string[],
    page: { after: RowKey | undefined; limit: number },
  ): Promise<Row[]>
  /** The recipient's names. */
  namesOf(row: Row): (string | null)[]
}

// No text of the store holds NUL, and no query takes it.
const keyOf = z.tuple([z.number(), z.string().refine((key) => !key.includes('\0'))])

/**
 * A page of the awards or subawards of all identifiers that are mapped to an organization, highest
 * amount first; by its EIN, or as it has been opened already. Throws ApiError ProfileNotFound, InvalidCursor, StaleCursor when awards or their
 * mapping have changed, StoreUnavailable.
 */
export async function readAttributed<Row extends AttributedRow>(
  deps: ProfileDeps,
  whose: string | Organization,
  { cursor, limit }: Wanted,
  listed: Listed<Row>,
): Promise<AttributedPage<Row>> {
  const ein = typeof whose === 'string' ? whose : whose.ein
  const request = [`${listed.table}s`, ein]
  const from = readRowCursor(cursor, request, keyOf)
  const organization = typeof whose === 'string' ? await requireFiler(deps, whose) : whose
  return await deps.postgres.snapshot(async (session) => {
    const attribution = await readAttribution(session, ein)
    const ueis = attribution.mappings.map(({ uei }) => uei)
    const extent = await readExtent(session, listed.table, ueis)
    // A load that has only begun shows in the extent, one that is over in the release as well.
    const data = [attribution.release, ...ueis, extent.count, extent.content]
    from?.requireData(data)
    const rows = await listed.read(session, ueis, { after: from?.key, limit: limit + 1 })
    const shown = attribute(rows.slice(0, limit), listed, attribution, organization)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      ein,
      rows: shown,
      ...(ueis.length > 0 && { count: extent.count }),
      warnings: shown.filter(({ nameMatches }) => !nameMatches).length,
      ...(last && { nextCursor: toRowCursor(request, data, [last.amount ?? 0, last.key]) }),
    }
  })
}

function attribute<Row extends AttributedRow>(
  rows: readonly Row[],
  { namesOf }: Listed<Row>,
  { mappings }: Attribution,
  organization: Organization,
): Attributed<Row>[] {
  const known = knownKeys(organization)
  const byUei = new Map(mappings.map((mapping) => [mapping.uei, mapping]))
  return rows.flatMap((row) => {
    const mapping = byUei.get(row.uei)
    const nameMatches = namesOf(row).some((name) => name !== null && known.has(toNameKey(name)))
    return mapping ? [{ ...row, nameMatches, mapping }] : []
  })
}

/** Every name the organization is known by, as names are compared. */
function knownKeys({ name, names, registry, publication78 }: Organization): Set<string> {
  const texts = [
    name,
    ...names.map((other) => other.name),
    registry?.name,
    registry?.sortName,
    publication78?.name,
  ]
  const keys = texts.map((text) => toNameKey(text ?? ''))
  return new Set(keys.filter((key) => key !== ''))
}
